#pragma once

#include <span>

#include "isoskin/rig/character.h"

namespace isoskin {

/// A skinned mesh as a program holds it that has no file: plain arrays and no hierarchy.
struct BareMesh {
    std::span<const Vec3> positions;  ///< Per vertex, in bind space.
    std::span<const Face> faces;
    const SkinWeights& weights;               ///< One row per vertex; slots count joints.
    std::span<const Affine> joint_from_bind;  ///< Per joint: the inverse bind matrix.
};

/// A character of one mesh whose joints ("joint 0", "joint 1", …) are all roots, stored in their
/// bind pose.
Character make_character(const BareMesh& bare);

}  // namespace isoskin
