#pragma once

#include <array>
#include <span>
#include <vector>

#include "isoskin/lattice/lattice.h"

namespace isoskin {

/// The frame of a corner of the root by its edges: each column an edge vector over its rest length,
/// so that affine maps are reproduced. In a tree of two axes the third column is the
/// unit normal of the others.
Mat3d edge_frame(const Grid& grid, const std::array<Vec3d, 8>& corner_positions,
                 std::size_t corner);

/// Where all vertices lie in the Source scheme: the mean of their parents, plus what free ones
/// depart from it. One element per vertex slot.
std::vector<Vec3d> source_positions(const Octree& tree, std::span<const VertexDetail> details);

/// The frame of a free vertex in the Source scheme: along each axis half the difference of the unit
/// vectors of the finest edges on both sides. `positions` per vertex slot.
Mat3d source_frame(const Octree& tree, std::span<const Vec3d> positions, Index vertex);

}  // namespace isoskin
