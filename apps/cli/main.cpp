#include <exception>
#include <new>
#include <string>
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

}  // namespace
}  // namespace isoskin::cli

int main(int argc, char** argv) {
    using namespace isoskin::cli;
    auto code = ExitCode::Internal;
    try {
        code = finish(run_program(std::vector<std::string>(argv + 1, argv + argc)));
    } catch (const std::bad_alloc&) {
        print_error("internal: out of memory");
    } catch (const std::exception& failure) {
        print_error(std::string("internal: ") + failure.what());
    }
    return static_cast<int>(code);
}
