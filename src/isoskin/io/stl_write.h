#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin {

/// The posed meshes as binary STL, quads cut in two. One element of `posed` per mesh.
std::vector<std::uint8_t> stl_bytes(const Character& character, std::span<const PosedMesh> posed);

}  // namespace isoskin
