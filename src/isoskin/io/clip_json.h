#pragma once

#include <filesystem>
#include <string_view>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// Poses keyed by hand in JSON, see docs/formats/clip_json.md. Unknown words and joints that the
/// character does not have are refused by name. `file` stands for the text in error sentences.
Result<Clip> parse_clip_json(std::string_view text, const Character& character,
                             std::string_view file);

Result<Clip> read_clip_json(const std::filesystem::path& path, const Character& character);

}  // namespace isoskin
