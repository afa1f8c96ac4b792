#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "isoskin/base/result.h"
#include "isoskin/io/character_file.h"

namespace isoskin {

/// Endings that are read through assimp, where isoskin is built with it.
inline constexpr std::string_view kAssimpExtensions =
    ".fbx .dae .md5mesh .off .3ds .x .ase .lwo .ms3d .blend .smd .cob";

/// Meshes, bones, node animations and diffuse materials of a file that assimp knows. Quads stay
/// quads. Embedded pictures are kept, others are looked for beside the file.
Result<Character> read_assimp(const std::filesystem::path& path, const ReadOptions& options);

/// Why `text`, a file with the given ending, must not reach assimp, which trusts the counts and
/// indices of OFF and MD5 files. `name` stands for the file.
std::optional<Error> find_assimp_hazard(std::string_view ending, std::string_view text,
                                        std::string_view name);

}  // namespace isoskin
