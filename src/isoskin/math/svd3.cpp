#include "isoskin/math/svd3.h"

// The only place that reads it: its templates take seconds to compile.
#include <Eigen/SVD>

namespace isoskin {

Svd3 decompose(const Mat3d& matrix) {
    const Eigen::JacobiSVD<Mat3d> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
    return {.U = svd.matrixU(), .values = svd.singularValues(), .V = svd.matrixV()};
}

Mat3d pseudo_inverse(const Mat3d& matrix) {
    constexpr double kFlat = 1e-9;
    const Svd3 svd = decompose(matrix);
    Vec3d back = Vec3d::Zero();
    for (int axis = 0; axis < 3; ++axis)
        if (svd.values[axis] > kFlat * svd.values[0]) back[axis] = 1.0 / svd.values[axis];
    return svd.V * back.asDiagonal() * svd.U.transpose();
}

}  // namespace isoskin
