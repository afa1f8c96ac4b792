#include "isoskin/math/transform.h"

#include <cmath>

#include "isoskin/math/svd3.h"

namespace isoskin {

Affine to_affine(const Transform& transform) {
    Affine matrix = Affine::Identity();
    matrix.linear() = transform.rotation.toRotationMatrix() * transform.scale.asDiagonal();
    matrix.translation() = transform.translation;
    return matrix;
}

Transform to_transform(const Affine& matrix) {
    const Mat3d linear = matrix.linear();
    Transform transform;
    transform.translation = matrix.translation();
    transform.scale = linear.colwise().norm();
    if (linear.determinant() < 0.0) transform.scale.x() = -transform.scale.x();

    // Columns divided by their lengths; an axis scaled to nothing is rebuilt from the other two.
    Mat3d rotation = Mat3d::Identity();
    for (int axis = 0; axis < 3; ++axis)
        if (std::abs(transform.scale[axis]) > 0.0)
            rotation.col(axis) = linear.col(axis) / transform.scale[axis];
    Svd3 svd = decompose(rotation);
    if ((svd.U * svd.V.transpose()).determinant() < 0.0) svd.U.col(2) = -svd.U.col(2);
    const Mat3d nearest = svd.U * svd.V.transpose();
    transform.rotation = Quatd(nearest).normalized();
    return transform;
}

Transform interpolate(const Transform& a, const Transform& b, double t) {
    return {.translation = a.translation + t * (b.translation - a.translation),
            .rotation = a.rotation.slerp(t, b.rotation).normalized(),
            .scale = a.scale + t * (b.scale - a.scale)};
}

Quatd rotation_from_euler_xyz(const Vec3d& radians) {
    return Quatd(Eigen::AngleAxisd(radians.z(), Vec3d::UnitZ())) *
           Quatd(Eigen::AngleAxisd(radians.y(), Vec3d::UnitY())) *
           Quatd(Eigen::AngleAxisd(radians.x(), Vec3d::UnitX()));
}

}  // namespace isoskin
