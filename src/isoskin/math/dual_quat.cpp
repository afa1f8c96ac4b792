#include "isoskin/math/dual_quat.h"

#include "isoskin/math/svd3.h"

namespace isoskin {
namespace {

constexpr double kRotationTolerance = 1e-12;

bool is_rotation(const Mat3d& linear) {
    return (linear.transpose() * linear).isIdentity(kRotationTolerance) &&
           linear.determinant() > 0.0;
}

}  // namespace

DualQuat to_dual_quat(const Quatd& rotation, const Vec3d& translation) {
    const Quatd moved = Quatd(0.0, translation.x(), translation.y(), translation.z()) * rotation;
    return {.real = rotation, .dual = Quatd(0.5 * moved.coeffs())};
}

Affine to_affine(const DualQuat& motion) {
    const double length = motion.real.norm();
    const Quatd real(motion.real.coeffs() / length);
    const Quatd dual(motion.dual.coeffs() / length);
    Affine matrix = Affine::Identity();
    matrix.linear() = real.toRotationMatrix();
    matrix.translation() = 2.0 * (dual * real.conjugate()).vec();
    return matrix;
}

PolarParts polar_decompose(const Mat3d& linear) {
    if (is_rotation(linear)) return {.rotation = Quatd(linear), .stretch = Mat3d::Identity()};

    const auto [U, values, V] = decompose(linear);
    const Mat3d turn = U * V.transpose();
    const double sign = turn.determinant() < 0.0 ? -1.0 : 1.0;
    return {.rotation = Quatd(Mat3d(sign * turn)),
            .stretch = sign * V * values.asDiagonal() * V.transpose()};
}

}  // namespace isoskin
