#include "batch/child_process.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace isoskin::batch {
namespace {

constexpr int kCannotStart = 127;  // as shells say it

bool redirect(int descriptor, const std::filesystem::path& path, int flags) {
    const int file = ::open(path.c_str(), flags | O_CREAT | O_CLOEXEC, 0666);
    return file >= 0 && ::dup2(file, descriptor) >= 0;
}

[[noreturn]] void become(const ProcessCall& call, char* const* arguments, pid_t parent) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(kCannotStart);  // it died before we could ask
    if (!redirect(STDIN_FILENO, "/dev/null", O_RDONLY)) ::_exit(kCannotStart);
    if (!redirect(STDERR_FILENO, call.log, O_WRONLY | O_APPEND)) ::_exit(kCannotStart);
    if (call.out.empty())
        ::dup2(STDERR_FILENO, STDOUT_FILENO);
    else if (!redirect(STDOUT_FILENO, call.out, O_WRONLY | O_TRUNC))
        ::_exit(kCannotStart);
    if (call.most_megabytes > 0) {
        const rlim_t bytes = static_cast<rlim_t>(call.most_megabytes) << 20U;
        const rlimit limit{.rlim_cur = bytes, .rlim_max = bytes};
        ::setrlimit(RLIMIT_AS, &limit);
    }
    const rlimit no_core{.rlim_cur = 0, .rlim_max = 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::sigprocmask(SIG_SETMASK, &call.signals, nullptr);
    ::execvp(arguments[0], arguments);
    ::dprintf(STDERR_FILENO, "isoskin: cannot run '%s': %s\n", arguments[0], std::strerror(errno));
    ::_exit(kCannotStart);
}

}  // namespace

Result<pid_t> start_process(const ProcessCall& call) {
    std::vector<std::string> words = call.words;
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) become(call, arguments.data(), parent);
    if (child < 0) return cannot_write("cannot start a process for '" + call.words.front() + "'");
    return child;
}

}  // namespace isoskin::batch
