#pragma once

#include <filesystem>
#include <span>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// How the bytes of a glTF are stored.
enum class Packing {
    Plain,    ///< As every player reads them.
    Meshopt,  ///< By EXT_meshopt_compression, without loss.
};

/// Writes a character as .glb, .vrm or .gltf (one file, everything inside).
///
/// A character that came from glTF is written as the document it came from, with what has changed
/// since put in its place: materials, cameras, extras, unknown extensions and further attributes
/// stay. If joints or meshes were added or removed, and for any other character, the file is made
/// from scratch: quads are cut into triangles and wedges become vertices.
Status write_gltf(const std::filesystem::path& path, const Character& character,
                  Packing packing = Packing::Plain);

/// Writes one moment: a node per mesh at the origin, without skins, motions and morph targets.
/// Vertices keep their order; `posed` has one element per mesh.
Status write_posed_gltf(const std::filesystem::path& path, const Character& character,
                        std::span<const PosedMesh> posed);

}  // namespace isoskin
