#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "batch/claim.h"
#include "batch/farm_plan.h"

namespace isoskin::batch {

/// Told how far a batch has come, and each thing that was done to its jobs.
struct FollowWatch {
    std::function<void(const FarmProgress&)> progress;
    std::function<void(const std::string& sentence)> news;
};

/// Looks again and again until none of the jobs is left, and tends them meanwhile.
Status follow_farm(const std::filesystem::path& root, const FarmJobs& jobs,
                   const FollowWatch& watch);

/// Fails if jobs of a batch that was submitted in this folder have not ended.
Status check_farm_ended(const std::filesystem::path& root);

}  // namespace isoskin::batch
