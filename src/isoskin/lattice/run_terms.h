#pragma once

#include <span>

#include "isoskin/lattice/point_kernel.h"

namespace isoskin {

/// The motions that points of a leaf are subject to, as the kernel wants them: one term per level,
/// root first.
void fill_level_terms(const Octree& tree, std::span<const VertexMotion> motions, Index leaf,
                      LevelTerm* terms);

/// The same for the Source scheme: one term per vertex.
void fill_influence_terms(const Octree& tree, std::span<const VertexMotion> motions, Index leaf,
                          std::span<const Index> vertices, InfluenceTerm* terms);

}  // namespace isoskin
