#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// Reads a .glb, .gltf or .vrm file; VRM is GLB with extensions, which are kept.
///
/// Every node that the default scene shows or a skin names becomes a joint; every node with a mesh
/// becomes a `SkinnedMesh`. The whole document stays in `Character::source` for the writer.
Result<Character> read_gltf(const std::filesystem::path& path);

/// The same from memory; `path` is for messages and for finding the files the document names.
Result<Character> read_gltf(std::span<const std::uint8_t> bytes, const std::filesystem::path& path);

}  // namespace isoskin
