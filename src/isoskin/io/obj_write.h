#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// The posed meshes as OBJ: vertices in their own order, quads as quads, numbers that read back to
/// the same bits. `material_file` is named by the text if not empty. One element of `posed` per
/// mesh.
std::string obj_text(const Character& character, std::span<const PosedMesh> posed,
                     const std::string& material_file);

/// Writes the OBJ, and beside it a material file and pictures of the same stem if there are any.
Status write_obj(const std::filesystem::path& path, const Character& character,
                 std::span<const PosedMesh> posed);

}  // namespace isoskin
