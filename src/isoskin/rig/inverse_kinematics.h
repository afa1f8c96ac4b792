#pragma once

#include <optional>
#include <span>
#include <vector>

#include "isoskin/rig/pose.h"

namespace isoskin {

/// Joints that turn so that the last of them, which keeps its own rotation, comes to a place.
///
/// Each joint is an ancestor of the next, not necessarily its parent; joints between them are
/// carried along. At least two.
struct IkChain {
    std::vector<JointIndex> joints;  ///< From the root of the chain to the one that is pulled.
    /// Per joint but the last: how far its rotation may be from the stored pose, in radians;
    /// empty: as far as it likes.
    std::vector<double> max_angles = {};
    /// Per joint between the ends: the axis, seen by its parent joint, about which it bends; no
    /// joint is folded the other way. Zero: to either side. Empty: all to either side.
    std::vector<Vec3d> bend_axes = {};
};

struct IkTarget {
    Vec3d position = Vec3d::Zero();  ///< Where the last joint shall be, in model space.
    std::optional<Vec3d> pole = {};  ///< A chain of two bones bends towards it.
};

/// What came of it; the pose is always the nearest that was found.
struct IkReport {
    bool reached = false;   ///< Within 1e-4 of the length of the chain.
    double distance = 0.0;  ///< From the last joint to the target, in model units.
};

/// Turns the joints of a chain; two bones by the law of cosines, longer chains or such with limits
/// by damped least squares (Wampler 1986), which spreads the turn evenly over the joints.
///
/// Both start from the pose as it is and keep the side to which the chain bends: a chain is never
/// stretched quite straight (two bones keep 1e-5 of their length, longer chains 0.5 %), so nothing
/// flips when a target goes out of reach and comes back. A chain that starts straight bends as it
/// does in the stored pose, or if it is straight there too, about a fixed axis across it. Targets
/// out of reach are pointed at. Where the chain has `bend_axes`, a joint that starts straight or
/// folded the wrong way is bent as they say.
/// One element of `parent_from_joint` per joint of the skeleton.
IkReport solve_ik(const Skeleton& skeleton, const IkChain& chain, const IkTarget& target,
                  std::span<Transform> parent_from_joint);

/// The limb a person means who pulls at a joint: its ancestors up to the first that carries more
/// than one branch of `joints` (those of a skin, increasing), the collar bone left out of an arm.
/// Empty if nothing can turn.
IkChain limb_of(const Skeleton& skeleton, std::span<const JointIndex> joints, JointIndex pulled);

}  // namespace isoskin
