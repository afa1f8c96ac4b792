#include "isoskin/rig/character.h"

#include <algorithm>
#include <cassert>

namespace isoskin {

std::vector<std::size_t> first_morph(const Character& character) {
    std::vector<std::size_t> first{0};
    first.reserve(character.meshes.size() + 1);
    for (const SkinnedMesh& mesh : character.meshes)
        first.push_back(first.back() + mesh.morphs.size());
    return first;
}

Pose stored_pose(const Character& character) {
    Pose pose = stored_pose(character.skeleton);
    for (const SkinnedMesh& mesh : character.meshes) {
        assert(mesh.stored_morph_weights.size() == mesh.morphs.size());
        pose.morph_weights.insert(pose.morph_weights.end(), mesh.stored_morph_weights.begin(),
                                  mesh.stored_morph_weights.end());
    }
    return pose;
}

Pose clip_pose(const Character& character, const Clip& clip, double time, PlayMode mode) {
    Pose pose = stored_pose(character);
    sample(clip, time, mode, first_morph(character), pose);
    return pose;
}

void compute_palette(const Skin& skin, std::span<const Affine> model_from_joint,
                     std::span<Affine> palette) {
    assert(palette.size() == skin.joints.size());
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot)
        palette[slot] = model_from_joint[skin.joints[slot]] * skin.joint_from_bind[slot];
}

std::vector<JointIndex> skin_joints(const Character& character) {
    std::vector<JointIndex> joints;
    for (const SkinnedMesh& mesh : character.meshes)
        if (!mesh.skin.hung)
            joints.insert(joints.end(), mesh.skin.joints.begin(), mesh.skin.joints.end());
    std::sort(joints.begin(), joints.end());
    joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
    return joints;
}

}  // namespace isoskin
