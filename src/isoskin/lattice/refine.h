#pragma once

#include <vector>

#include "isoskin/lattice/lattice.h"
#include "isoskin/rig/character.h"

namespace isoskin {

struct RefineSettings {
    /// How far an edge may lie off the curve that the lattice makes of it, over the diagonal of the
    /// shape at rest.
    double tolerance = 0.002;
    int max_rounds = 5;                    ///< Each cuts an edge at most once.
    std::size_t max_vertices = 2'000'000;  ///< No round is begun beyond this many.
};

/// A shape with more vertices where a lattice bends it.
struct RefinedShape {
    SkinnedMesh shape;
    std::vector<Vec3> rest;  ///< Where its vertices lie in rest space: to be embedded anew.
    int rounds = 0;
};

/// Cuts edges that the lattice bends, in the middle in rest space. Weights, texture coordinates,
/// normals and morph targets are carried along; no vertex comes to lie on an uncut edge, and what
/// was closed stays closed, across seams too. `rest` has one place per vertex, as in
/// `Embedding::rest`.
RefinedShape refine_where_bent(const SkinnedMesh& shape, std::vector<Vec3> rest,
                               const Lattice& lattice, const RefineSettings& settings = {});

}  // namespace isoskin
