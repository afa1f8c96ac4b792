#include "isoskin/motion/alignment.h"

#include <cmath>

namespace isoskin {
namespace {

// A foot that points less than this (sine) above or below level stands flat.
constexpr double kFlatFoot = 0.87;

// Rigs of one upright pose place hips up to some 10 degrees in front of or behind the shoulders;
// somebody bound in a stoop of more than this (cosine of 25 degrees) stoops.
constexpr double kUpright = 0.906;

// The axes of a trunk that stands, without the lean that comes of where a rig places its joints:
// up is the axis of its file nearest to the way from the hips to the shoulders.
Mat3d without_lean(const Mat3d& axes) {
    Eigen::Index nearest = 0;
    const double cosine = axes.col(1).cwiseAbs().maxCoeff(&nearest);
    if (cosine < kUpright) return axes;
    const Vec3d up = Vec3d::Unit(nearest) * std::copysign(1.0, axes.col(1)[nearest]);
    const Vec3d left = (axes.col(0) - axes.col(0).dot(up) * up).normalized();
    Mat3d stood;
    stood << left, up, left.cross(up);
    return stood;
}

Vec3d foot_direction(const PosedJoints& posed, const LimbJoints& leg) {
    if (!leg.end || !leg.toe) return Vec3d::Zero();
    return (posed.places[*leg.toe] - posed.places[*leg.end]).stableNormalized();
}

// Heights of ankles differ between rigs of one pose; where feet point does not.
std::optional<Quatd> align_foot(const Vec3d& own, const Vec3d& foreign, const Vec3d& up) {
    if (own.isZero() || foreign.isZero()) return {};
    if (std::abs(own.dot(up)) > kFlatFoot || std::abs(foreign.dot(up)) > kFlatFoot)
        return Quatd::FromTwoVectors(own, foreign);
    const Vec3d from = own - own.dot(up) * up;
    const Vec3d to = foreign - foreign.dot(up) * up;
    const double angle = std::atan2(from.cross(to).dot(up), from.dot(to));
    return Quatd(Eigen::AngleAxisd(angle, up));
}

}  // namespace

ReferencePose choose_reference(const RestSkeleton& source, const std::vector<PosedJoints>& frames,
                               const RestSkeleton& target, const JointMatch& match) {
    ReferencePose reference{.posed = at_rest(source), .frame = {}};
    if (!match.is_body || is_standing(source, match.source, reference.posed)) return reference;
    const PosedJoints bind = at_rest(target);
    double nearest = 2.0 * kPi;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        double distance =
            posture_distance(source, match.source, frames[i], target, match.target, bind);
        // Somebody who stands has no twist in the limbs, somebody who acts may have.
        if (!is_standing(source, match.source, frames[i])) distance += kPi;
        if (distance >= nearest) continue;
        nearest = distance;
        reference.frame = i;
    }
    if (reference.frame) reference.posed = frames[*reference.frame];
    return reference;
}

std::vector<Quatd> align_rest(const RestSkeleton& source, const ReferencePose& reference,
                              const RestSkeleton& target, const JointMatch& match) {
    std::vector<Quatd> aligned(target.joint_count(), Quatd::Identity());
    if (!match.is_body) return aligned;
    const PosedJoints bind = at_rest(target);
    Trunk own = trunk_of(match.target, bind);
    Trunk foreign = trunk_of(match.source, reference.posed);
    if (!own.found || !foreign.found) return aligned;
    if (is_standing(target, match.target, bind)) {
        own.axes = without_lean(own.axes);
        foreign.axes = without_lean(foreign.axes);
    }
    const Quatd trunk(Mat3d(foreign.axes * own.axes.transpose()));

    for (std::size_t joint = 0; joint < target.joint_count(); ++joint) {
        const auto parent = target.parents[joint];
        aligned[joint] =
            parent && carries(target, *match.target.hips, *parent) ? aligned[*parent] : trunk;
        for (std::size_t bone = 0; bone < kLimbBones; ++bone) {
            const LimbJoints& limb = limb_of_bone(match.target, bone);
            if ((bone % 2 == 0 ? limb.upper : limb.lower) != joint) continue;
            const Vec3d from = aligned[joint] * bone_direction(target, match.target, bind, bone);
            const Vec3d to = bone_direction(source, match.source, reference.posed, bone);
            if (!from.isZero() && !to.isZero())
                aligned[joint] = Quatd::FromTwoVectors(from, to) * aligned[joint];
        }
        for (const std::size_t side : {0U, 1U}) {
            if (match.target.legs[side].end != joint) continue;
            const auto foot = align_foot(trunk * foot_direction(bind, match.target.legs[side]),
                                         foot_direction(reference.posed, match.source.legs[side]),
                                         foreign.axes.col(1));
            aligned[joint] = foot ? Quatd(*foot * trunk) : trunk;
        }
    }
    return aligned;
}

}  // namespace isoskin
