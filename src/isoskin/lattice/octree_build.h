#pragma once

#include <span>

#include "isoskin/lattice/octree.h"

namespace isoskin {

/// How far neighbours may differ.
enum class TreeBalance {
    Any,       ///< By any number of levels.
    OneLevel,  ///< By one: leaves that touch coarse ones are divided too.
};

struct OctreeSettings {
    int max_depth = 4;            ///< Level of the finest cells, 0 … kMaxTreeDepth.
    std::size_t max_points = 32;  ///< A cell that holds more is divided.
    double margin = 0.05;         ///< Room left around the points, over the longest side.
    TreeBalance balance = TreeBalance::Any;
    TreeAxes axes = TreeAxes::Three;
};

/// A cube around the points, divided while a cell holds more than `max_points` of them.
/// Refuses no points, points that all coincide, points that are not numbers, impossible settings.
Result<Octree> octree_from_points(std::span<const Vec3> points, const OctreeSettings& settings);

/// A cube around the triangles, divided to `max_depth` wherever the surface passes: inside and
/// outside stay coarse (source 002 calls these full and empty).
Result<Octree> octree_from_matter(std::span<const Vec3> points, std::span<const Triangle> triangles,
                                  const OctreeSettings& settings);

/// A box divided evenly; every cell of `depth` exists.
Result<Octree> octree_from_box(const Eigen::AlignedBox3d& box, int depth,
                               TreeAxes axes = TreeAxes::Three);

}  // namespace isoskin
