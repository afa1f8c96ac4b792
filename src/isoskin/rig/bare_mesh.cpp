#include "isoskin/rig/bare_mesh.h"

#include <cassert>
#include <string>

namespace isoskin {
namespace {

Result<Skeleton> make_skeleton(const BareMesh& bare) {
    assert(bare.parents.empty() || bare.parents.size() == bare.joint_from_bind.size());
    std::vector<Joint> joints;
    joints.reserve(bare.joint_from_bind.size());
    for (const Affine& joint_from_bind : bare.joint_from_bind) {
        const std::size_t at = joints.size();
        Joint& joint = joints.emplace_back();
        joint.name = "joint " + std::to_string(at);
        Affine parent_from_joint = joint_from_bind.inverse();
        if (!bare.parents.empty() && bare.parents[at] != kNoIndex) {
            joint.parent = bare.parents[at];
            if (*joint.parent < bare.joint_from_bind.size())
                parent_from_joint = bare.joint_from_bind[*joint.parent] * parent_from_joint;
        }
        joint.parent_from_joint = to_transform(parent_from_joint);
    }
    return Skeleton::create(std::move(joints));
}

Mesh make_mesh(const BareMesh& bare) {
    Mesh mesh;
    mesh.name = "mesh";
    mesh.positions.assign(bare.positions.begin(), bare.positions.end());
    mesh.faces.assign(bare.faces.begin(), bare.faces.end());
    mesh.sections.push_back({.name = "all",
                             .first_face = 0,
                             .face_count = bare.faces.size(),
                             .first_vertex = 0,
                             .vertex_count = bare.positions.size(),
                             .material = -1});
    return mesh;
}

}  // namespace

Result<Character> make_character(const BareMesh& bare) {
    auto skeleton = make_skeleton(bare);
    if (!skeleton) return skeleton.error();
    Character character;
    character.skeleton = *std::move(skeleton);
    SkinnedMesh& mesh = character.meshes.emplace_back();
    mesh.mesh = make_mesh(bare);
    mesh.weights = bare.weights;
    mesh.skin.joint_from_bind.assign(bare.joint_from_bind.begin(), bare.joint_from_bind.end());
    for (std::size_t joint = 0; joint < bare.joint_from_bind.size(); ++joint)
        mesh.skin.joints.push_back(static_cast<JointIndex>(joint));
    return character;
}

}  // namespace isoskin
