#pragma once

#include <span>

#include "isoskin/rig/character.h"

namespace isoskin {

/// A character without its skeleton: meshes in model space in the pose they are stored in, their
/// materials and images. Clips and morph targets are left behind; meshes without a skin lie there.
Character as_it_stands(const Character& character);

/// Carries positions, normals and tangents of a mesh by one matrix per vertex.
void carry_mesh(std::span<const Affine> by_vertex, Mesh& mesh);

}  // namespace isoskin
