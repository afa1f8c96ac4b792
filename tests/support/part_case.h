#pragma once

#include <string>
#include <vector>

#include "isoskin/volume/build/table_builder.h"
#include "scenes.h"

namespace isoskin::testing {

/// The first part of a character and its table.
struct PartCase {
    explicit PartCase(const std::string& scene) : PartCase(scenes::make_scene(scene).value()) {}
    explicit PartCase(Character scene)
        : character(std::move(scene)), surface(make_volume_surface(character.meshes[0])) {
        const SkinnedMesh& mesh = character.meshes[0];
        for (const JointIndex joint : mesh.skin.joints)
            joint_names.push_back(character.skeleton.joints()[joint].name);
        part = make_part_model(mesh, character.skeleton, surface, surface.parts[0]);
        table = TableBuilder(part, {}).build(surface, joint_names, {});
    }

    /// Every joint turned by so much against its parent, about an axis that bends and twists.
    std::vector<Affine> turned_palette(double degrees) const {
        const Eigen::AngleAxisd turn(degrees * kPi / 180.0, Vec3d(0.3, 0.5, 1.0).normalized());
        Pose pose = stored_pose(character);
        for (std::size_t k = 1; k < pose.parent_from_joint.size(); ++k)
            pose.parent_from_joint[k].rotation = pose.parent_from_joint[k].rotation * Quatd(turn);
        std::vector<Affine> model_from_joint(pose.parent_from_joint.size());
        compute_model_pose(character.skeleton, pose.parent_from_joint, model_from_joint);
        std::vector<Affine> palette(joint_names.size());
        compute_palette(character.meshes[0].skin, model_from_joint, palette);
        return palette;
    }

    Character character;
    VolumeSurface surface;
    std::vector<std::string> joint_names;  ///< Per slot.
    PartModel part;
    CorrectionTable table;
};

}  // namespace isoskin::testing
