#pragma once

#include <span>

#include "isoskin/rig/character.h"

namespace isoskin {

/// A skinned mesh as a program holds it that has no file: plain arrays.
struct BareMesh {
    std::span<const Vec3> positions;  ///< Per vertex, in bind space.
    std::span<const Face> faces;
    const SkinWeights& weights;               ///< One row per vertex; slots count joints.
    std::span<const Affine> joint_from_bind;  ///< Per joint: the inverse bind matrix.
    /// Per joint: who carries it, kNoIndex for a root; parents come first. Empty: all are roots.
    /// Constant volume is better with it: it tells limbs that touch from limbs that carry.
    std::span<const Index> parents = {};
};

/// A character of one mesh whose joints ("joint 0", "joint 1", …) are stored in their bind pose.
/// Refuses parents that do not come first, naming the joint.
Result<Character> make_character(const BareMesh& bare);

}  // namespace isoskin
