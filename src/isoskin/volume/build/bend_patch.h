#pragma once

#include <span>
#include <vector>

#include "isoskin/mesh/dihedral.h"
#include "isoskin/volume/build/part_model.h"

namespace isoskin {

/// The skin round a joint that bends: the points that its map reaches or its bend blends, and the
/// triangles round them.
struct BendPatch {
    std::vector<Index> points;  ///< Of the part, increasing.

    // Per point:
    std::vector<Vec3d> bind;       ///< From the pivot.
    std::vector<Vec3d> direction;  ///< Where flesh goes when it thickens.
    std::vector<double> blend;     ///< How far it follows the joint, 0 to 1.
    std::vector<double> map;
    std::vector<double> gain;  ///< ∂V/∂map in the bind shape.
    std::vector<double> area;

    std::vector<Triangle> triangles;  ///< Over the points of the patch.
    std::vector<InteriorEdge> edges;

    std::size_t size() const { return points.size(); }
};

/// `gradient` is that of the bind shape's volume, `map` the joint's: one element per real point.
BendPatch make_bend_patch(const PartModel& part, std::span<const Vec3d> gradient, std::size_t node,
                          std::span<const double> map);

}  // namespace isoskin
