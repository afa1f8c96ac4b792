#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin {

/// The posed meshes as one binary little-endian PLY: positions, normals if all meshes have them,
/// texture coordinates and colours if any has. PLY keeps all that per vertex, so each wedge becomes
/// a vertex. One element of `posed` per mesh.
std::vector<std::uint8_t> ply_bytes(const Character& character, std::span<const PosedMesh> posed);

}  // namespace isoskin
