#pragma once

#include <filesystem>

#include "isoskin/flesh/character_flesh.h"

namespace isoskin::cli {

/// Joints that were simulated, a file each, so that nothing is simulated twice: a run that was
/// interrupted goes on, and after a change only the joints that it touches are simulated anew.
class FleshCache {
  public:
    /// A folder that is made when the first joint is kept.
    explicit FleshCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Empty if the joint is not kept under this key, or what is kept cannot be read.
    std::optional<FleshRecord> recall(const std::string& joint, std::uint64_t key) const;

    /// In place of what was kept of the joint before. What cannot be written is not kept.
    void keep(const std::string& joint, std::uint64_t key, const FleshRecord& record) const;

  private:
    std::filesystem::path path_of(const std::string& joint) const;

    std::filesystem::path folder_;
};

}  // namespace isoskin::cli
