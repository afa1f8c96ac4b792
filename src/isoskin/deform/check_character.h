#pragma once

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"
#include "isoskin/volume/settings.h"

namespace isoskin {

/// Refuses a character whose parts do not fit together (sizes that differ, indices out of range),
/// naming the mesh and what is wrong with it.
Status check_character(const Character& character);

/// The settings with every painted map named after the mesh it is of: one that a file left unnamed
/// goes to all meshes of its length that follow the joint. Refuses maps that fit no mesh, naming
/// joint, mesh and both lengths. Joints the character does not have are no concern of this.
Result<VolumeSettings> fit_paint(const Character& character, VolumeSettings settings);

}  // namespace isoskin
