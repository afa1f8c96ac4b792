#pragma once

#include <filesystem>
#include <vector>

#include "batch/farm_plan.h"
#include "batch/slurm.h"
#include "batch/summary.h"
#include "command.h"

namespace isoskin::cli {

/// How a batch is spread over a cluster, and what is asked about one that is.
struct FarmOptions {
    bool slurm = false;
    bool wait = false;
    bool slurm_args = false;  ///< Never set: `run_program` takes it, with what follows.
    std::size_t chunk = 0;    ///< Files per task; 0: as few as keep the array within 1000 tasks.
    batch::SlurmSettings settings;
    std::filesystem::path status;   ///< The output folder to tell about.
    std::filesystem::path cancel;   ///< The one whose jobs to end.
    std::filesystem::path task;     ///< The one to work in, as a task of the cluster.
    std::filesystem::path summary;  ///< The one to summarise, as a job of the cluster.
};

void add_farm_options(CLI::App& command, FarmOptions& options);

/// True if they say how to use a cluster.
bool names_cluster(const FarmOptions& options, const CommandLine& line);

/// True if the options ask something about a batch that is there.
bool asks_farm(const FarmOptions& options);
Result<ExitCode> answer_farm(const FarmOptions& options, const CommandLine& line);

/// Submits the batch; the caller has its folder locked.
Result<batch::FarmJobs> submit_to_farm(const std::filesystem::path& root, batch::FarmPlan plan,
                                       const std::vector<batch::Task>& tasks,
                                       const FarmOptions& options, const CommandLine& line);

/// Follows the jobs of a batch to their end, and tells what it came to.
Result<ExitCode> follow(const std::filesystem::path& root, const batch::FarmJobs& jobs,
                        const CommandLine& line);

/// What a batch ends with.
ExitCode exit_code_of(const batch::Summary& summary);

/// Ends the program by the signal that stopped its batch, so that the caller sees what ended it.
void end_by_signal(int signal);

}  // namespace isoskin::cli
