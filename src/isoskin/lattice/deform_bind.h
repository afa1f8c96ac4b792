#pragma once

#include <vector>

#include "isoskin/lattice/lattice.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// From the bind space of one mesh to the space in which a lattice round the whole character lies:
/// the bind space that its skins share. A rigid mesh that hangs on a joint is taken there as it
/// hangs in the stored pose.
Affine lattice_from_bind(const Character& character, std::size_t mesh);

/// All vertices of a character in that space, mesh after mesh: what to build an octree from.
std::vector<Vec3> lattice_points(const Character& character);

/// The triangles of all meshes over these vertices.
std::vector<Triangle> lattice_triangles(const Character& character);

/// The bind shape carried by a lattice, before any skinning: positions, normals and tangents of all
/// meshes, and morph targets so that they meet the map at weights 0 and 1. Skeleton, weights and
/// clips stay.
Character deform_bind(const Character& character, const Lattice& lattice);

}  // namespace isoskin
