#pragma once

#include <filesystem>
#include <string>

#include "batch/farm_plan.h"
#include "batch/pool.h"
#include "batch/summary.h"

namespace isoskin::batch {

/// Who works on a chunk: the job of the cluster and, among its runs one after another, this one.
struct FarmWorker {
    std::string job;
    std::string run;
};

/// Runs what is left of a chunk. A file that was at work in more than `retries` + 1 runs that were
/// killed is taken for what killed them, and not run again.
Result<PoolCount> run_farm_task(const std::filesystem::path& root, std::size_t chunk,
                                const FarmWorker& worker);

/// Writes the summary of all chunks. Files whose end no journal has are not run, whatever an
/// earlier batch left in the folder; what killed tasks left half written of them is removed.
Result<Summary> summarise_farm(const std::filesystem::path& root);

}  // namespace isoskin::batch
