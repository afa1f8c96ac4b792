#include "isoskin/rig/bare_mesh.h"

#include <cassert>
#include <string>

namespace isoskin {
namespace {

Skeleton make_flat_skeleton(std::span<const Affine> joint_from_bind) {
    std::vector<Joint> joints;
    joints.reserve(joint_from_bind.size());
    for (const Affine& matrix : joint_from_bind)
        joints.push_back({.name = "joint " + std::to_string(joints.size()),
                          .parent = std::nullopt,
                          .parent_from_joint = to_transform(matrix.inverse())});
    auto skeleton = Skeleton::create(std::move(joints));
    assert(skeleton.has_value());
    return *std::move(skeleton);
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

Character make_character(const BareMesh& bare) {
    Character character;
    character.skeleton = make_flat_skeleton(bare.joint_from_bind);
    SkinnedMesh& mesh = character.meshes.emplace_back();
    mesh.mesh = make_mesh(bare);
    mesh.weights = bare.weights;
    mesh.skin.joint_from_bind.assign(bare.joint_from_bind.begin(), bare.joint_from_bind.end());
    for (std::size_t joint = 0; joint < bare.joint_from_bind.size(); ++joint)
        mesh.skin.joints.push_back(static_cast<JointIndex>(joint));
    return character;
}

}  // namespace isoskin
