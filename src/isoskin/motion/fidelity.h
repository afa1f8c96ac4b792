#pragma once

#include "isoskin/motion/retarget.h"

namespace isoskin {

/// How near a fitted motion came to the one it was made from, over all its frames.
struct MotionFidelity {
    std::size_t bones = 0;         ///< LimbJoints bones that both skeletons have, of eight.
    double mean_deviation = 0.0;   ///< Radians between their directions.
    double worst_deviation = 0.0;  ///< The largest of any bone and frame.
    double through_trunk =
        0.0;                  ///< Share of frames with a limb in the trunk that the motion has not.
    double sole_error = 0.0;  ///< Mean difference of the lowest soles' heights, in leg lengths,
                              ///< while those of the motion are on the ground.
};

/// Plays `fitted`, a result of `retarget` with the same arguments, and compares.
Result<MotionFidelity> compare_motion(const Character& source, const Clip& motion,
                                      const Character& target, const Clip& fitted,
                                      const JointMap& map = {});

}  // namespace isoskin
