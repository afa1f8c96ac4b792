#pragma once

#include "isoskin/rig/character.h"

namespace isoskin {

/// How far and how fast a sweep turns each joint.
struct RangeOfMotion {
    double bend = kPi / 2;           ///< To both sides, about two axes across the bone; radians.
    double twist = 2.0 * kPi / 3.0;  ///< To both sides, about the bone; radians.
    double seconds_per_swing = 0.4;  ///< Out and back, once.
    double keys_per_second = 60.0;
};

/// A clip that takes every joint of a skin in turn, from the stored pose through its range and
/// back, the others at rest: for characters without a motion of their own.
Clip range_of_motion(const Character& character, const RangeOfMotion& range = {});

}  // namespace isoskin
