#include "isoskin/autorig/rigged_character.h"

#include <cassert>
#include <optional>

namespace isoskin {

WholeBody whole_body(const Character& standing) {
    WholeBody body;
    for (const SkinnedMesh& skinned : standing.meshes) {
        const auto first = static_cast<Index>(body.positions.size());
        body.positions.insert(body.positions.end(), skinned.mesh.positions.begin(),
                              skinned.mesh.positions.end());
        for (Face face : skinned.mesh.faces) {
            for (Index& vertex : face.vertices)
                if (vertex != kNoIndex) vertex += first;
            body.faces.push_back(face);
        }
    }
    return body;
}

void turn_upright(const Vec3d& up, const Vec3d& facing, Character& standing) {
    Affine upright = Affine::Identity();
    upright.linear().row(0) = up.cross(facing).transpose();
    upright.linear().row(1) = up.transpose();
    upright.linear().row(2) = facing.transpose();
    for (SkinnedMesh& skinned : standing.meshes)
        carry_mesh(std::vector<Affine>(skinned.mesh.vertex_count(), upright), skinned.mesh);
}

namespace {

// The child that most joints hang below: the bone that the axes of a joint follow.
std::vector<std::optional<std::size_t>> main_children(const Skeleton& skeleton) {
    const auto joints = skeleton.joints();
    std::vector<std::size_t> below(joints.size(), 1);
    std::vector<std::optional<std::size_t>> main(joints.size());
    for (std::size_t j = joints.size(); j-- > 0;) {
        const auto parent = joints[j].parent;
        if (!parent) continue;
        below[*parent] += below[j];
        if (auto& best = main[*parent]; !best || below[j] >= below[*best]) best = j;
    }
    return main;
}

Quatd turn_of_bone(const Vec3d& from, const Vec3d& to) {
    return from.norm() > 0.0 && to.norm() > 0.0 ? Quatd::FromTwoVectors(from, to)
                                                : Quatd::Identity();
}

}  // namespace

Result<Skeleton> with_places(const Skeleton& skeleton, std::span<const Vec3d> places) {
    assert(places.size() == skeleton.joint_count());
    std::vector<Affine> stored(skeleton.joint_count());
    compute_model_pose(skeleton, stored_pose(skeleton).parent_from_joint, stored);
    const auto main = main_children(skeleton);
    std::vector<Joint> joints(skeleton.joints().begin(), skeleton.joints().end());
    std::vector<Affine> moved(joints.size(), Affine::Identity());
    std::vector<Quatd> turns(joints.size(), Quatd::Identity());
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const auto parent = joints[j].parent;
        if (main[j])
            turns[j] = turn_of_bone(stored[*main[j]].translation() - stored[j].translation(),
                                    places[*main[j]] - places[j]);
        else if (parent)
            turns[j] = turns[*parent];
        moved[j].linear() = turns[j].toRotationMatrix() * stored[j].linear();
        moved[j].translation() = places[j];
        joints[j].parent_from_joint =
            to_transform(parent ? Affine(moved[*parent].inverse() * moved[j]) : moved[j]);
    }
    return Skeleton::create(std::move(joints));
}

Result<BoundWeights> hang_on_skeleton(const Skeleton& skeleton, Character& standing,
                                      const WeightSettings& settings) {
    standing.skeleton = skeleton;
    std::vector<Affine> model_from_joint(skeleton.joint_count());
    compute_model_pose(skeleton, stored_pose(skeleton).parent_from_joint, model_from_joint);
    for (SkinnedMesh& skinned : standing.meshes) {
        skinned.skin = {};
        skinned.skin.name = "rig";
        for (std::size_t joint = 0; joint < skeleton.joint_count(); ++joint) {
            skinned.skin.joints.push_back(static_cast<JointIndex>(joint));
            skinned.skin.joint_from_bind.push_back(model_from_joint[joint].inverse());
        }
        skinned.weights = SkinWeights::rigid(skinned.mesh.vertex_count(), 0);
    }
    const auto body = bind_body(standing);
    if (!body) return body.error();
    auto bound = bind_weights(*body, skeleton, settings);
    if (bound) apply_weights(*body, bound->weights, standing);
    return bound;
}

}  // namespace isoskin
