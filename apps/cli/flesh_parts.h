#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "isoskin/flesh/character_flesh.h"

namespace isoskin::cli {

/// A manifest for `batch flesh` with a line for each of the joints of one character.
std::string joint_manifest(const std::filesystem::path& character,
                           const std::vector<std::string>& joints);

/// The flesh in files that were made of `character`, in the order one run over all joints has.
Result<std::vector<FleshJoint>> read_flesh_parts(const std::vector<std::filesystem::path>& files,
                                                 const Character& character);

}  // namespace isoskin::cli
