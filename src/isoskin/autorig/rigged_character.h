#pragma once

#include "isoskin/autorig/rig_body.h"
#include "isoskin/weights/bind_weights.h"

namespace isoskin {

/// A character without its skeleton: meshes in model space in the pose they are stored in, their
/// materials and images. Clips and morph targets are left behind.
Character as_it_stands(const Character& character);

/// All vertices and faces of a character's meshes as one body.
struct WholeBody {
    std::vector<Vec3> positions;
    std::vector<Face> faces;
};
WholeBody whole_body(const Character& standing);

/// Turns a standing character so that `up` is y and `facing` is z.
void turn_upright(const Vec3d& up, const Vec3d& facing, Character& standing);

/// Hangs all meshes of a standing character on a skeleton and makes their weights by `auto`.
Result<BoundWeights> hang_on_skeleton(const Skeleton& skeleton, Character& standing,
                                      const WeightSettings& settings = {});

}  // namespace isoskin
