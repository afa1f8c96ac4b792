#pragma once

#include <span>
#include <vector>

#include "isoskin/math/types.h"

namespace isoskin {

/// The flesh of one bend, pulled back to the bind shape.
struct BendSample {
    Eigen::Vector2d bend = Eigen::Vector2d::Zero();  ///< Axis times angle, across the limb.
    std::vector<Vec3d> moves;                        ///< Per point that moves.
};

struct CompressedFlesh {
    std::vector<std::vector<Vec3d>> targets;  ///< Largest move 1 limb radius each.
    std::vector<double> weights;              ///< Samples × targets, row by row.
    double error = 0.0;                       ///< Largest at the samples, in limb radii.
};

/// The fewest targets (principal components) that meet every sample within half a per cent of the
/// limb radius, at most `kMostFleshTargets`.
CompressedFlesh compress(std::span<const BendSample> samples, double radius);

}  // namespace isoskin
