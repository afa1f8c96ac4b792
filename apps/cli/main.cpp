#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "command.h"
#include "console.h"

namespace isoskin::cli {
namespace {

ExitCode exit_code(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::Usage:
            return ExitCode::Usage;
        case ErrorKind::Invalid:
            return ExitCode::InvalidInput;
        case ErrorKind::Unsupported:
            return ExitCode::Unsupported;
        case ErrorKind::CannotWrite:
            return ExitCode::CannotWrite;
    }
    return ExitCode::Internal;
}

ExitCode finish(const Result<ExitCode>& result) {
    if (result) return *result;
    print_error(result.error().message);
    return exit_code(result.error().kind);
}

// A full disk may show only when the last of stdout is written.
ExitCode flush_output(ExitCode code) {
    if (std::fflush(stdout) == 0) return code;
    print_error(std::string("cannot write to stdout: ") + std::strerror(errno));
    return ExitCode::CannotWrite;
}

}  // namespace
}  // namespace isoskin::cli

int main(int argc, char** argv) {
    using namespace isoskin::cli;
    auto code = ExitCode::Internal;
    try {
        code = flush_output(finish(run_program(std::vector<std::string>(argv + 1, argv + argc))));
    } catch (const std::bad_alloc&) {
        print_error("internal: out of memory");
    } catch (const std::system_error& failure) {  // what fmt says where stdout takes no more
        print_error(failure.what());
        code = failure.code() == std::errc::no_space_on_device ? ExitCode::CannotWrite
                                                               : ExitCode::Internal;
    } catch (const std::exception& failure) {
        print_error(std::string("internal: ") + failure.what());
    }
    return static_cast<int>(code);
}
