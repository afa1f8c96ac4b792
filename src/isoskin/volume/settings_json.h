#pragma once

#include <string>
#include <string_view>

#include "isoskin/base/result.h"
#include "isoskin/volume/settings.h"

namespace isoskin {

/// Settings as JSON, every field of them; see docs/formats/settings_json.md.
std::string volume_settings_text(const VolumeSettings& settings);

/// Reads them back; what is left out keeps its default. Unknown words, values of the wrong kind and
/// values out of range are refused naming their place, as in "joints, elbow: 'flexor' …". `file`
/// stands for the text in error sentences.
Result<VolumeSettings> parse_volume_settings(std::string_view text, std::string_view file);

}  // namespace isoskin
