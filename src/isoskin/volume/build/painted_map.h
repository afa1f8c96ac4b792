#pragma once

#include <cstddef>

#include "isoskin/volume/settings.h"

namespace isoskin {

/// The paint of a joint on mesh `mesh` of its character, or null.
const PaintedMap* find_paint(const JointVolumeSettings& joint, std::size_t mesh);

/// What concerns one mesh of a character: its own paint, named as that of mesh 0; paint of other
/// meshes, or of another length, is left out.
VolumeSettings settings_of_mesh(const VolumeSettings& settings, std::size_t mesh,
                                std::size_t vertex_count);

}  // namespace isoskin
