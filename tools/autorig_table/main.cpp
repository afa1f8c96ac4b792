// Throws the skeletons of characters away, finds new ones and prints, as rows of a table, how far
// corresponding joints lie apart: the tables of docs/autorig.md.
//   isoskin_autorig_table FILE…
#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <string_view>

#include <fmt/core.h>

#include "isoskin/autorig/rigged_character.h"
#include "isoskin/io/character_file.h"
#include "isoskin/mesh/solid_voxels.h"

namespace isoskin {
namespace {

// A joint of the artist's and ours that is meant to be there; "*": any of our bones, for joints of
// spines, necks and tails that are cut into another number of pieces.
struct SameJoint {
    std::string_view theirs;
    std::string_view ours;
};

constexpr std::array kMakeHuman = std::to_array<SameJoint>({
    {"root", "Hips"},
    {"spine01", "*"},
    {"spine03", "*"},
    {"neck01", "Neck"},
    {"head", "Head"},
    {"upperarm01.L", "LeftArm"},
    {"lowerarm01.L", "LeftForeArm"},
    {"wrist.L", "LeftHand"},
    {"upperleg01.L", "LeftUpLeg"},
    {"lowerleg01.L", "LeftLeg"},
    {"foot.L", "LeftFoot"},
    {"upperarm01.R", "RightArm"},
    {"lowerarm01.R", "RightForeArm"},
    {"wrist.R", "RightHand"},
    {"upperleg01.R", "RightUpLeg"},
    {"lowerleg01.R", "RightLeg"},
    {"foot.R", "RightFoot"},
});
constexpr std::array kCesium = std::to_array<SameJoint>({
    {"Skeleton_torso_joint_1", "Hips"},
    {"Skeleton_torso_joint_2", "*"},
    {"torso_joint_3", "*"},
    {"Skeleton_neck_joint_1", "Neck"},
    {"Skeleton_neck_joint_2", "Head"},
    {"Skeleton_arm_joint_L__4_", "LeftArm"},
    {"Skeleton_arm_joint_L__3_", "LeftForeArm"},
    {"Skeleton_arm_joint_L__2_", "LeftHand"},
    {"Skeleton_arm_joint_R", "RightArm"},
    {"Skeleton_arm_joint_R__2_", "RightForeArm"},
    {"Skeleton_arm_joint_R__3_", "RightHand"},
    {"leg_joint_L_1", "LeftUpLeg"},
    {"leg_joint_L_2", "LeftLeg"},
    {"leg_joint_L_3", "LeftFoot"},
    {"leg_joint_R_1", "RightUpLeg"},
    {"leg_joint_R_2", "RightLeg"},
    {"leg_joint_R_3", "RightFoot"},
});
constexpr std::array kGreenman = std::to_array<SameJoint>({
    {"body_low", "Hips"},
    {"body_up", "*"},
    {"hand_L", "LeftArm"},
    {"hand_R", "RightArm"},
    {"leg_L", "LeftUpLeg"},
    {"leg_R", "RightUpLeg"},
});
constexpr std::array kHoof = std::to_array<SameJoint>({
    {"Back", "Hips"},
    {"Torso", "*"},
    {"Torso2", "*"},
    {"Torso3", "*"},
    {"Neck1", "*"},
    {"Neck2", "*"},
    {"Head", "Head"},
    {"Tail2", "*"},
    {"Tail4", "*"},
    {"FrontUpperLeg.L", "LeftFrontUpperLeg"},
    {"FrontLowerLeg.L", "LeftFrontLowerLeg"},
    {"FrontUpperLeg.R", "RightFrontUpperLeg"},
    {"FrontLowerLeg.R", "RightFrontLowerLeg"},
    {"BackLeg.L", "LeftBackUpperLeg"},
    {"BackUpperLeg.L", "LeftBackLowerLeg"},
    {"BackLowerLeg.L", "LeftBackFoot"},
    {"BackLeg.R", "RightBackUpperLeg"},
    {"BackUpperLeg.R", "RightBackLowerLeg"},
    {"BackLowerLeg.R", "RightBackFoot"},
});
constexpr std::array kFox = std::to_array<SameJoint>({
    {"b_Hip_01", "Hips"},
    {"b_Spine01_02", "*"},
    {"b_Spine02_03", "*"},
    {"b_Neck_04", "*"},
    {"b_Head_05", "Head"},
    {"b_Tail02_013", "*"},
    {"b_Tail03_014", "*"},
    {"b_LeftUpperArm_09", "LeftFrontUpperLeg"},
    {"b_LeftForeArm_010", "LeftFrontLowerLeg"},
    {"b_LeftHand_011", "LeftFrontFoot"},
    {"b_RightUpperArm_06", "RightFrontUpperLeg"},
    {"b_RightForeArm_07", "RightFrontLowerLeg"},
    {"b_RightHand_08", "RightFrontFoot"},
    {"b_LeftLeg01_015", "LeftBackUpperLeg"},
    {"b_LeftLeg02_016", "LeftBackLowerLeg"},
    {"b_LeftFoot01_017", "LeftBackFoot"},
    {"b_RightLeg01_019", "RightBackUpperLeg"},
    {"b_RightLeg02_020", "RightBackLowerLeg"},
    {"b_RightFoot01_021", "RightBackFoot"},
});
constexpr std::array kDinosaur = std::to_array<SameJoint>({
    {"Hips", "Hips"},
    {"Torso", "*"},
    {"Shoulders", "Chest"},
    {"Neck", "*"},
    {"Head", "*"},
    {"Tail2", "*"},
    {"Tail3", "*"},
    {"Tail4", "*"},
    {"BackUpLeg.L", "LeftBackUpperLeg"},
    {"BackLowLeg.L", "LeftBackLowerLeg"},
    {"BackUpLeg.R", "RightBackUpperLeg"},
    {"BackLowLeg.R", "RightBackLowerLeg"},
    {"FrontUpLeg.L", "LeftFrontUpperLeg"},
    {"FrontLowLeg.L", "LeftFrontLowerLeg"},
    {"FrontUpLeg.R", "RightFrontUpperLeg"},
    {"FrontLowLeg.R", "RightFrontLowerLeg"},
});
constexpr std::array kSpot = std::to_array<SameJoint>({
    {"back-front", "*"},
    {"back-back", "*"},
    {"neck", "*"},
    {"head", "*"},
    {"shoulder_L", "LeftFrontUpperLeg"},
    {"arm_L", "LeftFrontLowerLeg"},
    {"hand_L", "LeftFrontFoot"},
    {"shoulder_R", "RightFrontUpperLeg"},
    {"arm_R", "RightFrontLowerLeg"},
    {"hand_R", "RightFrontFoot"},
    {"hip_L", "LeftBackUpperLeg"},
    {"leg_L", "LeftBackLowerLeg"},
    {"foot_L", "LeftBackFoot"},
    {"hip_R", "RightBackUpperLeg"},
    {"leg_R", "RightBackLowerLeg"},
    {"foot_R", "RightBackFoot"},
});
constexpr std::array kShark = std::to_array<SameJoint>({
    {"Spine1", "*"},
    {"Spine2", "*"},
    {"Spine3", "*"},
    {"Tail", "Tail"},
    {"Face", "Head"},
    {"Bone", "LeftFin"},
    {"Bone.001", "RightFin"},
});
constexpr std::array kSnake = std::to_array<SameJoint>({
    {"Chest", "*"},
    {"Neck", "*"},
    {"Head", "*"},
    {"Mouth", "*"},
    {"Tail", "*"},
    {"Tail1", "*"},
    {"Tail2", "*"},
    {"Tail3", "Tail3"},
});
constexpr std::array kHand = std::to_array<SameJoint>({
    {"wrist", "LeftHand"},
    {"thumb-metacarpal", "LeftHandThumb1"},
    {"thumb-phalanx-proximal", "LeftHandThumb2"},
    {"thumb-phalanx-distal", "LeftHandThumb3"},
    {"index-finger-phalanx-proximal", "LeftHandIndex1"},
    {"index-finger-phalanx-intermediate", "LeftHandIndex2"},
    {"index-finger-phalanx-distal", "LeftHandIndex3"},
    {"middle-finger-phalanx-proximal", "LeftHandMiddle1"},
    {"middle-finger-phalanx-intermediate", "LeftHandMiddle2"},
    {"middle-finger-phalanx-distal", "LeftHandMiddle3"},
    {"ring-finger-phalanx-proximal", "LeftHandRing1"},
    {"ring-finger-phalanx-intermediate", "LeftHandRing2"},
    {"ring-finger-phalanx-distal", "LeftHandRing3"},
    {"pinky-finger-phalanx-proximal", "LeftHandPinky1"},
    {"pinky-finger-phalanx-intermediate", "LeftHandPinky2"},
    {"pinky-finger-phalanx-distal", "LeftHandPinky3"},
});
constexpr std::array kCreature = std::to_array<SameJoint>({
    {"hips", "Hips"},
    {"chest", "Chest"},
    {"head", "*"},
    {"trunk_1", "*"},
    {"trunk_2", "*"},
    {"tail", "*"},
    {"leg_fl_upper", "LeftFrontUpperLeg"},
    {"leg_fl_lower", "LeftFrontLowerLeg"},
    {"leg_fr_upper", "RightFrontUpperLeg"},
    {"leg_fr_lower", "RightFrontLowerLeg"},
    {"leg_bl_upper", "LeftBackUpperLeg"},
    {"leg_bl_lower", "LeftBackLowerLeg"},
    {"leg_br_upper", "RightBackUpperLeg"},
    {"leg_br_lower", "RightBackLowerLeg"},
});

struct Body {
    std::string_view file;  // how its path ends
    std::string_view name;
    std::string_view rig;  // the template it ought to get
    std::span<const SameJoint> same;
    std::string_view lacks = {};  // a limb of the template that the body does not have
};
const std::array kBodies = std::to_array<Body>({
    {"human_man.obj", "smpl-man", "biped", {}},
    {"makehuman_body.glb", "MakeHuman body", "biped", kMakeHuman},
    {"CesiumMan.glb", "Cesium man", "biped", kCesium},
    {"greenman.glb", "greenman", "biped", kGreenman},
    {"Horse.glb", "horse", "quadruped", kHoof},
    {"Donkey.glb", "donkey", "quadruped", kHoof},
    {"Cow.glb", "cow", "quadruped", kHoof},
    {"Deer.glb", "deer", "quadruped", kHoof},
    {"Fox.glb", "fox", "quadruped", kFox},
    {"mesh.obj", "spot", "quadruped", kSpot},
    {"koala.obj", "koala", "quadruped", {}, "tail"},
    {"Apatosaurus.glb", "apatosaurus", "quadruped", kDinosaur},
    {"Shark.glb", "shark", "fish", kShark},
    {"Snake.glb", "snake", "snake", kSnake},
    {"left.glb", "hand", "hand", kHand},
    {"creature.glb", "creature", "quadruped", kCreature},
});

std::vector<Vec3d> stored_places(const Skeleton& skeleton) {
    std::vector<Affine> model_from_joint(skeleton.joint_count());
    compute_model_pose(skeleton, stored_pose(skeleton).parent_from_joint, model_from_joint);
    std::vector<Vec3d> places;
    for (const Affine& place : model_from_joint)
        places.push_back(place.translation());
    return places;
}

double distance_to_bones(const Skeleton& skeleton, std::span<const Vec3d> places,
                         const Vec3d& point) {
    double least = 1e30;
    for (std::size_t j = 0; j < places.size(); ++j) {
        const Vec3d to = places[j];
        const Vec3d from = places[skeleton.joints()[j].parent.value_or(j)];
        const double length = (to - from).squaredNorm();
        const double share =
            length > 0.0 ? std::clamp((point - from).dot(to - from) / length, 0.0, 1.0) : 0.0;
        least = std::min(least, (from + share * (to - from) - point).norm());
    }
    return least;
}

struct Comparison {
    double mean = 0.0;  // of the box's diagonal
    double worst = 0.0;
    std::string worst_joint;
    std::size_t count = 0;
};
Comparison compare(const Body& body, const Skeleton& theirs, const Skeleton& ours, double box) {
    Comparison comparison;
    const auto their_places = stored_places(theirs);
    const auto our_places = stored_places(ours);
    for (const auto& [their_name, our_name] : body.same) {
        const auto their_joint = theirs.find(their_name);
        if (!their_joint) continue;
        const Vec3d at = their_places[*their_joint];
        const auto our_joint = ours.find(our_name);
        double away = 1.0;
        if (our_name == "*")
            away = distance_to_bones(ours, our_places, at) / box;
        else if (our_joint)
            away = (our_places[*our_joint] - at).norm() / box;
        comparison.mean += away;
        ++comparison.count;
        if (away <= comparison.worst) continue;
        comparison.worst = away;
        comparison.worst_joint = their_name;
    }
    if (comparison.count > 0) comparison.mean /= static_cast<double>(comparison.count);
    return comparison;
}

constexpr double kRight = 0.08;  // of the box's diagonal

std::string table_row(const Body& body, const Character& artist) {
    const Character standing = as_it_stands(artist);
    const WholeBody whole = whole_body(standing);
    const auto known = known_templates();
    const auto picked = rig_body(whole.positions, whole.faces, known);
    const auto wanted = std::find_if(known.begin(), known.end(),
                                     [&](const RigTemplate& rig) { return rig.name == body.rig; });
    const auto start = std::chrono::steady_clock::now();
    const auto rigged = rig_body(whole.positions, whole.faces, std::span(&*wanted, 1));
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!picked || !rigged) return fmt::format("| {} | refused |", body.name);

    const SolidVoxels solid(whole.positions, triangulate(whole.faces), 128);
    std::size_t inside = 0;
    for (const Vec3d& place : stored_places(rigged->skeleton))
        if (solid.is_solid(place)) ++inside;
    const bool all_inside = inside == rigged->skeleton.joint_count();
    const bool all_limbs = std::all_of(rigged->missing.begin(), rigged->missing.end(),
                                       [&](const std::string& limb) { return limb == body.lacks; });
    const double box = static_cast<double>(bounding_box(whole.positions).diagonal().norm());
    const Comparison near = compare(body, artist.skeleton, rigged->skeleton, box);
    const bool right = all_inside && all_limbs && near.worst <= kRight;
    return fmt::format("| {} | {} | {} | {} of {} | {} | {} | {:.2f} | {:.1f} | {} |", body.name,
                       body.rig, picked->template_name, inside, rigged->skeleton.joint_count(),
                       all_limbs ? "all" : "not all",
                       near.count == 0 ? std::string("no artist's rig")
                                       : fmt::format("{:.1f}, {:.1f} at {}", 100.0 * near.mean,
                                                     100.0 * near.worst, near.worst_joint),
                       rigged->confidence, seconds, right ? "yes" : "no");
}

}  // namespace
}  // namespace isoskin

int main(int argc, char** argv) {
    fmt::print(
        "| body | template | auto takes | joints inside | limbs found | mean and worst distance, "
        "% of the box | confidence | seconds | right |\n|---|---|---|---|---|---|---|---|---|\n");
    int failed = 0;
    for (int i = 1; i < argc; ++i) {
        const std::filesystem::path file = argv[i];
        const auto body =
            std::find_if(isoskin::kBodies.begin(), isoskin::kBodies.end(),
                         [&](const isoskin::Body& known) { return file.filename() == known.file; });
        const auto artist = isoskin::read_character(file);
        if (body == isoskin::kBodies.end() || !artist) {
            fmt::print(stderr, "{}: not a body of the table\n", argv[i]);
            ++failed;
            continue;
        }
        fmt::print("{}\n", isoskin::table_row(*body, *artist));
        std::fflush(stdout);
    }
    return failed > 0 ? 1 : 0;
}
