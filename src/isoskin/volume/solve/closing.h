#pragma once

#include <span>
#include <vector>

#include "isoskin/volume/solve/correction_table.h"

namespace isoskin {

/// Who moves a part too far.
struct LargestMove {
    double radii = 0.0;     ///< The largest move of a point, all targets summed, in limb radii.
    Index node = kNoIndex;  ///< The joint that moves that point most.
};

/// Finds how far weights move points from their skinned places.
///
/// A blend of rotations, scaled alike, moves no point farther than it moves in bind space. So
/// joints whose targets cannot reach the limit there together, whatever their directions, are not
/// looked at point by point, and of the points only those that exceed it there are posed.
class MoveBound {
  public:
    explicit MoveBound(const CorrectionTable& table);

    /// Exact where it exceeds the table's limit; below it, no more than the limit. `motions` has
    /// one element per node; `unit` is the length in the pose of a unit of bind space.
    LargestMove largest(const CorrectionTable& table, std::span<const double> weights,
                        std::span<const Affine> motions, double unit);

  private:
    bool stays_within(const CorrectionTable& table, std::span<const double> weights);

    std::vector<std::vector<Index>> neighbours_;  // per node: nodes whose targets share a point
    std::vector<double> reach_;                   // per node, of the pose
    std::vector<Vec3d> moves_;                    // per point, of the pose
};

}  // namespace isoskin
