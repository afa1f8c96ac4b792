#pragma once

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"
#include "isoskin/volume/settings.h"

namespace isoskin {

/// Refuses a character whose parts do not fit together (sizes that differ, indices out of range),
/// naming the mesh and what is wrong with it.
Status check_character(const Character& character);

/// Refuses settings with a painted map that fits no mesh its joint moves, naming joint, mesh and
/// both lengths. Joints the character does not have are no concern of this.
Status check_paint(const Character& character, const VolumeSettings& settings);

}  // namespace isoskin
