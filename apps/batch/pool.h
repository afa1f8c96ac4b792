#pragma once

#include <functional>

#include "batch/output_folder.h"
#include "batch/task.h"
#include "batch/verb_call.h"

namespace isoskin::batch {

struct PoolSettings {
    int jobs = 1;
    double seconds = 0.0;       ///< Longest run of one process; 0: no limit.
    std::size_t megabytes = 0;  ///< Address space of one process; 0: no limit.
    int retries = 0;            ///< Of files whose failure may not come again (`may_pass`).
};

/// How far a batch has come.
struct PoolCount {
    std::size_t done = 0;     ///< Files that have a record, those that were skipped included.
    std::size_t skipped = 0;  ///< Done before, with the same input, options and version.
    std::size_t failed = 0;   ///< Of those done, all that are not good.
    int signal = 0;           ///< What stopped it; 0: it came to the end.
};

/// Who is told what a pool does; any of them may be empty.
struct PoolWatch {
    std::function<bool()>
        goes_on;  ///< False: start no other file, and keep nothing of those at work.
    std::function<Status(std::size_t place)> started;  ///< `place` of the task; an error ends it.
    std::function<Status(std::size_t place, const TaskRecord& record, const PoolCount& now)> ended;
};

/// Runs the verb on every file that has no record yet, one process per file, `jobs` at a time.
///
/// SIGINT, SIGTERM and SIGHUP end the processes at work and then the pool; what is done stays.
Result<PoolCount> run_pool(const std::vector<Task>& tasks, const VerbCall& call,
                           const PoolSettings& settings, const OutputFolder& folder,
                           const PoolWatch& watch);

}  // namespace isoskin::batch
