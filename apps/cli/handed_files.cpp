#include "handed_files.h"

#include <chrono>
#include <thread>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include "batch/child_process.h"
#include "command.h"
#include "isoskin/io/file.h"
#include "scratch_folder.h"

namespace isoskin::cli {
namespace {

constexpr std::size_t kMostMegabytes = 4096;
constexpr std::chrono::seconds kMostSeconds{120};
constexpr std::chrono::milliseconds kLookAgain{10};

// The last part of a name, whatever system it comes from; a folder is none.
std::string bare_name(const std::string& name) {
    const std::string bare = name.substr(name.find_last_of("/\\") + 1);
    return bare == "." || bare == ".." ? "" : bare;
}

Status lay_down(std::span<const HandedFile> files, const std::filesystem::path& folder) {
    for (const HandedFile& file : files) {
        const std::string name = bare_name(file.name);
        if (name.empty()) return invalid("a file without a name was handed over");
        if (const auto written = write_text(folder / name, file.bytes); !written)
            return written.error();
    }
    return Done{};
}

// How a process ended, as waitpid says it; -1: it took too long and was ended.
int wait_for(pid_t process) {
    const auto end = std::chrono::steady_clock::now() + kMostSeconds;
    int status = 0;
    while (::waitpid(process, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > end) {
            ::kill(-process, SIGKILL);
            ::waitpid(process, &status, 0);
            return -1;
        }
        std::this_thread::sleep_for(kLookAgain);
    }
    return status;
}

std::string without(std::string text, const std::string& part) {
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part))
        text.erase(at, part.size());
    return text;
}

// What the reader said, in the words of who handed the file over: no folders, no name of ours.
Error refusal(const std::filesystem::path& log, const std::filesystem::path& folder, int status) {
    if (status == -1)
        return invalid(fmt::format("reading took longer than {} s", kMostSeconds.count()));
    if (!WIFEXITED(status)) return invalid("its reader broke down over it");
    const auto said = read_text(log);
    std::string text = said ? without(without(*said, folder.string() + "/"), "isoskin: ") : "";
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    text.erase(0, text.rfind('\n') + 1);  // all of it if there is one line
    return WEXITSTATUS(status) == static_cast<int>(ExitCode::Unsupported) ? unsupported(text)
                                                                          : invalid(text);
}

Result<std::string> answer_of(const std::filesystem::path& told, const std::filesystem::path& glb) {
    const auto text = read_text(told);
    if (!text) return text.error();
    const auto bytes = read_text(glb);
    if (!bytes) return bytes.error();
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    const nlohmann::json head{
        {"notes", json.is_object() ? json["notes"] : nlohmann::json::array()}};
    return head.dump() + "\n" + *bytes;
}

}  // namespace

Result<std::string> convert_handed(std::span<const HandedFile> files) {
    if (files.empty()) return invalid("no file was handed over");
    const ScratchFolder scratch;
    if (scratch.path().empty()) return cannot_write("there is no place for temporary files");
    const auto in = scratch.path() / "in";
    std::error_code failure;
    std::filesystem::create_directory(in, failure);
    if (const auto laid = lay_down(files, in); !laid) return laid.error();

    const auto [glb, told, log] =
        std::tuple(scratch.path() / "out.glb", scratch.path() / "told", scratch.path() / "log");
    batch::ProcessCall call{
        .words = {std::filesystem::read_symlink("/proc/self/exe", failure).string(), "convert",
                  (in / bare_name(files.front().name)).string(), "-o", glb.string(), "--json",
                  "--quiet"},
        .out = told,
        .log = log,
        .most_megabytes = kMostMegabytes,
        .signals = {}};
    const auto process = batch::start_process(call);
    if (!process) return process.error();
    if (const int status = wait_for(*process); status != 0) return refusal(log, in, status);
    return answer_of(told, glb);
}

}  // namespace isoskin::cli
