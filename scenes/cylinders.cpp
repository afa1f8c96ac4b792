#include <algorithm>

#include "builders.h"
#include "isoskin/weights/distance_weights.h"
#include "rigging.h"
#include "ring_tube.h"

namespace isoskin::scenes {
namespace {

// Cylinders lie along z and bend upwards, about -x.
const Vec3d kBendAxis = -Vec3d::UnitX();
const Vec3d kTwistAxis = Vec3d::UnitZ();

Mesh make_cylinder(std::string name, double radius, double length, std::size_t around,
                   std::size_t ring_count) {
    const auto rings = make_rings(evenly(0.0, length, ring_count), Ring{}, [&](double) {
        return RingSize{radius, radius};
    });
    return make_ring_tube(std::move(name), rings, around);
}

// --- The lab of source 004 -----------------------------------------------------------------------

constexpr double kLabRadius = 4.0;
constexpr double kLabLength = 50.0;

// How much of a point follows the second bone: 0 up to the middle of the first bone, 1 from the
// middle of the second, straight in between.
double ramp(double z) {
    return std::clamp(2.0 * z / kLabLength - 0.5, 0.0, 1.0);
}

double halves(double z) {
    return z > 0.5 * kLabLength ? 1.0 : 0.0;
}

Character make_lab_cylinder(std::string name, double (*second_bone_share)(double)) {
    Mesh mesh = make_cylinder("cylinder", kLabRadius, kLabLength, 24, 42);
    std::vector<std::vector<Influence>> rows;
    for (const Vec3& position : mesh.positions) {
        const auto share = static_cast<float>(second_bone_share(position.z()));
        rows.push_back({{0, 1.0F - share}, {1, share}});
    }
    Skeleton skeleton = make_skeleton({{"j0", -1, {0.0, 0.0, 0.0}},
                                       {"j1", 0, {0.0, 0.0, 0.5 * kLabLength}},
                                       {"j2", 1, {0.0, 0.0, kLabLength}}});
    Character lab = make_character(std::move(name), std::move(skeleton), std::move(mesh),
                                   SkinWeights::from_rows(rows), color_from_srgb(0xD8A24A));
    lab.clips.push_back({"bend", {turn(1, kBendAxis, {{0, 0}, {1, 30}, {2, 60}, {3, 90}})}});
    return lab;
}

// --- The tube of method §9 -----------------------------------------------------------------------

constexpr double kTubeLength = 6.0;
constexpr double kTubeMiddle = 0.5 * kTubeLength;

// `bone_height` is how far the bones lie above the axis of the tube, towards the inside of a bend.
Character make_two_bone_tube(std::string name, double bone_height) {
    const Vec3d start(0.0, bone_height, 0.0);
    const Vec3d middle(0.0, bone_height, kTubeMiddle);
    const Vec3d end(0.0, bone_height, kTubeLength);
    Mesh mesh = make_cylinder("tube", 1.0, kTubeLength, 16, 16);
    SkinWeights weights =
        distance_weights(mesh.positions, std::vector<Bone>{{start, middle, 0}, {middle, end, 1}});
    Character tube =
        make_character(std::move(name), make_skeleton({{"base", -1, start}, {"middle", 0, middle}}),
                       std::move(mesh), std::move(weights), color_from_srgb(0xC96F4A));
    tube.clips.push_back({"bend", {turn(1, kBendAxis, {{0, 0}, {1, 90}})}});
    tube.clips.push_back({"twist", {turn(1, kTwistAxis, {{0, 0}, {1, 150}})}});
    return tube;
}

}  // namespace

Character make_lab(std::uint32_t) {
    return make_lab_cylinder("lab", ramp);
}

Character make_lab_rigid(std::uint32_t) {
    return make_lab_cylinder("lab-rigid", halves);
}

Character make_tube(std::uint32_t) {
    return make_two_bone_tube("tube", 0.0);
}

Character make_tube_offset(std::uint32_t) {
    return make_two_bone_tube("tube-offset", 0.5);
}

Character make_chain(std::uint32_t) {
    constexpr std::size_t kJoints = 6;
    constexpr double kBoneLength = 2.0;
    std::vector<JointPlace> places;
    std::vector<Bone> bones;
    for (std::size_t joint = 0; joint < kJoints; ++joint) {
        const Vec3d start(0.0, 0.0, kBoneLength * static_cast<double>(joint));
        places.push_back({"link_" + std::to_string(joint + 1), static_cast<int>(joint) - 1, start});
        bones.push_back(
            {start, start + kBoneLength * Vec3d::UnitZ(), static_cast<JointIndex>(joint)});
    }
    Mesh mesh = make_cylinder("chain", 0.6, kBoneLength * kJoints, 16, 49);
    SkinWeights weights = distance_weights(mesh.positions, bones);
    Character chain = make_character("chain", make_skeleton(places), std::move(mesh),
                                     std::move(weights), color_from_srgb(0x5B8C85));
    Clip curl{"curl", {}};
    Clip wave{"wave", {}};
    for (std::size_t joint = 1; joint < kJoints; ++joint) {
        const double side = joint % 2 == 0 ? -40.0 : 40.0;
        curl.channels.push_back(turn(joint, kBendAxis, {{0, 0}, {1, 60}}));
        wave.channels.push_back(turn(joint, kBendAxis, {{0, 0}, {1, side}, {3, -side}, {4, 0}}));
    }
    chain.clips = {std::move(curl), std::move(wave)};
    return chain;
}

}  // namespace isoskin::scenes
