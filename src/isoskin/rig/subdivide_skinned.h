#pragma once

#include <cstddef>

#include "isoskin/mesh/subdivide.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// A finer mesh made of a skinned one, with all that hangs on that: weights and morph targets go
/// through the stencils of the refinement.
SkinnedMesh carry_onto(Subdivided finer, const SkinnedMesh& skinned);

/// Subdivides a mesh with all that hangs on it: weights and morph targets go through the same
/// stencils as positions. A vertex keeps its four strongest joints, or as many as the mesh
/// had at most.
SkinnedMesh subdivide(const SkinnedMesh& skinned, SubdivisionScheme scheme);

/// Subdivides all meshes until together they have at least `min_vertices`. Four times the vertices
/// per step, so up to four times as many as asked for. A character without vertices stays as it is.
void subdivide_to(Character& character, std::size_t min_vertices, SubdivisionScheme scheme);

}  // namespace isoskin
