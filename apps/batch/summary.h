#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "batch/output_folder.h"
#include "batch/task.h"

namespace isoskin::batch {

/// Parts left as skinned for one reason, over all files.
struct LeftInAll {
    std::size_t files = 0;
    std::size_t parts = 0;
};

/// A file that an earlier summary had in another state.
struct Changed {
    std::string name;
    std::string change;  ///< As in "good -> crashed", or its errors.
};

/// What a batch came to.
struct Summary {
    std::size_t files = 0;
    std::array<std::size_t, 10> verdicts{};  ///< How many files, by `Verdict`.
    std::map<std::string, LeftInAll> left;   ///< By reason.
    std::size_t compared = 0;                ///< Files that the other summary has too.
    std::vector<Changed> worse;              ///< Than in the summary it is compared with.
    std::vector<Changed> better;

    std::size_t count(Verdict verdict) const { return verdicts[static_cast<std::size_t>(verdict)]; }
};

/// Reads the records of all files and writes summary.json, summary.csv, junit.xml and index.html.
/// `ended` tells which of the tasks came to an end in this batch, by place; the others are not run.
/// `against`: a summary.json of another run; may be empty.
Result<Summary> write_summary(const std::vector<Task>& tasks, const std::vector<bool>& ended,
                              const OutputFolder& folder, const std::string& verb,
                              const std::filesystem::path& against);

/// The same for people: a line a verdict, one a reason, one a file that got worse.
std::string summary_text(const Summary& summary);

}  // namespace isoskin::batch
