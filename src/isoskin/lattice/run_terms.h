#pragma once

#include <span>

#include "isoskin/lattice/point_kernel.h"

namespace isoskin {

/// The motions at the corners of a cell as the kernel wants them. One motion per vertex slot.
void fill_cell_term(const Octree& tree, std::span<const VertexMotion> motions, Index cell,
                    CellTerm& term);

/// The motions of the vertices that reach into a leaf, for the Source scheme.
void fill_influence_terms(const Octree& tree, std::span<const VertexMotion> motions, Index leaf,
                          std::span<const Index> vertices, InfluenceTerm* terms);

}  // namespace isoskin
