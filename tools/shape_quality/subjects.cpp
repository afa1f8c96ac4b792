#include "subjects.h"

#include <algorithm>

#include "isoskin/io/character_file.h"
#include "scenes.h"

namespace isoskin::shape_quality {
namespace {

std::vector<std::string> finger_from(const std::string& finger, const std::string& phalanx) {
    std::vector<std::string> joints;
    for (const char* name : {"proximal", "intermediate", "distal"})
        if (!joints.empty() || phalanx == name) joints.push_back(finger + "-phalanx-" + name);
    joints.push_back(finger + "-tip");
    return joints;
}

// Where a joint of the skeleton stands in the bind shape; the stored place if no slot follows it.
Affine bind_from_joint(const Character& character, std::size_t mesh, JointIndex joint) {
    const Skin& skin = character.meshes[mesh].skin;
    const auto at = std::find(skin.joints.begin(), skin.joints.end(), joint);
    if (at != skin.joints.end())
        return skin.joint_from_bind[static_cast<std::size_t>(at - skin.joints.begin())].inverse();
    std::vector<Affine> stored(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, stored_pose(character).parent_from_joint, stored);
    return stored[joint];
}

Vec3d place_of(const Character& character, std::size_t mesh, const std::string& name) {
    return bind_from_joint(character, mesh, character.skeleton.find(name).value()).translation();
}

}  // namespace

std::vector<Subject> subjects() {
    const Vec3d x = Vec3d::UnitX();
    const std::string index = "index-finger";
    return {
        {"MakeHuman arm",
         "limbs-makehuman/makehuman_arm.glb",
         {{"elbow", "upperarm02.L", "lowerarm01.L", "lowerarm02.L", {}, x},
          {"forearm", "lowerarm01.L", "lowerarm02.L", "wrist.L", {}, x}}},
        {"MakeHuman leg",
         "limbs-makehuman/makehuman_leg.glb",
         {{"knee", "upperleg02.R", "lowerleg01.R", "lowerleg02.R", {}, x}}},
        {"hand",
         "hand-webxr/left.glb",
         {{"index, middle joint", index + "-phalanx-proximal", index + "-phalanx-intermediate",
           index + "-phalanx-distal", finger_from(index, "intermediate"), x},
          {"index, knuckle", index + "-metacarpal", index + "-phalanx-proximal",
           index + "-phalanx-intermediate", finger_from(index, "proximal"), x}}},
        {"creature",
         "creature",
         {{"front knee", "leg_fl_upper", "leg_fl_lower", "leg_fl_lower", {}, x},
          {"hind hip", "hips", "leg_bl_upper", "leg_bl_lower", {}, x},
          {"trunk", "trunk_1", "trunk_2", "trunk_3", {}, x}}},
        {"Cesium man",
         "cesium-man/CesiumMan.glb",
         {{"elbow",
           "Skeleton_arm_joint_L__4_",
           "Skeleton_arm_joint_L__3_",
           "Skeleton_arm_joint_L__2_",
           {},
           x},
          {"knee", "leg_joint_L_1", "leg_joint_L_2", "leg_joint_L_3", {}, x}}},
        {"horse",
         "horse-quaternius/Horse.glb",
         {{"front knee", "FrontUpperLeg.L", "FrontLowerLeg.L", "FF.L", {"FF.L"}, x},
          {"neck", "Neck1", "Neck2", "Neck3", {}, x}}},
    };
}

Result<Character> load(const Subject& subject, const std::filesystem::path& data) {
    const bool is_file = subject.source.find('/') != std::string::npos;
    return is_file ? read_character(data / subject.source) : scenes::make_scene(subject.source);
}

LimbMotion limb_motion(const Character& character, std::size_t mesh, const Limb& limb,
                       const Turn& turn) {
    LimbMotion result;
    result.pivot = place_of(character, mesh, limb.joint);
    const Vec3d before = result.pivot - place_of(character, mesh, limb.parent);
    Vec3d bone = place_of(character, mesh, limb.child) - result.pivot;
    if (bone.norm() < 1e-9) bone = before;  // a last joint: onward as its parent
    result.length = bone.norm();
    result.axis = bone / result.length;
    Vec3d about = result.axis;
    if (turn.kind == Turn::Kind::Bend) {
        about = before.normalized().cross(result.axis);
        if (about.norm() < 0.1) about = limb.hinge - limb.hinge.dot(result.axis) * result.axis;
        about.normalize();
    }
    result.motion = Eigen::Translation3d(result.pivot) *
                    Eigen::AngleAxisd(turn.degrees * kPi / 180.0, about) *
                    Eigen::Translation3d(-result.pivot);
    return result;
}

std::vector<Affine> moved_joints(const Character& character, std::size_t mesh, const Limb& limb,
                                 const Affine& motion) {
    const auto joints = character.skeleton.joints();
    std::vector<char> moves(joints.size(), 0);
    std::vector<Affine> model_from_joint(joints.size());
    for (std::size_t joint = 0; joint < joints.size(); ++joint) {
        const std::string& name = joints[joint].name;
        const auto& followers = limb.followers;
        moves[joint] = name == limb.joint ||
                       std::find(followers.begin(), followers.end(), name) != followers.end() ||
                       (joints[joint].parent && moves[*joints[joint].parent] != 0);
        const Affine bind = bind_from_joint(character, mesh, static_cast<JointIndex>(joint));
        model_from_joint[joint] = moves[joint] != 0 ? motion * bind : bind;
    }
    return model_from_joint;
}

std::size_t body_of(const Character& character) {
    const auto most = std::max_element(
        character.meshes.begin(), character.meshes.end(),
        [](const auto& a, const auto& b) { return a.mesh.vertex_count() < b.mesh.vertex_count(); });
    return static_cast<std::size_t>(most - character.meshes.begin());
}

}  // namespace isoskin::shape_quality
