#include "flesh_parts.h"

#include <algorithm>
#include <cctype>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "isoskin/io/character_file.h"
#include "isoskin/volume/settings_json.h"

namespace isoskin::cli {
namespace {

std::string as_file_name(std::string joint) {
    for (char& letter : joint)
        if (std::isalnum(static_cast<unsigned char>(letter)) == 0 && letter != '-') letter = '_';
    return joint;
}

}  // namespace

std::string joint_manifest(const std::filesystem::path& character,
                           const std::vector<std::string>& joints) {
    std::string lines;
    const std::string folder = character.stem().string();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        // Numbered, as two joints may come to one name.
        const nlohmann::ordered_json line = {
            {"file", std::filesystem::absolute(character).string()},
            {"name", fmt::format("{}/{:03}_{}.glb", folder, i, as_file_name(joints[i]))},
            {"options", {"--joints", joints[i]}}};
        lines += line.dump() + "\n";
    }
    return lines;
}

Result<std::vector<FleshJoint>> read_flesh_parts(const std::vector<std::filesystem::path>& files,
                                                 const Character& character) {
    std::vector<FleshJoint> parts;
    for (const auto& file : files) {
        const auto part = read_character(file, {});
        if (!part) return part.error();
        const std::string name = "'" + file.string() + "'";
        if (part->settings_json.empty()) return invalid(name + " has no flesh to merge");
        const auto settings =
            parse_volume_settings(part->settings_json, "the volume settings in " + name);
        if (!settings) return settings.error();
        if (settings->flesh.empty()) return invalid(name + " has no flesh to merge");
        for (const FleshJoint& joint : settings->flesh) {
            const bool fits =
                joint.mesh < character.meshes.size() &&
                character.meshes[joint.mesh].mesh.vertex_count() == joint.vertex_count;
            if (!fits || !character.skeleton.find(joint.joint))
                return invalid("the flesh of '" + joint.joint + "' in " + name +
                               " is of another character");
            parts.push_back(joint);
        }
    }
    const auto place = [&](const FleshJoint& joint) {
        const auto order = skin_joints(character);
        return std::find(order.begin(), order.end(), *character.skeleton.find(joint.joint)) -
               order.begin();
    };
    std::stable_sort(parts.begin(), parts.end(),
                     [&](const FleshJoint& a, const FleshJoint& b) { return place(a) < place(b); });
    return parts;
}

}  // namespace isoskin::cli
