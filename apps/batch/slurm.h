#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "batch/farm_plan.h"

namespace isoskin::batch {

/// What Slurm is asked for; words go to `sbatch` as they are, empty ones are left to the site.
struct SlurmSettings {
    std::string partition;
    std::string time;
    std::string memory;
    std::size_t array_limit = 0;     ///< Tasks at a time; 0: as many as fit.
    std::vector<std::string> words;  ///< More for `sbatch`.
};

/// Submits the tasks of a plan as one job array and, dependent on it, the summary.
Result<FarmJobs> submit_farm(const std::filesystem::path& root, const FarmPlan& plan,
                             const SlurmSettings& settings);

/// A job, or a task of an array, that has not ended.
struct QueuedJob {
    std::string id;  ///< Its own, also for a task of an array.
    std::string state;
    std::string reason;
    int restarts = 0;
};

/// Those of the jobs that have not ended; fails while Slurm does not answer.
Result<std::vector<QueuedJob>> queued_jobs(const FarmJobs& jobs);

/// Ends what cannot begin: jobs that wait for one that failed would wait forever. Starts what need
/// not wait: Slurm lets requeued jobs rest for two minutes. Returns what was done, a sentence each.
std::vector<std::string> tend_jobs(const std::vector<QueuedJob>& jobs);

Status cancel_jobs(const FarmJobs& jobs);

}  // namespace isoskin::batch
