#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "isoskin/base/result.h"

namespace isoskin::batch {

/// One file of a batch.
struct Task {
    std::string file;                  ///< As it is handed to the verb.
    std::string name;                  ///< Its place in the output folder, unique, relative.
    std::vector<std::string> options;  ///< Its own, after those of the whole batch.
};

/// How a file ended.
enum class Verdict {
    Good,
    GateFailed,
    WrongUsage,
    Unreadable,
    Unsupported,
    CannotWrite,
    OutOfMemory,
    Crashed,
    TimedOut,
    NotRun,  ///< The batch ended before; never in a record that is kept.
};

const char* word_of(Verdict verdict);
std::optional<Verdict> verdict_of(const std::string& word);

/// True if running the file again may end otherwise: what failed was not the file alone.
bool may_pass(Verdict verdict);

/// Parts left as skinned for one reason.
struct LeftAsSkinned {
    std::string reason;
    std::size_t parts = 0;
    double surface = 0.0;  ///< Share of the file's surface, 0 to 1.
};

/// What the verb measured, as far as it did.
struct Figures {
    std::optional<std::size_t> joints;
    std::optional<std::size_t> parts;
    std::optional<double> skinned_error;    ///< Worst of all clips, signed.
    std::optional<double> corrected_error;  ///< The same after the correction.
    std::vector<LeftAsSkinned> left;
};

/// All that is kept about a file that was run.
struct TaskRecord {
    std::string file;
    std::string name;
    std::string key;  ///< Hash of input, options and version.
    Verdict verdict = Verdict::Good;
    std::string reason;                 ///< One sentence; empty if all is good.
    std::vector<std::string> retries;   ///< Why each earlier try failed.
    double seconds = 0.0;               ///< Of the last try.
    double megabytes = 0.0;             ///< Largest resident memory of the last try.
    std::uintmax_t bytes = 0;           ///< Size of the input.
    std::vector<std::string> pictures;  ///< Of its worst moment; paths within the output folder.
    Figures figures;
};

nlohmann::ordered_json to_json(const TaskRecord& record);
Result<TaskRecord> record_from_json(const std::string& text, const std::string& where);

}  // namespace isoskin::batch
