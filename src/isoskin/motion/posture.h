#pragma once

#include <array>

#include "isoskin/motion/body.h"

namespace isoskin {

/// Joints of a skeleton at some moment, in model space.
struct PosedJoints {
    std::vector<Vec3d> places;
    std::vector<Quatd> turns;
};

PosedJoints at_rest(const RestSkeleton& rest);

/// The bones of the limbs in one order: left arm, right arm, left leg, right leg; upper, lower.
inline constexpr std::size_t kLimbBones = 8;
const LimbJoints& limb_of_bone(const BodyJoints& body, std::size_t bone);

/// Unit vector along a limb bone, to the next joint of the limb, else to the end of the flesh that
/// follows it; zero if the body has no such bone.
Vec3d bone_direction(const RestSkeleton& rest, const BodyJoints& body, const PosedJoints& posed,
                     std::size_t bone);

/// Axes of the trunk as columns: to its left, up from the hips to the shoulders, forward. Identity
/// if shoulders and hips do not tell them.
struct Trunk {
    Mat3d axes = Mat3d::Identity();
    bool found = false;
};
Trunk trunk_of(const BodyJoints& body, const PosedJoints& posed);

/// Whether the joints lie as those of somebody who stands with arms spread, hanging or between,
/// the knees and elbows about straight: a pose that a mesh could have been bound in.
bool is_standing(const RestSkeleton& rest, const BodyJoints& body, const PosedJoints& posed);

/// Mean angle in radians between the limb bones of two bodies, each seen from its trunk.
double posture_distance(const RestSkeleton& rest_a, const BodyJoints& a, const PosedJoints& posed_a,
                        const RestSkeleton& rest_b, const BodyJoints& b,
                        const PosedJoints& posed_b);

}  // namespace isoskin
