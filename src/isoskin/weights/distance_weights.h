#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "isoskin/rig/skin_weights.h"

namespace isoskin {

/// A segment in bind space that pulls at the skin for one joint; both ends equal: a point.
struct Bone {
    Vec3d start = Vec3d::Zero();
    Vec3d end = Vec3d::Zero();
    JointIndex slot = 0;  ///< Several bones may pull for the same slot; the nearest counts.
};

struct DistanceWeightSettings {
    double falloff = 4.5;            ///< The exponent f of ω ∝ d^-f; larger is more rigid.
    std::size_t max_influences = 4;  ///< Joints kept per vertex, the strongest; at least 1.
};

/// ω_ij ∝ d(i, j)^(−f), the distance of a point to the bones of a joint; rows are cut to the
/// strongest and sum to one. A point on a bone follows that bone alone. Blind to what lies between
/// a point and a bone: legs that stand close bleed into each other. `bones` is not empty.
SkinWeights distance_weights(std::span<const Vec3> positions, std::span<const Bone> bones,
                             const DistanceWeightSettings& settings = {});

/// The bones of a skeleton in its stored pose: from every joint to each of its children, and a
/// point where a joint has none. Slots count as joints do.
std::vector<Bone> bones_of(const Skeleton& skeleton);

}  // namespace isoskin
