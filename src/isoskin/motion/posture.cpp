#include "isoskin/motion/posture.h"

#include <algorithm>
#include <cmath>

namespace isoskin {
namespace {

// Cosines: a leg within 60 degrees of straight down, an elbow or knee bent by less than 75.
constexpr double kLegDown = 0.5;
constexpr double kStraight = 0.25;
// An arm may point 45 degrees above level and 20 across the body, no more.
constexpr double kArmUp = 0.7;
constexpr double kArmAcross = -0.35;

double angle_between(const Vec3d& a, const Vec3d& b) {
    return std::acos(std::clamp(a.dot(b), -1.0, 1.0));
}

}  // namespace

PosedJoints at_rest(const RestSkeleton& rest) {
    return {rest.places, rest.turns};
}

const LimbJoints& limb_of_bone(const BodyJoints& body, std::size_t bone) {
    const std::size_t limb = bone / 2;
    return limb < 2 ? body.arms[limb] : body.legs[limb - 2];
}

Vec3d bone_direction(const RestSkeleton& rest, const BodyJoints& body, const PosedJoints& posed,
                     std::size_t bone) {
    const LimbJoints& limb = limb_of_bone(body, bone);
    const auto from = bone % 2 == 0 ? limb.upper : limb.lower;
    auto to = bone % 2 == 0 ? limb.lower : limb.end;
    if (!from) return Vec3d::Zero();
    if (!to) to = main_child(rest, *from);
    Vec3d way = Vec3d::Zero();
    if (to)
        way = posed.places[*to] - posed.places[*from];
    else if (rest.flesh[*from])
        way = posed.turns[*from] *
              (rest.turns[*from].conjugate() * (*rest.flesh[*from] - rest.places[*from]));
    const double length = way.norm();
    return std::isnormal(length) ? Vec3d(way / length) : Vec3d::Zero();
}

Trunk trunk_of(const BodyJoints& body, const PosedJoints& posed) {
    if (!missing_parts(body).empty()) return {};
    const auto place = [&](const LimbJoints& limb) { return posed.places[*limb.upper]; };
    const Vec3d hips = place(body.legs[0]) - place(body.legs[1]);
    const Vec3d shoulders = place(body.arms[0]) - place(body.arms[1]);
    const Vec3d up = 0.5 * (place(body.arms[0]) + place(body.arms[1]) - place(body.legs[0]) -
                            place(body.legs[1]));
    if (!std::isnormal(up.norm())) return {};
    Trunk trunk;
    trunk.axes.col(1) = up.normalized();
    const Vec3d left = hips.stableNormalized() + shoulders.stableNormalized();
    const Vec3d across = left - left.dot(trunk.axes.col(1)) * trunk.axes.col(1);
    if (!(across.norm() > 0.2)) return {};
    trunk.axes.col(0) = across.normalized();
    trunk.axes.col(2) = trunk.axes.col(0).cross(trunk.axes.col(1));
    trunk.found = true;
    return trunk;
}

bool is_standing(const RestSkeleton& rest, const BodyJoints& body, const PosedJoints& posed) {
    const Trunk trunk = trunk_of(body, posed);
    if (!trunk.found) return false;
    const Vec3d hips = posed.places[*body.legs[0].upper] - posed.places[*body.legs[1].upper];
    const Vec3d shoulders = posed.places[*body.arms[0].upper] - posed.places[*body.arms[1].upper];
    if (hips.dot(shoulders) <= 0.0) return false;
    for (std::size_t bone = 0; bone < kLimbBones; ++bone) {
        const Vec3d seen = trunk.axes.transpose() * bone_direction(rest, body, posed, bone);
        if (seen.isZero()) continue;
        const double outward = bone / 2 % 2 == 0 ? seen.x() : -seen.x();
        const bool leg = bone >= 4;
        if (leg && seen.y() > -kLegDown) return false;
        if (!leg && (seen.y() > kArmUp || outward < kArmAcross)) return false;
        if (bone % 2 == 0) continue;
        const Vec3d upper = trunk.axes.transpose() * bone_direction(rest, body, posed, bone - 1);
        if (!upper.isZero() && upper.dot(seen) < kStraight) return false;
    }
    return true;
}

double posture_distance(const RestSkeleton& rest_a, const BodyJoints& a, const PosedJoints& posed_a,
                        const RestSkeleton& rest_b, const BodyJoints& b,
                        const PosedJoints& posed_b) {
    const Trunk trunk_a = trunk_of(a, posed_a);
    const Trunk trunk_b = trunk_of(b, posed_b);
    if (!trunk_a.found || !trunk_b.found) return kPi;
    double sum = 0.0;
    double count = 0.0;
    for (std::size_t bone = 0; bone < kLimbBones; ++bone) {
        const Vec3d one = trunk_a.axes.transpose() * bone_direction(rest_a, a, posed_a, bone);
        const Vec3d other = trunk_b.axes.transpose() * bone_direction(rest_b, b, posed_b, bone);
        if (one.isZero() || other.isZero()) continue;
        sum += angle_between(one, other);
        count += 1.0;
    }
    return count > 0.0 ? sum / count : kPi;
}

}  // namespace isoskin
