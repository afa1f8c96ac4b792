#pragma once

#include "isoskin/rig/character.h"

namespace isoskin {

/// Gives `character`, which has no skeleton yet, one joint named "root" and hangs `mesh` on it.
void add_bare_mesh(Mesh mesh, Character& character);

}  // namespace isoskin
