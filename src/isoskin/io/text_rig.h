#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/io/character_file.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// The six texts of a rig kept as a folder of plain files; see docs/formats/text_rig.md.
struct TextRig {
    std::string parents;       ///< skeleton_connectivity_parent
    std::string names;         ///< skeleton_joint_name
    std::string rotations;     ///< skeleton_rest_pose_rotation
    std::string translations;  ///< skeleton_rest_pose_translation
    std::string joint_rows;    ///< rig_joint
    std::string weight_rows;   ///< rig_weights
};

/// Joints in their stored pose, and for each of the `vertex_count` vertices its influences, whose
/// slots count in the order of the files. `folder` stands for the rig in error sentences.
struct ParsedTextRig {
    ImportedSkeleton imported;
    std::vector<std::vector<Influence>> rows;
};
Result<ParsedTextRig> parse_text_rig(const TextRig& rig, std::string_view folder,
                                     std::size_t vertex_count);

bool has_text_rig(const std::filesystem::path& folder);

/// Reads the mesh `obj_path` bound to the rig of `folder`. Without a material file that tells
/// otherwise, `texture.png` of that folder covers it.
Result<Character> read_text_rig(const std::filesystem::path& obj_path,
                                const std::filesystem::path& folder, const ReadOptions& options);

}  // namespace isoskin
