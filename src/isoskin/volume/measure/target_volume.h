#pragma once

#include <span>
#include <vector>

#include "isoskin/rig/character.h"
#include "isoskin/volume/measure/surface.h"

namespace isoskin {

/// The bind shape under the scales of a palette alone: what a pose ought to enclose, and what
/// `isoskin pose --bind` shows. Vertex positions, one per vertex of the mesh.
std::vector<Vec3d> bind_shape_under_scales(const SkinnedMesh& mesh, const Skeleton& skeleton,
                                           std::span<const Affine> palette);

/// Its volume over all parts: the target of a pose. Without scale, that of the bind shape.
double target_volume(const SkinnedMesh& mesh, const Skeleton& skeleton,
                     std::span<const Affine> palette, QuadRule rule = QuadRule::Fan);

}  // namespace isoskin
