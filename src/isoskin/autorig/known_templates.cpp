#include <array>

#include "isoskin/autorig/rig_template.h"

namespace isoskin {
namespace {

struct JointRow {
    const char* name;
    const char* parent;  // "" for the root
    double x, y, z;
};
struct TipRow {
    const char* name;
    const char* joint;
    double x, y, z;
    double girth;
    bool optional;
};

// Names are those of common humanoid rigs, so that motions find their joints (io/joint_match).
// Elbows and knees are slightly bent the way they bend: the roll of joints follows from it.
// Rows of the left side; those of the right follow by mirroring.
constexpr std::array<JointRow, 14> kBiped{{
    {"Hips", "", 0, 0.96, 0},
    {"Spine", "Hips", 0, 1.06, 0},
    {"Spine1", "Spine", 0, 1.20, 0},
    {"Spine2", "Spine1", 0, 1.36, 0},
    {"Neck", "Spine2", 0, 1.50, 0},
    {"Head", "Neck", 0, 1.60, 0.01},
    {"LeftShoulder", "Spine2", 0.06, 1.43, 0},
    {"LeftArm", "LeftShoulder", 0.18, 1.41, 0},
    {"LeftForeArm", "LeftArm", 0.45, 1.38, -0.03},
    {"LeftHand", "LeftForeArm", 0.70, 1.35, 0},
    {"LeftUpLeg", "Hips", 0.09, 0.92, 0},
    {"LeftLeg", "LeftUpLeg", 0.10, 0.50, 0.02},
    {"LeftFoot", "LeftLeg", 0.11, 0.09, -0.03},
    {"LeftToeBase", "LeftFoot", 0.12, 0.02, 0.10},
}};
constexpr std::array<TipRow, 3> kBipedTips{{
    {"head", "Head", 0, 1.80, 0.02, 0, false},
    {"left arm", "LeftHand", 0.88, 1.34, 0.02, 0, false},
    {"left leg", "LeftToeBase", 0.13, 0, 0.19, 0, false},
}};

constexpr std::array<JointRow, 16> kQuadruped{{
    {"Hips", "", 0, 0.93, -0.55},
    {"Spine", "Hips", 0, 0.95, -0.30},
    {"Spine1", "Spine", 0, 0.95, 0.02},
    {"Chest", "Spine1", 0, 0.92, 0.34},
    {"Neck", "Chest", 0, 1.02, 0.54},
    {"Neck1", "Neck", 0, 1.16, 0.68},
    {"Head", "Neck1", 0, 1.30, 0.84},
    {"LeftFrontUpperLeg", "Chest", 0.15, 0.74, 0.38},
    {"LeftFrontLowerLeg", "LeftFrontUpperLeg", 0.15, 0.40, 0.41},
    {"LeftFrontFoot", "LeftFrontLowerLeg", 0.15, 0.10, 0.39},
    {"LeftBackUpperLeg", "Hips", 0.15, 0.78, -0.52},
    {"LeftBackLowerLeg", "LeftBackUpperLeg", 0.15, 0.54, -0.43},
    {"LeftBackFoot", "LeftBackLowerLeg", 0.15, 0.30, -0.60},
    {"Tail", "Hips", 0, 0.94, -0.72},
    {"Tail1", "Tail", 0, 0.85, -0.84},
    {"Tail2", "Tail1", 0, 0.73, -0.95},
}};
constexpr std::array<TipRow, 4> kQuadrupedTips{{
    {"head", "Head", 0, 1.22, 1.10, 0, false},
    {"left front leg", "LeftFrontFoot", 0.15, 0, 0.45, 0, false},
    {"left back leg", "LeftBackFoot", 0.15, 0, -0.52, 0, false},
    {"tail", "Tail2", 0, 0.60, -1.05, 0, true},
}};

// A left hand, palm down, fingers forward. The stump of the arm is an end without joints.
constexpr std::array<JointRow, 16> kHand{{
    {"LeftHand", "", 0, 0, 0},
    {"LeftHandThumb1", "LeftHand", -0.028, -0.010, 0.028},
    {"LeftHandThumb2", "LeftHandThumb1", -0.052, -0.018, 0.060},
    {"LeftHandThumb3", "LeftHandThumb2", -0.072, -0.023, 0.086},
    {"LeftHandIndex1", "LeftHand", -0.026, 0.004, 0.090},
    {"LeftHandIndex2", "LeftHandIndex1", -0.028, 0.002, 0.132},
    {"LeftHandIndex3", "LeftHandIndex2", -0.029, -0.003, 0.158},
    {"LeftHandMiddle1", "LeftHand", -0.003, 0.006, 0.093},
    {"LeftHandMiddle2", "LeftHandMiddle1", -0.003, 0.004, 0.138},
    {"LeftHandMiddle3", "LeftHandMiddle2", -0.003, -0.002, 0.168},
    {"LeftHandRing1", "LeftHand", 0.018, 0.004, 0.087},
    {"LeftHandRing2", "LeftHandRing1", 0.020, 0.002, 0.129},
    {"LeftHandRing3", "LeftHandRing2", 0.021, -0.003, 0.157},
    {"LeftHandPinky1", "LeftHand", 0.036, -0.002, 0.077},
    {"LeftHandPinky2", "LeftHandPinky1", 0.042, -0.004, 0.110},
    {"LeftHandPinky3", "LeftHandPinky2", 0.045, -0.007, 0.130},
}};
constexpr std::array<TipRow, 6> kHandTips{{
    {"wrist", "LeftHand", 0, 0, -0.045, 0.025, false},
    {"thumb", "LeftHandThumb3", -0.090, -0.027, 0.112, 0.010, false},
    {"index finger", "LeftHandIndex3", -0.030, -0.008, 0.182, 0.008, false},
    {"middle finger", "LeftHandMiddle3", -0.003, -0.008, 0.194, 0.008, false},
    {"ring finger", "LeftHandRing3", 0.022, -0.008, 0.182, 0.008, false},
    {"little finger", "LeftHandPinky3", 0.047, -0.011, 0.150, 0.007, false},
}};

constexpr std::array<JointRow, 9> kSnake{{
    {"Body", "", 0, 0, 0},
    {"Spine", "Body", 0, 0, 0.25},
    {"Spine1", "Spine", 0, 0, 0.50},
    {"Neck", "Spine1", 0, 0, 0.70},
    {"Head", "Neck", 0, 0, 0.86},
    {"Tail", "Body", 0, 0, -0.22},
    {"Tail1", "Tail", 0, 0, -0.42},
    {"Tail2", "Tail1", 0, 0, -0.62},
    {"Tail3", "Tail2", 0, 0, -0.82},
}};
constexpr std::array<TipRow, 2> kSnakeTips{{
    {"head", "Head", 0, 0, 1, 0.06, false},
    {"tail", "Tail3", 0, 0, -1, 0.03, false},
}};

constexpr std::array<JointRow, 6> kFish{{
    {"Body", "", 0, 0, 0.20},
    {"Head", "Body", 0, 0, 0.60},
    {"Spine", "Body", 0, 0, -0.12},
    {"Spine1", "Spine", 0, 0, -0.40},
    {"Tail", "Spine1", 0, 0, -0.66},
    {"LeftFin", "Body", 0.20, -0.10, 0.30},
}};
constexpr std::array<TipRow, 3> kFishTips{{
    {"head", "Head", 0, 0, 1, 0.2, false},
    {"tail", "Tail", 0, 0.05, -1, 0.1, false},
    {"left fin", "LeftFin", 0.55, -0.20, 0.05, 0.05, true},
}};

std::string mirrored_name(std::string name) {
    for (const auto& [left, right] : {std::pair{"Left", "Right"}, {"left", "right"}})
        if (name.rfind(left, 0) == 0) return right + name.substr(4);
    return name;
}

RigTemplate make_template(const char* name, std::span<const JointRow> joints,
                          std::span<const TipRow> tips, double sides) {
    RigTemplate rig;
    rig.name = name;
    const auto find = [&](const std::string& wanted) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < rig.joints.size(); ++i)
            if (rig.joints[i].name == wanted) return i;
        return std::nullopt;
    };
    for (const double side : {1.0, -1.0}) {
        if (side < 0.0 && sides < 2.0) break;
        const auto named = [&](const char* word) {
            return side > 0.0 ? std::string(word) : mirrored_name(word);
        };
        for (const JointRow& row : joints)
            if (!find(named(row.name)))
                rig.joints.push_back({named(row.name), find(named(row.parent)),
                                      Vec3d(side * row.x, row.y, row.z), Quatd::Identity()});
        for (const TipRow& row : tips)
            if (side > 0.0 || row.x != 0.0)
                rig.tips.push_back({named(row.name), *find(named(row.joint)),
                                    Vec3d(side * row.x, row.y, row.z), row.girth, row.optional});
    }
    return rig;
}

std::vector<RigTemplate> make_templates() {
    std::vector<RigTemplate> all{make_template("biped", kBiped, kBipedTips, 2),
                                 make_template("quadruped", kQuadruped, kQuadrupedTips, 2),
                                 make_template("hand", kHand, kHandTips, 1),
                                 make_template("snake", kSnake, kSnakeTips, 1),
                                 make_template("fish", kFish, kFishTips, 2)};
    all[2].either_hand = true;
    for (RigTemplate& rig : all)
        roll_joints(rig);
    return all;
}

}  // namespace

std::span<const RigTemplate> known_templates() {
    static const std::vector<RigTemplate> all = make_templates();
    return all;
}

Result<std::vector<RigTemplate>> templates_named(std::string_view word) {
    const auto known = known_templates();
    if (word == "auto") return std::vector<RigTemplate>(known.begin(), known.end());
    std::string names = "auto";
    for (const RigTemplate& rig : known) {
        if (rig.name == word) return std::vector<RigTemplate>{rig};
        names += ", " + rig.name;
    }
    return usage_error("there is no template '" + std::string(word) + "': it is one of " + names +
                       ", or a file with a skeleton");
}

}  // namespace isoskin
