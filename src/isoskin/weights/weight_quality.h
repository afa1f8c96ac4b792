#pragma once

#include <optional>
#include <span>

#include "isoskin/mesh/topology.h"
#include "isoskin/weights/inside_distances.h"

namespace isoskin {

/// Figures about weights that a person can compare. Differences of rows are half the sum of
/// absolute differences: 0 the same, 1 nothing in common.
struct WeightQuality {
    double smoothness = 0.0;  ///< Mean difference along an edge; less is smoother.
    /// Mean weight from joints within two limb radii, 0…1; empty where the body is not known.
    std::optional<double> locality;
    std::size_t bleeding = 0;        ///< Vertices with more than 2 % from farther ones.
    std::optional<double> symmetry;  ///< Mean difference to the mirror; empty: not symmetric.
};

/// One row of `weights` per point, slots are joints.
WeightQuality measure_weights(const SkinWeights& weights, std::span<const Vec3> points,
                              const PointNeighbours& neighbours, const InsideReach& reach,
                              std::span<const Bone> bones);

}  // namespace isoskin
