#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "isoskin/rig/character.h"

namespace isoskin {

/// "image/png" or "image/jpeg" by the first bytes; empty if it is neither.
std::string picture_type(std::span<const std::uint8_t> bytes);

/// Reads the PNG or JPEG that a file of `folder` names into the images of `character`.
///
/// Names of other machines (absolute, or with backslashes) are looked for by their last part.
/// Returns its index, or -1 with a note if there is no such picture.
int add_image(const std::filesystem::path& folder, const std::string& name, Character& character);

}  // namespace isoskin
