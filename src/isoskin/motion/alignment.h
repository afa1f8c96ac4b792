#pragma once

#include "isoskin/motion/joint_match.h"
#include "isoskin/motion/posture.h"

namespace isoskin {

/// The pose of the motion's skeleton that is laid on the bind pose of the character.
struct ReferencePose {
    PosedJoints posed;
    std::optional<std::size_t> frame;  ///< Empty: the rest pose of the motion's own skeleton.
};

/// The rest pose of the motion if somebody could stand so. Else, as in files whose bones all point
/// along one axis when nothing is turned, the frame whose limbs are nearest to those of the bind
/// pose; one that somebody stands in before all others.
ReferencePose choose_reference(const RestSkeleton& source, const std::vector<PosedJoints>& frames,
                               const RestSkeleton& target, const JointMatch& match);

/// For each joint of the character the rotation that lays its bind pose on the reference pose:
/// the trunk by its axes (of a body bound standing, without lean), limbs bone by bone on the
/// shortest way from where the bone above took them, feet about the vertical alone; everything else
/// goes with what carries it.
std::vector<Quatd> align_rest(const RestSkeleton& source, const ReferencePose& reference,
                              const RestSkeleton& target, const JointMatch& match);

}  // namespace isoskin
