#include "isoskin/motion/fidelity.h"

#include <algorithm>
#include <cmath>

#include "isoskin/motion/alignment.h"
#include "isoskin/motion/footing.h"
#include "isoskin/motion/source_frames.h"

namespace isoskin {
namespace {

// Nearer to the axis of the trunk than this share of half the width of the shoulders, a forearm or
// a shin is inside.
constexpr double kInside = 0.4;
// Soles lower than this share of a leg are on the ground.
constexpr double kOnGround = 0.03;

Vec3d middle(const PosedJoints& posed, const std::array<LimbJoints, 2>& limbs) {
    return 0.5 * (posed.places[*limbs[0].upper] + posed.places[*limbs[1].upper]);
}

double distance_to_axis(const Vec3d& point, const Vec3d& from, const Vec3d& to) {
    const Vec3d axis = to - from;
    const double at = std::clamp((point - from).dot(axis) / axis.squaredNorm(), 0.0, 1.0);
    return (point - from - at * axis).norm();
}

bool has_limb_in_trunk(const BodyJoints& body, const PosedJoints& posed) {
    const Vec3d low = middle(posed, body.legs);
    const Vec3d high = middle(posed, body.arms);
    const double half_width =
        0.5 * (posed.places[*body.arms[0].upper] - posed.places[*body.arms[1].upper]).norm();
    // From a little above the legs, which begin beside the axis.
    const Vec3d start = low + 0.3 * (high - low);
    for (std::size_t bone = 1; bone < kLimbBones; bone += 2) {
        const LimbJoints& limb = limb_of_bone(body, bone);
        if (!limb.lower || !limb.end) continue;
        for (const double t : {0.25, 0.5, 0.75, 1.0}) {
            const Vec3d point = posed.places[*limb.lower] +
                                t * (posed.places[*limb.end] - posed.places[*limb.lower]);
            if (distance_to_axis(point, start, high) < kInside * half_width) return true;
        }
    }
    return false;
}

std::vector<std::size_t> common_bones(const JointMatch& match) {
    std::vector<std::size_t> bones;
    const auto follows = [&](std::optional<std::size_t> joint) {
        return joint &&
               std::any_of(match.follows.begin(), match.follows.end(),
                           [&](const FollowedJoint& follow) { return follow.target == *joint; });
    };
    for (std::size_t bone = 0; bone < kLimbBones; ++bone) {
        const LimbJoints& source = limb_of_bone(match.source, bone);
        const LimbJoints& target = limb_of_bone(match.target, bone);
        if ((bone % 2 == 0 ? source.upper : source.lower) &&
            follows(bone % 2 == 0 ? target.upper : target.lower))
            bones.push_back(bone);
    }
    return bones;
}

double lowest_place(const RestSkeleton& rest, const BodyJoints& body, const PosedJoints& posed) {
    double lowest = posed.places[*body.hips].y();
    for (std::size_t i = 0; i < rest.joint_count(); ++i)
        lowest = std::min(lowest, posed.places[i].y());
    return lowest;
}

double mean_sole_error(const RestSkeleton& source, const PosedJoints& standing,
                       const RestSkeleton& target, const JointMatch& match, const SourceFrames& was,
                       const SourceFrames& is) {
    const Soles from(match.source, standing, lowest_place(source, match.source, standing));
    const Soles to(match.target, at_rest(target), target.ground);
    std::vector<double> heights;
    for (const PosedJoints& frame : was.frames)
        heights.push_back(from.lowest(frame).value_or(0.0));
    const double ground = ground_of(heights);
    const double own_leg = leg_length(match.target, at_rest(target));
    const double leg = leg_length(match.source, standing);
    if (!(own_leg > 0.0) || !(leg > 0.0)) return 0.0;
    double sum = 0.0;
    double count = 0.0;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const double height = (heights[i] - ground) / leg;
        if (height > kOnGround) continue;
        const double own = (to.lowest(is.frames[i]).value_or(0.0) - target.ground) / own_leg;
        sum += std::abs(own - height);
        count += 1.0;
    }
    return count > 0.0 ? sum / count : 0.0;
}

}  // namespace

Result<MotionFidelity> compare_motion(const Character& source, const Clip& motion,
                                      const Character& target, const Clip& fitted,
                                      const JointMap& map) {
    const auto was = sample_frames(source, motion);
    if (!was) return was.error();
    const auto is = sample_frames(target, fitted);
    if (!is) return is.error();
    if (was->frames.size() != is->frames.size())
        return usage_error("the two motions do not have the same frames");
    const RestSkeleton from = rest_skeleton(source);
    const RestSkeleton to = rest_skeleton(target);
    const auto match = match_joints(from, was->moved, to, map);
    if (!match) return match.error();
    MotionFidelity fidelity;
    if (!match->is_body) return fidelity;
    const auto bones = common_bones(*match);
    fidelity.bones = bones.size();
    for (std::size_t i = 0; i < was->frames.size(); ++i) {
        for (const std::size_t bone : bones) {
            const Vec3d wanted = bone_direction(from, match->source, was->frames[i], bone);
            const Vec3d found = bone_direction(to, match->target, is->frames[i], bone);
            const double angle = std::atan2(wanted.cross(found).norm(), wanted.dot(found));
            fidelity.mean_deviation += angle;
            fidelity.worst_deviation = std::max(fidelity.worst_deviation, angle);
        }
        if (has_limb_in_trunk(match->target, is->frames[i]) &&
            !has_limb_in_trunk(match->source, was->frames[i]))
            fidelity.through_trunk += 1.0;
    }
    const auto frames = static_cast<double>(was->frames.size());
    fidelity.mean_deviation /= std::max(1.0, frames * static_cast<double>(bones.size()));
    fidelity.through_trunk /= frames;
    const ReferencePose reference = choose_reference(from, was->frames, to, *match);
    fidelity.sole_error = mean_sole_error(from, reference.posed, to, *match, *was, *is);
    return fidelity;
}

}  // namespace isoskin
