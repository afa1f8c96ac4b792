#include "batch/claim.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

#include "batch/farm_plan.h"
#include "isoskin/io/file.h"

namespace isoskin::batch {
namespace {

namespace fs = std::filesystem;

// Lines are "worker WORDS", "start PLACE" and "end PLACE VERDICT"; one that a full disk or a crash
// cut short is passed over.
Journal parse_journal(const fs::path& file) {
    Journal journal;
    std::set<std::size_t> at_work;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string what;
        std::size_t place = 0;
        std::string verdict;
        words >> what;
        if (what == "worker") {
            for (const std::size_t lost : at_work)
                ++journal.lost[lost];
            at_work.clear();
        } else if (words >> place && what == "start") {
            at_work.insert(place);
        } else if (what == "end" && std::getline(words >> std::ws, verdict)) {
            at_work.erase(place);
            if (const auto known = verdict_of(verdict)) journal.ended[place] = *known;
        }
    }
    return journal;
}

fs::path folder_of(const fs::path& root, const char* state) {
    return farm_folder(root) / state;
}

// A claim is named CHUNK@JOB.WORKER.
std::string chunk_prefix(std::size_t chunk) {
    return std::to_string(chunk) + "@";
}

std::optional<fs::path> find_taken(const fs::path& root, std::size_t chunk) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder_of(root, "taken"), ignored))
        if (entry.path().filename().string().starts_with(chunk_prefix(chunk))) return entry.path();
    return std::nullopt;
}

bool move(const fs::path& from, const fs::path& to) {
    return ::rename(from.c_str(), to.c_str()) == 0;
}

}  // namespace

std::size_t Journal::failed() const {
    return static_cast<std::size_t>(std::count_if(
        ended.begin(), ended.end(), [](const auto& end) { return end.second != Verdict::Good; }));
}

Status Claim::offer(const fs::path& root, std::size_t chunk) {
    return write_text(folder_of(root, "open") / std::to_string(chunk), "");
}

Result<std::optional<Claim>> Claim::take(const fs::path& root, std::size_t chunk,
                                         const std::string& job, const std::string& worker) {
    const std::string name = std::to_string(chunk);
    const fs::path done = folder_of(root, "done") / name;
    const fs::path mine = folder_of(root, "taken") / (chunk_prefix(chunk) + job + "." + worker);
    bool taken_over = false;
    if (!move(folder_of(root, "open") / name, mine)) {
        std::error_code ignored;
        if (fs::exists(done, ignored)) return std::optional<Claim>();
        const auto other = find_taken(root, chunk);
        if (!other) return usage_error("there is no chunk " + name + " in '" + root.string() + "'");
        const std::string owner = other->filename().string().substr(chunk_prefix(chunk).size());
        if (!owner.starts_with(job + "."))
            return usage_error("chunk " + name + " is at work as '" + owner + "'");
        if (!move(*other, mine))
            return usage_error("chunk " + name + " was taken over by another worker");
        taken_over = true;
    }
    Claim claim(mine, done, taken_over);
    if (const auto noted = claim.note("worker " + job + "." + worker); !noted) return noted.error();
    claim.journal_ = parse_journal(mine);
    return std::optional<Claim>(std::move(claim));
}

bool Claim::held() const {
    return ::access(file_.c_str(), F_OK) == 0;
}

// Opened anew for each line, and never made: what is written goes to the file that is still ours,
// and other machines see it as soon as it is closed.
Status Claim::note(const std::string& line) const {
    const int file = ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    const std::string text = line + "\n";
    const bool written =
        file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const int reason = errno;
    if (file >= 0 && ::close(file) == 0 && written) return Done{};
    return cannot_write("cannot write '" + file_.string() + "': " + std::strerror(reason));
}

Status Claim::note_start(std::size_t place) const {
    return note("start " + std::to_string(place));
}

Status Claim::note_end(std::size_t place, Verdict verdict) const {
    return note("end " + std::to_string(place) + " " + word_of(verdict));
}

Status Claim::finish() const {
    if (move(file_, done_) || errno == ENOENT) return Done{};
    return cannot_write("cannot rename '" + file_.string() + "': " + std::strerror(errno));
}

FarmProgress FarmWatch::look() {
    FarmProgress progress;
    std::error_code ignored;
    for ([[maybe_unused]] const auto& entry :
         fs::directory_iterator(folder_of(root_, "open"), ignored))
        ++progress.chunks_open;
    for (const auto& entry : fs::directory_iterator(folder_of(root_, "taken"), ignored)) {
        const Journal journal = parse_journal(entry.path());
        progress.at_work.push_back(entry.path().filename().string());
        progress.files_done += journal.ended.size();
        progress.files_failed += journal.failed();
    }
    for (const auto& entry : fs::directory_iterator(folder_of(root_, "done"), ignored)) {
        const std::string name = entry.path().filename().string();
        if (done_.contains(name)) continue;
        const Journal journal = parse_journal(entry.path());
        done_[name] = {.done = journal.ended.size(), .failed = journal.failed()};
    }
    progress.chunks_done = done_.size();
    for (const auto& [name, count] : done_) {
        progress.files_done += count.done;
        progress.files_failed += count.failed;
    }
    std::sort(progress.at_work.begin(), progress.at_work.end());
    return progress;
}

Journal read_journal(const fs::path& root, std::size_t chunk) {
    const fs::path done = folder_of(root, "done") / std::to_string(chunk);
    std::error_code ignored;
    if (fs::exists(done, ignored)) return parse_journal(done);
    const auto taken = find_taken(root, chunk);
    return taken ? parse_journal(*taken) : Journal{};
}

}  // namespace isoskin::batch
