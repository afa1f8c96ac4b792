#include "cli/program.h"

#include <algorithm>
#include <csignal>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "isoskin/io/file.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

constexpr unsigned kLongestRun = 300;  // seconds: a sanitizer on a busy machine

void redirect(int descriptor, const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(file, descriptor);
}

// A hostile file must not make the program ask for more than any good one needs.
void limit_memory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    constexpr rlim_t kMostBytes = rlim_t{4} << 30U;
    const rlimit limit{.rlim_cur = kMostBytes, .rlim_max = kMostBytes};
    ::setrlimit(RLIMIT_AS, &limit);
#endif
}

void limit_files(std::size_t most_bytes) {
    if (most_bytes == 0) return;
    ::signal(SIGXFSZ, SIG_IGN);  // so that writing fails instead of killing
    const rlimit limit{.rlim_cur = most_bytes, .rlim_max = most_bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
}

[[noreturn]] void become_isoskin(std::vector<std::string> words, const std::string& out,
                                 const std::string& err, const ProgramLimits& limits) {
    words.insert(words.begin(), ISOSKIN_PROGRAM);
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    redirect(STDOUT_FILENO, out);
    redirect(STDERR_FILENO, err);
    limit_memory();
    limit_files(limits.file_size);
    ::alarm(kLongestRun);  // outlives the exec
    ::execv(ISOSKIN_PROGRAM, arguments.data());
    ::_exit(127);
}

}  // namespace

ProgramRun run_isoskin(const std::vector<std::string>& words, const ProgramLimits& limits) {
    const TemporaryFolder folder;
    const std::string out = folder / "out";
    const std::string err = folder / "err";
    const pid_t child = ::fork();
    if (child == 0) become_isoskin(words, out, err, limits);

    int status = 0;
    ::waitpid(child, &status, 0);
    ProgramRun run;
    if (WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) run.signal = WTERMSIG(status);
    run.out = read_text(out).value();
    run.err = read_text(err).value();
    return run;
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

bool is_one_sentence(const std::string& text) {
    return text.starts_with("isoskin: ") && text.find('\n') == text.size() - 1 &&
           text.size() > std::string("isoskin: x\n").size();
}

}  // namespace isoskin
