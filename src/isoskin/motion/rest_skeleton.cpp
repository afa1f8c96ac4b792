#include "isoskin/motion/rest_skeleton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isoskin {
namespace {

bool is_usable(const Affine& joint_from_bind) {
    const double volume = joint_from_bind.linear().determinant();
    return std::isfinite(volume) && volume != 0.0 && joint_from_bind.matrix().allFinite();
}

// Bind places of all joints, in model space: skins first, then what hangs on them.
std::vector<Affine> bind_pose(const Character& character) {
    const Skeleton& skeleton = character.skeleton;
    std::vector<Affine> stored(skeleton.joint_count());
    compute_model_pose(skeleton, stored_pose(skeleton).parent_from_joint, stored);
    std::vector<std::optional<Affine>> bound(skeleton.joint_count());
    for (const SkinnedMesh& mesh : character.meshes) {
        const Skin& skin = mesh.skin;
        if (skin.hung || skin.joints.empty()) continue;
        // Spaces of skins differ by more than a motion (quantised meshes); one joint that has its
        // place already, or else the topmost of the skin, lays this one in model space.
        std::size_t anchor = 0;
        for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
            const bool known = bound[skin.joints[slot]].has_value();
            const bool anchor_known = bound[skin.joints[anchor]].has_value();
            if (known != anchor_known ? known : skin.joints[slot] < skin.joints[anchor])
                anchor = slot;
        }
        const JointIndex at = skin.joints[anchor];
        const Affine model_from_bind =
            bound[at].value_or(stored[at]) * skin.joint_from_bind[anchor];
        for (std::size_t slot = 0; slot < skin.joints.size(); ++slot)
            if (!bound[skin.joints[slot]] && is_usable(skin.joint_from_bind[slot]))
                bound[skin.joints[slot]] = model_from_bind * skin.joint_from_bind[slot].inverse();
    }
    std::vector<Affine> pose(skeleton.joint_count());
    for (std::size_t i = 0; i < pose.size(); ++i) {
        const auto parent = skeleton.joints()[i].parent;
        pose[i] = bound[i] ? *bound[i]
                  : parent ? pose[*parent] * to_affine(skeleton.joints()[i].parent_from_joint)
                           : stored[i];
    }
    return pose;
}

// A joint counts if a vertex may follow it, or if it carries and is carried by such ones.
std::vector<char> find_moving(const Character& character, const RestSkeleton& rest) {
    std::vector<char> used(rest.joint_count(), character.meshes.empty() ? 1 : 0);
    for (const JointIndex joint : skin_joints(character))
        used[joint] = 1;
    if (std::find(used.begin(), used.end(), 1) == used.end())
        for (const SkinnedMesh& mesh : character.meshes)
            for (const JointIndex joint : mesh.skin.joints)
                used[joint] = 1;
    std::vector<char> above = used;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (rest.parents[i] && above[*rest.parents[i]]) above[i] = 1;
    std::vector<char> below = used;
    for (std::size_t i = used.size(); i-- > 0;)
        if (rest.parents[i] && below[i]) below[*rest.parents[i]] = 1;
    for (std::size_t i = 0; i < used.size(); ++i)
        used[i] = used[i] || (above[i] && below[i]);
    return used;
}

void measure_flesh(const Character& character, const std::vector<Affine>& pose,
                   RestSkeleton& rest) {
    std::vector<Vec3d> sum(rest.joint_count(), Vec3d::Zero());
    std::vector<double> count(rest.joint_count(), 0.0);
    double lowest = std::numeric_limits<double>::infinity();
    for (const SkinnedMesh& mesh : character.meshes) {
        if (mesh.skin.joints.empty()) continue;
        for (std::size_t v = 0; v < mesh.mesh.positions.size(); ++v) {
            const auto row = mesh.weights.row(v);
            if (row.empty()) continue;
            const JointIndex slot = row[0].slot;
            const JointIndex joint = mesh.skin.joints[slot];
            const Vec3d p = pose[joint] * (mesh.skin.joint_from_bind[slot] *
                                           mesh.mesh.positions[v].cast<double>());
            if (!p.allFinite()) continue;
            sum[joint] += p;
            count[joint] += 1.0;
            lowest = std::min(lowest, p.y());
        }
    }
    rest.flesh.resize(rest.joint_count());
    for (std::size_t i = 0; i < rest.joint_count(); ++i)
        if (count[i] > 0.0) rest.flesh[i] = sum[i] / count[i];
    if (!std::isfinite(lowest)) lowest = 0.0;
    rest.ground = lowest;
}

}  // namespace

RestSkeleton rest_skeleton(const Character& character) {
    const auto pose = bind_pose(character);
    RestSkeleton rest;
    rest.children.resize(pose.size());
    for (std::size_t i = 0; i < pose.size(); ++i) {
        const Joint& joint = character.skeleton.joints()[i];
        rest.names.push_back(joint.name);
        rest.parents.push_back(joint.parent);
        if (joint.parent) rest.children[*joint.parent].push_back(i);
        rest.places.push_back(pose[i].translation());
        rest.turns.push_back(to_transform(pose[i]).rotation.normalized());
    }
    rest.body_names = rest.names;
    if (!character.human_bones.empty()) {
        rest.body_names.assign(rest.joint_count(), "");
        for (const HumanBone& bone : character.human_bones)
            rest.body_names[bone.joint] = bone.name;
    }
    rest.moves = find_moving(character, rest);
    measure_flesh(character, pose, rest);
    return rest;
}

bool carries(const RestSkeleton& rest, std::size_t above, std::size_t below) {
    for (std::optional<std::size_t> at = below; at && *at >= above; at = rest.parents[*at])
        if (*at == above) return true;
    return false;
}

std::vector<std::size_t> path_down(const RestSkeleton& rest, std::size_t above, std::size_t below) {
    std::vector<std::size_t> path;
    for (std::size_t at = below; at != above; at = *rest.parents[at])
        path.push_back(at);
    std::reverse(path.begin(), path.end());
    return path;
}

}  // namespace isoskin
