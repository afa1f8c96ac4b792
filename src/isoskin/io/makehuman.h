#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/io/character_file.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// MakeHuman's skeleton: joints at means of vertices of the base mesh, bones from joint to joint.
/// See docs/formats/makehuman.md. Bind frames stand at the heads of bones, turned as the model.
struct MakehumanSkeleton {
    ImportedSkeleton imported;
    std::vector<std::string> bones;  ///< In the order of the input, one per joint.
    std::string weights_file;        ///< As named by the skeleton; may be empty.
};
Result<MakehumanSkeleton> parse_mhskel(std::string_view text, std::string_view file,
                                       std::span<const Vec3> positions);

/// Influences of each of `vertex_count` vertices; slots count in `bones`.
Result<std::vector<std::vector<Influence>>> parse_mhw(std::string_view text, std::string_view file,
                                                      std::span<const std::string> bones,
                                                      std::size_t vertex_count);

/// Reads `obj_path` bound to the skeleton `mhskel_path` with the weights it names, or with
/// `default_weights.mhw` beside it. Groups named helper-* and joint-* are left out, with a note.
Result<Character> read_makehuman(const std::filesystem::path& obj_path,
                                 const std::filesystem::path& mhskel_path,
                                 const ReadOptions& options);

}  // namespace isoskin
