#pragma once

#include "isoskin/math/types.h"

namespace isoskin {

/// A rigid motion as a unit dual quaternion: `real` turns, `dual` = ½ t·real moves.
///
/// q and -q (all eight numbers) are the same motion; whoever adds several has to choose signs.
struct DualQuat {
    Quatd real = Quatd::Identity();
    Quatd dual = Quatd(0.0, 0.0, 0.0, 0.0);
};

DualQuat to_dual_quat(const Quatd& rotation, const Vec3d& translation);

/// The rigid motion of a dual quaternion that need not have unit length; `real` is not zero.
Affine to_affine(const DualQuat& motion);

/// A linear map as a stretch followed by a turn: `linear = rotation * stretch`.
///
/// The stretch is symmetric; where the map mirrors, all its eigenvalues are negative or zero, so
/// that the rotation of a mirrored rig stays a rotation.
struct PolarParts {
    Quatd rotation = Quatd::Identity();
    Mat3d stretch = Mat3d::Identity();
};

/// Exact to rounding, singular maps included; a map that is a rotation within 1e-12 has the
/// identity as its stretch, and costs next to nothing.
PolarParts polar_decompose(const Mat3d& linear);

}  // namespace isoskin
