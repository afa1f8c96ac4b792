#pragma once

#include <span>
#include <vector>

#include "isoskin/rig/skeleton.h"

namespace isoskin {

/// A moment of a character: one local transform per joint, and the weights of all morph targets.
struct Pose {
    std::vector<Transform> parent_from_joint;
    std::vector<float> morph_weights;  ///< Mesh after mesh, see `Character::first_morph`.
};

/// The pose the skeleton was stored in, without morphs.
Pose stored_pose(const Skeleton& skeleton);

/// Carries a pose from joint-local to model space in one loop. One element per joint in each span.
void compute_model_pose(const Skeleton& skeleton, std::span<const Transform> parent_from_joint,
                        std::span<Affine> model_from_joint);

}  // namespace isoskin
