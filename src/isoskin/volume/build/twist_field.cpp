#include "isoskin/volume/build/twist_field.h"

#include <algorithm>
#include <cmath>

#include "isoskin/math/smoothstep.h"

namespace isoskin {
namespace {

constexpr double kSmoothWidth = 1.0;  // of the radius, twice
constexpr double kOfBone = 0.5;
constexpr double kFarFlesh = 1.3;     // radii: what lies beyond swings about the axis, unwrapped
constexpr double kUnseenMove = 0.08;  // of the radius: what no twist moves farther stays

// Sharp and ragged blends are widened, but not far along short bones.
double smooth_width(const LimbFrame& limb) {
    const double bone = std::max((limb.parent_bone.tail - limb.parent_bone.head).norm(),
                                 (limb.child_bone.tail - limb.child_bone.head).norm());
    return std::min(kSmoothWidth * limb.radius, kOfBone * bone);
}

// Whether flesh is wrapped round the axis, from 0 to 1: a skin that the axis pierces, as in a face,
// is turned in itself and loses nothing.
double wrapped_share(const PartModel& part, const LimbFrame& limb, std::span<const double> blend) {
    constexpr double kPierced = 0.3;
    constexpr double kWrapped = 0.45;
    double facing = 0.0;
    double all = 0.0;
    for (std::size_t point = 0; point < blend.size(); ++point) {
        const double counts = part.area[point] * blend[point] * (1.0 - blend[point]);
        if (!(counts > 0.0)) continue;
        const Vec3d offset = part.bind[point] - limb.pivot;
        const Vec3d radial = offset - offset.dot(limb.axis) * limb.axis;
        facing += counts * radial.dot(part.normal[point]);
        all += counts * radial.norm();
    }
    if (!(all > 0.0)) return 0.0;
    return smoothstep((facing / all - kPierced) / (kWrapped - kPierced));
}

// How far the four moves of a point could take it, in radii, whatever the angle.
double largest_move(const TwistNumbers& profile, const TwistNumbers& largest_weights) {
    const double radial =
        std::abs(profile[0]) * largest_weights[0] + std::abs(profile[1]) * largest_weights[1];
    const double round =
        std::abs(profile[2]) * largest_weights[2] + std::abs(profile[3]) * largest_weights[3];
    return std::hypot(radial, round);
}

}  // namespace

TwistField make_twist_field(const PartModel& part, const SurfaceDiffusion& diffusion,
                            std::size_t node) {
    const LimbFrame& limb = part.limbs[node];
    const std::vector<double> blend = subtree_blend(part, node);
    std::vector<double> smooth = blend;
    const double width = smooth_width(limb);
    diffusion.spread_changes(width, 2, smooth);

    const double wrapped = wrapped_share(part, limb, smooth);
    if (!(wrapped > 0.0)) return {};
    const TwistNumbers largest_weights = twist_functions(kLastTwist);
    TwistField field;
    for (std::size_t point = 0; point < blend.size(); ++point) {
        const bool turns_rigidly =
            smooth[point] == blend[point] && (blend[point] == 0.0 || blend[point] == 1.0);
        if (turns_rigidly) continue;
        const Vec3d offset = part.bind[point] - limb.pivot;
        Vec3d radial = offset - offset.dot(limb.axis) * limb.axis;
        const double length = radial.norm();
        if (length > kFarFlesh * limb.radius) radial *= kFarFlesh * limb.radius / length;
        const TwistNumbers profile = twist_profile(blend[point], smooth[point]);
        // All four end in the same place, softly.
        const double move = largest_move(profile, largest_weights) * radial.norm();
        const double share = 1.0 - kUnseenMove * limb.radius / move;
        if (!(share > 0.0)) continue;
        const Vec3d round = limb.axis.cross(radial);
        field.points.push_back(static_cast<Index>(point));
        for (std::size_t k = 0; k < profile.size(); ++k)
            field.moves[k].push_back(wrapped * share * profile[k] *
                                     (k < kRadialProfileCount ? radial : round));
    }
    return field;
}

}  // namespace isoskin
