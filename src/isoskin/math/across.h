#pragma once

#include "isoskin/math/types.h"

namespace isoskin {

/// A unit vector across a unit axis, from the coordinate axis that is most across it: for a
/// mirrored axis the mirrored one, but for its sign.
inline Vec3d any_across(const Vec3d& axis) {
    Vec3d::Index least = 0;
    axis.cwiseAbs().minCoeff(&least);
    return (Vec3d::Unit(least) - axis[least] * axis).normalized();
}

}  // namespace isoskin
