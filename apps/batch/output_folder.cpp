#include "batch/output_folder.h"

#include <array>
#include <fstream>
#include <map>
#include <set>

#include <fcntl.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "batch/named_files.h"
#include "isoskin/io/file.h"

namespace isoskin::batch {
namespace {

namespace fs = std::filesystem;

// FNV-1a, 64 bits: chance meetings among a million files are one in 10^7, and cost one stale
// result.
class Hash {
  public:
    void add(std::string_view bytes) {
        for (const char byte : bytes) {
            state_ ^= static_cast<unsigned char>(byte);
            state_ *= 1099511628211U;
        }
    }
    void add_word(std::string_view word) {
        add(word);
        add(std::string_view("\0", 1));
    }
    void add_file(const fs::path& path) {
        std::ifstream stream(path, std::ios::binary);
        std::array<char, 1U << 16U> block;
        while (stream.read(block.data(), block.size()) || stream.gcount() > 0)
            add({block.data(), static_cast<std::size_t>(stream.gcount())});
    }
    std::string text() const { return fmt::format("{:016x}", state_); }

  private:
    std::uint64_t state_ = 14695981039346656037U;
};

// A name and ".part" with the number of the process that writes it.
bool is_temporary(const std::string& name) {
    const std::size_t mark = name.rfind(".part");
    return mark != std::string::npos && mark + 5 < name.size() &&
           name.find_first_not_of("0123456789", mark + 5) == std::string::npos;
}

// True if a temporary file belongs to one of these. Results are named after the task, with endings;
// what the run-time reads after its stem.
bool is_temporary_of(const std::set<std::string>& names, const std::string& file) {
    if (!is_temporary(file)) return false;
    std::string base = file.substr(0, file.rfind(".part"));
    while (!names.contains(base)) {
        const std::size_t dot = base.rfind('.');
        if (dot == std::string::npos) return false;
        base.resize(dot);
    }
    return true;
}

// What a batch that was killed left behind; the holder of the lock may remove it.
void sweep(const fs::path& folder) {
    std::error_code ignored;
    fs::recursive_directory_iterator entries(folder, ignored);
    for (; !ignored && entries != fs::end(entries); entries.increment(ignored)) {
        std::error_code gone;
        if (is_temporary(entries->path().filename().string())) fs::remove(*entries, gone);
    }
}

}  // namespace

Result<OutputFolder> OutputFolder::open(const fs::path& root) {
    std::error_code failure;
    fs::create_directories(root, failure);
    const int lock = ::open((root / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock < 0) return cannot_write("cannot write to folder '" + root.string() + "'");
    if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
        ::close(lock);
        return cannot_write("another batch is at work in '" + root.string() + "'");
    }
    for (const char* part : {"results", "records"})
        sweep(root / part);
    return OutputFolder(root, lock);
}

OutputFolder::~OutputFolder() {
    if (lock_ >= 0) ::close(lock_);
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : root_(std::move(other.root_)), lock_(std::exchange(other.lock_, -1)) {}

fs::path OutputFolder::result(const Task& task, const std::string& ending) const {
    return root_ / "results" / (task.name + ending);
}

fs::path OutputFolder::log(const Task& task) const {
    return root_ / "logs" / (task.name + ".log");
}

fs::path OutputFolder::record(const Task& task) const {
    return root_ / "records" / (task.name + ".json");
}

Status OutputFolder::prepare(const Task& task) const {
    for (const fs::path& file : {result(task, ""), log(task), record(task)}) {
        std::error_code failure;
        fs::create_directories(file.parent_path(), failure);
        if (failure)
            return cannot_write("cannot make folder '" + file.parent_path().string() + "'");
    }
    return Done{};
}

void OutputFolder::remove_unfinished(std::span<const Task> tasks) const {
    std::map<fs::path, std::set<std::string>> names;  // by folder
    for (const Task& task : tasks) {
        const fs::path plain = result(task, "");
        names[plain.parent_path()].insert(
            {plain.filename().string(), plain.stem().string() + ".isoskin"});
    }
    for (const auto& [folder, own] : names) {
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(folder, ignored)) {
            std::error_code gone;
            if (is_temporary_of(own, entry.path().filename().string()))
                fs::remove(entry.path(), gone);
        }
    }
}

std::optional<TaskRecord> OutputFolder::find_record(const Task& task) const {
    std::error_code ignored;
    if (!fs::exists(record(task), ignored)) return std::nullopt;
    const auto text = read_text(record(task));
    if (!text) return std::nullopt;
    auto found = record_from_json(*text, record(task).string());
    if (!found) return std::nullopt;  // of another version: as if it never ran
    return *std::move(found);
}

Status OutputFolder::write_record(const Task& task, const TaskRecord& written) const {
    return write_text(
        record(task),
        to_json(written).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

std::string task_key(const Task& task, const std::string& verb,
                     const std::vector<std::string>& options) {
    Hash hash;
    hash.add_word(ISOSKIN_VERSION);
    hash.add_word(verb);
    for (const auto* words : {&options, &task.options}) {
        for (const std::string& word : *words) {
            hash.add_word(word);
            std::error_code ignored;
            if (fs::is_regular_file(word, ignored)) hash.add_file(word);
        }
    }
    hash.add_word(task.file);
    hash.add_file(task.file);
    for (const fs::path& named : named_files(task.file)) {
        hash.add_word(named.string());
        std::error_code ignored;
        if (fs::is_regular_file(named, ignored)) hash.add_file(named);
    }
    return hash.text();
}

}  // namespace isoskin::batch
