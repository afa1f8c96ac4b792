#include <cmath>

#include "builders.h"
#include "isoskin/weights/distance_weights.h"
#include "rigging.h"
#include "ring_tube.h"

namespace isoskin::scenes {
namespace {

// A left arm stretched out along x, palm down, sizes in decimetres.
constexpr double kShoulder = 0.0;
constexpr double kElbow = 3.0;
constexpr double kWrist = 5.6;
constexpr double kStart = -0.6;
constexpr double kEnd = 7.2;

// Half the depth (z) and half the height (y): deltoid, biceps and triceps, forearm, flat hand.
RingSize arm_size(double x) {
    const double end = round_ends(x, kStart - 0.01, kEnd + 0.01, 0.7);
    const double wrist = 1.0 / (1.0 + std::exp(-(x - 4.8) / 0.35));
    const double bone = 0.46 - 0.2 * wrist;
    const double height = bone + 0.2 * bump(x, kShoulder, 0.7) + 0.16 * bump(x, 1.6, 0.7) +
                          0.1 * bump(x, 3.8, 0.6) - 0.02 * bump(x, 6.4, 0.5);
    const double depth = bone + 0.16 * bump(x, kShoulder, 0.7) + 0.08 * bump(x, 1.5, 0.8) +
                         0.16 * bump(x, 3.75, 0.65) + 0.22 * bump(x, 6.35, 0.6);
    return {end * height, end * depth};
}

// Biceps sit above the bone, the triceps a little lower down the arm below it.
void shape_muscles(Mesh& mesh) {
    for (Vec3& position : mesh.positions) {
        const double x = position.x();
        const double lift =
            0.09 * bump(x, 1.55, 0.6) - 0.05 * bump(x, 2.4, 0.5) - 0.05 * bump(x, 3.7, 0.6);
        position.y() += static_cast<float>(lift);
    }
}

}  // namespace

Character make_arm(std::uint32_t) {
    const Ring frame{.center = Vec3d::Zero(), .right = Vec3d::UnitY(), .up = Vec3d::UnitZ()};
    Mesh mesh =
        make_ring_tube("arm", make_rings(towards_ends(kStart, kEnd, 64), frame, arm_size), 28);
    shape_muscles(mesh);

    const auto at = [](double x) { return Vec3d(x, 0.0, 0.0); };
    SkinWeights weights =
        distance_weights(mesh.positions, std::vector<Bone>{{at(kStart), at(kElbow), 0},
                                                           {at(kElbow), at(kWrist), 1},
                                                           {at(kWrist), at(kEnd), 2}});
    Character arm = make_character(
        "arm",
        make_skeleton(
            {{"shoulder", -1, at(kShoulder)}, {"elbow", 0, at(kElbow)}, {"wrist", 1, at(kWrist)}}),
        std::move(mesh), std::move(weights), color_from_srgb(0xC98F6B));
    const Vec3d bend = Vec3d::UnitZ();
    const Vec3d twist = Vec3d::UnitX();
    arm.clips.push_back(
        {"bend",
         {turn(1, bend, {{0, 0}, {1, 110}, {2, 0}}), turn(2, bend, {{0, 0}, {1, 35}, {2, 0}})}});
    arm.clips.push_back(
        {"twist",
         {turn(1, twist, {{0, 0}, {1, 90}, {2, 0}}), turn(2, twist, {{0, 0}, {1, 60}, {2, 0}})}});
    return arm;
}

}  // namespace isoskin::scenes
