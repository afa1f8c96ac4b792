#include <cmath>

#include "creature_gait.h"

namespace isoskin::scenes::creature {
namespace {

constexpr double kWalkSeconds = 1.5;
constexpr int kWalkKeys = 36;
constexpr double kStride = 0.34;       // how far a sole goes back while it is on the ground
constexpr double kGroundShare = 0.64;  // of the stride a foot is on the ground
constexpr double kLift = 0.10;

// The walk of a quadruped is a four-beat: hind, fore of the same side, then the other side.
constexpr std::array<double, 4> kTouchDown{0.25, 0.75, 0.0, 0.5};  // in the order of kLegs

Vec3d sole_shift(double phase, double touch_down) {
    const double since = phase - touch_down - std::floor(phase - touch_down);
    if (since < kGroundShare) return {0.0, 0.0, kStride * (0.5 - since / kGroundShare)};
    const double t = (since - kGroundShare) / (1.0 - kGroundShare);
    // Leaves and meets the ground at the ground's own speed, so that it neither skids nor stamps.
    const double speed = -kStride * (1.0 - kGroundShare) / kGroundShare;
    const double ease = t * t * (3.0 - 2.0 * t);
    const double carry = speed * (t * (1.0 - t) * (1.0 - 2.0 * t));
    const double height = std::sin(kPi * t);
    return {0.0, kLift * height * height, kStride * (ease - 0.5) + carry};
}

// Legs are columns while they carry, as an elephant's: the body hardly bobs, it sways over the side
// that stands, front and back a quarter of a stride apart.
void move_body(Stance& stance, double phase) {
    const double back_roll = 1.3 * swing(phase, 1, 0.07);
    const double front_roll = 1.5 * swing(phase, 1, 0.32);
    stance.hips_shift = {0.018 * swing(phase, 1, 0.07), 0.010 + 0.004 * swing(phase, 2, 0.30),
                         0.008 * swing(phase, 2, 0.05)};
    stance.degrees[kHips] = {0.7 * swing(phase, 2, 0.1), 3.0 * swing(phase, 1, 0.25), back_roll};
    stance.degrees[kChest] = {-0.9 * swing(phase, 2, 0.1), -5.0 * swing(phase, 1, 0.25),
                              front_roll - back_roll};
    stance.degrees[kHead] = {4.5 * swing(phase, 2, 0.42), 4.0 * swing(phase, 1, 0.35),
                             -2.5 * swing(phase, 1, 0.30)};
}

// Everything that hangs follows late, the more so the farther out.
void move_hangers(Stance& stance, double phase) {
    stance.degrees[kTrunk1] = {-6 + 4 * swing(phase, 2, 0.50), 0, 5 * swing(phase, 1, 0.30)};
    stance.degrees[kTrunk2] = {-4 + 6 * swing(phase, 2, 0.62), 0, 8 * swing(phase, 1, 0.40)};
    stance.degrees[kTrunk3] = {-8 + 9 * swing(phase, 2, 0.75), 0, 10 * swing(phase, 1, 0.50)};
    const double flap = swing(phase, 2, 0.55);
    stance.degrees[kEarLeft] = {0, 6 + 11 * flap, 5 * swing(phase, 2, 0.70)};
    stance.degrees[kEarRight] = {0, -6 - 11 * flap, -5 * swing(phase, 2, 0.70)};
    stance.degrees[kTail] = {6 + 5 * swing(phase, 2, 0.2), 0, 16 * swing(phase, 1, 0.55)};
}

Stance walk_stance(double phase) {
    Stance stance;
    move_body(stance, phase);
    move_hangers(stance, phase);
    for (std::size_t leg = 0; leg < kLegs.size(); ++leg)
        stance.sole_shift[leg] = sole_shift(phase, kTouchDown[leg]);
    return stance;
}

}  // namespace

Clip make_walk(const Skeleton& skeleton) {
    return make_loop("walk", skeleton, kWalkSeconds, kWalkKeys, walk_stance);
}

}  // namespace isoskin::scenes::creature
