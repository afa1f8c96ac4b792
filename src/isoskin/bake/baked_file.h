#pragma once

#include <span>
#include <string>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"
#include "isoskin/volume/settings.h"

namespace isoskin {

/// What is said, after its name, of a baked file that somebody is about to correct or measure.
inline constexpr const char* kWasBaked = "was baked: its targets would be measured as its shape";

/// The settings a baked file carries: it shows its volume by itself, so its reader is not to
/// correct it once more. With them travel `own_targets`, how many targets each mesh had before, and
/// the settings it was baked with, but for painted maps; see `strip_correction`.
std::string settings_of_baked(VolumeSettings settings, std::span<const std::size_t> own_targets);

/// Files that were baked carry settings that keep no volume, and targets that do.
bool shows_baked_volume(const VolumeSettings& settings, const Character& character);

/// The character as it was before it was baked, with the settings it was baked with. Fails for a
/// file that does not say which targets are its own.
Result<Character> strip_correction(Character character);

}  // namespace isoskin
