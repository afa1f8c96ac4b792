#pragma once

#include "isoskin/math/types.h"

namespace isoskin {

/// Turns by `angle` radians about an axis (of length one) through a point.
inline Affine turn_about(const Vec3d& point, const Vec3d& axis, double angle) {
    Affine turn = Affine::Identity();
    turn.linear() = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    turn.translation() = point - turn.linear() * point;
    return turn;
}

}  // namespace isoskin
