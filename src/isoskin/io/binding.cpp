#include "isoskin/io/binding.h"

#include <cassert>

namespace isoskin {

void add_bare_mesh(Mesh mesh, Character& character) {
    assert(character.skeleton.joint_count() == 0);
    Joint root;
    root.name = "root";
    character.skeleton = *Skeleton::create({root});

    SkinnedMesh skinned;
    skinned.weights = SkinWeights::rigid(mesh.vertex_count(), 0);
    skinned.mesh = std::move(mesh);
    skinned.skin = bind_in_stored_pose(character.skeleton, {0});
    skinned.skin.hung = true;
    character.meshes.push_back(std::move(skinned));
}

Skin bind_in_stored_pose(const Skeleton& skeleton, std::vector<JointIndex> joints) {
    std::vector<Affine> model_from_joint(skeleton.joint_count());
    compute_model_pose(skeleton, stored_pose(skeleton).parent_from_joint, model_from_joint);
    Skin skin;
    skin.joint_from_bind.reserve(joints.size());
    for (const JointIndex joint : joints)
        skin.joint_from_bind.push_back(model_from_joint[joint].inverse());
    skin.joints = std::move(joints);
    return skin;
}

std::vector<Note> notes_on(const SkinWeights& weights) {
    std::vector<Note> notes;
    if (weights.renormalised_rows() > 0)
        notes.push_back({.kind = NoteKind::Repaired,
                         .what = "vertices had weights that did not sum to one",
                         .count = weights.renormalised_rows()});
    if (!weights.empty_rows().empty())
        notes.push_back({.kind = NoteKind::Repaired,
                         .what = "vertices have no weights and follow the first joint",
                         .count = weights.empty_rows().size()});
    return notes;
}

Quatd upright_from_file(UpAxis up_axis) {
    if (up_axis == UpAxis::X) return Quatd(Eigen::AngleAxisd(kPi / 2.0, Vec3d::UnitZ()));
    if (up_axis == UpAxis::Z) return Quatd(Eigen::AngleAxisd(-kPi / 2.0, Vec3d::UnitX()));
    return Quatd::Identity();
}

Skeleton stand_up(const Skeleton& skeleton, const ReadOptions& options) {
    const Quatd upright = upright_from_file(options.up_axis);
    std::vector<Joint> joints(skeleton.joints().begin(), skeleton.joints().end());
    for (Joint& joint : joints) {
        if (joint.parent) continue;
        Transform& local = joint.parent_from_joint;
        local.translation = options.scale * (upright * local.translation);
        local.rotation = upright * local.rotation;
        local.scale *= options.scale;
    }
    return *Skeleton::create(std::move(joints));
}

}  // namespace isoskin
