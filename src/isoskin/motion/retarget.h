#pragma once

#include "isoskin/motion/joint_match.h"

namespace isoskin {

/// A motion made to fit another character, and how it came about.
struct RetargetedMotion {
    struct Pair {
        std::size_t source;  ///< Joint of the motion's skeleton.
        std::size_t target;  ///< Joint of the character.
    };
    Clip clip;  ///< Its notes say what was matched.
    std::vector<Pair> pairs;
    std::vector<std::size_t> unmatched;  ///< Joints of the motion that nothing follows.
};

/// Makes `motion`, a clip of `source`, move `target`.
///
/// Every joint that follows another turns in model space as that one does since the reference pose,
/// in which the limbs of both point the same way, so neither rest poses nor the roll of bones nor
/// names of joints matter. The hips go the way of the motion's hips, scaled by the lengths of the
/// legs, beginning where the character stands; soles touch the ground where those of the motion
/// do. Refuses, in words, a target without joints and what `match_joints` refuses.
/// See docs/retarget.md.
Result<RetargetedMotion> retarget(const Character& source, const Clip& motion,
                                  const Character& target, const JointMap& map = {});

}  // namespace isoskin
