#pragma once

#include "isoskin/math/types.h"

namespace isoskin {

/// Translation, rotation and scale, applied to a point in the order scale, rotate, translate.
struct Transform {
    Vec3d translation = Vec3d::Zero();
    Quatd rotation = Quatd::Identity();  ///< Unit length; q and -q mean the same.
    Vec3d scale = Vec3d::Ones();

    friend bool operator==(const Transform& a, const Transform& b) {
        return a.translation == b.translation && a.rotation.coeffs() == b.rotation.coeffs() &&
               a.scale == b.scale;
    }
};

/// The matrix that does the same.
Affine to_affine(const Transform& transform);

/// The transform nearest to `matrix`: exact unless the matrix shears. A mirror becomes a negative
/// scale along x.
Transform to_transform(const Affine& matrix);

/// The point a fraction `t` of the way from `a` to `b`: translation and scale linear, rotation by
/// slerp on the shorter arc.
Transform interpolate(const Transform& a, const Transform& b, double t);

/// Rotation by angles in radians about the x, then y, then z axis of the fixed frame: Rz·Ry·Rx.
Quatd rotation_from_euler_xyz(const Vec3d& radians);

}  // namespace isoskin
