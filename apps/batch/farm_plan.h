#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "batch/pool.h"
#include "batch/task.h"
#include "batch/verb_call.h"

namespace isoskin::batch {

/// A batch cut into chunks, one for each task of a cluster. All of it lies in OUTDIR/farm, written
/// once when the batch is submitted and never changed after.
struct FarmPlan {
    VerbCall call;
    PoolSettings pool;
    std::filesystem::path against;  ///< As `--against`; may be empty.
    std::size_t files = 0;
    std::size_t chunk_size = 1;  ///< Files of every chunk but the last.
    std::size_t chunks = 0;
};

/// The jobs a batch was submitted as.
struct FarmJobs {
    std::string array;
    std::string summary;
};

/// What the batch came to, once its summary is written.
struct FarmOutcome {
    int exit_code = 0;
    std::string text;
};

/// The folder of a batch on many machines below its output folder.
std::filesystem::path farm_folder(const std::filesystem::path& root);

/// Takes away what an earlier submission left, then writes the plan and the chunks, all of them
/// open. `files` and `chunks` follow from the tasks and `chunk_size`.
Result<FarmPlan> write_plan(const std::filesystem::path& root, FarmPlan plan,
                            const std::vector<Task>& tasks);
Result<FarmPlan> read_plan(const std::filesystem::path& root);

/// The files of one chunk, or of all in their order.
Result<std::vector<Task>> read_chunk(const std::filesystem::path& root, std::size_t chunk);
Result<std::vector<Task>> read_all_chunks(const std::filesystem::path& root, const FarmPlan& plan);

Status write_jobs(const std::filesystem::path& root, const FarmJobs& jobs);
/// Without ids if the batch was never submitted as jobs.
FarmJobs read_jobs(const std::filesystem::path& root);

Status write_outcome(const std::filesystem::path& root, const FarmOutcome& outcome);
/// Nothing as long as there is no summary.
std::optional<FarmOutcome> read_outcome(const std::filesystem::path& root);

}  // namespace isoskin::batch
