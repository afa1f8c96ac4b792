#pragma once

#include "isoskin/autorig/rig_body.h"
#include "isoskin/rig/standing.h"
#include "isoskin/weights/bind_weights.h"

namespace isoskin {

/// All vertices and faces of a character's meshes as one body.
struct WholeBody {
    std::vector<Vec3> positions;
    std::vector<Face> faces;
};
WholeBody whole_body(const Character& standing);

/// Turns a standing character so that `up` is y and `facing` is z.
void turn_upright(const Vec3d& up, const Vec3d& facing, Character& standing);

/// The same joints at other places, in model space: axes turn with their bones by the shortest way,
/// those of an end with the bone that leads to it. One place per joint.
Result<Skeleton> with_places(const Skeleton& skeleton, std::span<const Vec3d> places);

/// Hangs all meshes of a standing character on a skeleton and makes their weights by `auto`.
Result<BoundWeights> hang_on_skeleton(const Skeleton& skeleton, Character& standing,
                                      const WeightSettings& settings = {});

}  // namespace isoskin
