#pragma once

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// Refuses a character whose parts do not fit together (sizes that differ, indices out of range),
/// naming the mesh and what is wrong with it.
Status check_character(const Character& character);

}  // namespace isoskin
