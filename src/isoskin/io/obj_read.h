#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// An OBJ file by itself, without the material files it names.
///
/// Vertices keep the file's order and number. Wedges are made where texture coordinates or normals
/// part; each run of faces under one group and material is a section. See docs/formats/obj.md.
struct ObjFile {
    Mesh mesh;
    std::vector<std::string> material_files;  ///< As named by `mtllib`.
    std::vector<Material> materials;          ///< Named by `usemtl`, otherwise as they come.
    std::vector<Note> notes;
};

/// `name` stands for the file in error sentences.
Result<ObjFile> parse_obj(std::string_view text, std::string_view name);

/// Reads the colours and pictures of `material_text` into those of `materials` that it names.
/// Returns the picture each material asks for, empty if none.
std::vector<std::string> parse_mtl(std::string_view material_text,
                                   std::vector<Material>& materials);

/// Reads an OBJ file with its materials and their pictures as a character of one joint.
Result<Character> read_obj(const std::filesystem::path& path);

}  // namespace isoskin
