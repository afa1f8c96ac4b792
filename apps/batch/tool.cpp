#include "batch/tool.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <sstream>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace isoskin::batch {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

std::string contents(std::FILE* file) {
    std::string text;
    std::rewind(file);
    char block[4096];
    for (std::size_t got = 0; (got = std::fread(block, 1, sizeof(block), file)) > 0;)
        text.append(block, got);
    return text;
}

}  // namespace

Result<ToolRun> run_tool(const std::vector<std::string>& words) {
    // Files rather than pipes: nobody has to read while it writes.
    const File out(std::tmpfile(), &std::fclose);
    const File err(std::tmpfile(), &std::fclose);
    if (!out || !err) return cannot_write("cannot make a temporary file");
    std::vector<std::string> copies = words;
    std::vector<char*> arguments;
    for (std::string& word : copies)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ::fileno(out.get()), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, ::fileno(err.get()), STDERR_FILENO);
    pid_t process = 0;
    const int failure =
        ::posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), ::environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) return unsupported("there is no '" + words.front() + "' on this machine");
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return ToolRun{.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                   .out = contents(out.get()),
                   .err = contents(err.get())};
}

std::string one_line(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) return line;
    return "it does not say why";
}

}  // namespace isoskin::batch
