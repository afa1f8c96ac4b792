#pragma once

#include <span>
#include <vector>

#include "isoskin/flesh/training.h"

namespace isoskin {

/// Every rotation of a joint against its parent in the tree that a character's clips reach.
/// One list per node of the part.
std::vector<std::vector<Quatd>> rotations_in_clips(const Character& character,
                                                   const SkinnedMesh& mesh, const PartModel& part);

/// The bends to simulate so that rotations are covered, with a margin; no extent if a joint does
/// not bend. `limb` is the axis of its twist.
FleshRange range_covering(std::span<const Quatd> rotations, const Vec3d& limb);

/// To all sides.
FleshRange range_of(double angle, const Vec3d& limb);

}  // namespace isoskin
