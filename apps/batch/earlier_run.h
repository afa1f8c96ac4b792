#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "batch/summary.h"

namespace isoskin::batch {

/// How a file stands against another run.
struct Trend {
    enum class Way { Same, Better, Worse };
    Way way = Way::Same;
    std::string change;  ///< As in "good -> crashed", or its errors; empty if it is the same.
};

/// What is kept of another run's summary.json: so little that 100 000 files are no burden.
class EarlierRun {
  public:
    /// An empty path is a run of no files.
    static Result<EarlierRun> read(const std::filesystem::path& path);

    /// Counts the file in the summary; nothing if the other run did not have it.
    std::optional<Trend> compare(const TaskRecord& record, Summary& summary) const;

  private:
    struct File {
        Verdict verdict = Verdict::Good;
        std::optional<double> error;
    };
    std::map<std::string, File> files_;
};

}  // namespace isoskin::batch
