#pragma once

#include <filesystem>
#include <string_view>

#include "isoskin/motion/joint_match.h"

namespace isoskin {

/// Which joint of a motion is which of a character, as a person wrote it down; the format is
/// docs/formats/map_json.md. `name` stands for the file in error sentences.
Result<JointMap> parse_joint_map(std::string_view text, std::string_view name);

Result<JointMap> read_joint_map(const std::filesystem::path& path);

}  // namespace isoskin
