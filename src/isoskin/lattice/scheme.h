#pragma once

#include <array>
#include <span>
#include <vector>

#include "isoskin/lattice/lattice.h"

namespace isoskin {

/// The cells from the root down to `leaf`.
std::vector<Index> cell_chain(const Octree& tree, Index leaf);

/// X + Σ k (shift + spread (X − P)) over the corners of the cells from the root down to `leaf`, up
/// to `max_level`. `motions` has one element per vertex slot.
Jet evaluate_details(const Octree& tree, Blend blend, std::span<const VertexMotion> motions,
                     Index leaf, const Vec3d& rest, int max_level);

/// The corners that `evaluate_details` sums over, in its order.
std::vector<CornerTerm> detail_terms(const Octree& tree, Blend blend, Index leaf, const Vec3d& rest,
                                     int max_level);

/// The weight k of one corner of a cell at a point in it.
double corner_weight(const Octree& tree, Blend blend, Index cell, std::size_t corner,
                     const Vec3d& rest);

/// How a free vertex reaches into one leaf: parameters at the leaf's corners, from which those of a
/// point follow by linear interpolation.
struct SourceInfluence {
    Index vertex = 0;
    std::array<Vec3d, 8> parameters{};
};

/// All free vertices that reach into a leaf, coarse first.
std::vector<SourceInfluence> source_influences(const Octree& tree, Index leaf);

/// Weight of a vertex at a point before normalisation, and its slope.
struct SourceWeight {
    double value = 0.0;
    Vec3d slope = Vec3d::Zero();
};
SourceWeight source_weight(const Octree& tree, Blend blend, Index leaf,
                           const SourceInfluence& influence, const Vec3d& rest);

/// X + Σ k (shift + spread (X − P)) / Σ k.
Jet evaluate_source(const Octree& tree, Blend blend, std::span<const VertexMotion> motions,
                    Index leaf, const Vec3d& rest);

}  // namespace isoskin
