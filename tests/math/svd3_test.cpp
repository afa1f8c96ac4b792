#include "isoskin/math/svd3.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

Mat3d some_matrix() {
    Mat3d matrix;
    matrix << 2.0, -0.3, 0.7, 0.1, 1.5, -0.4, 0.6, 0.2, -0.9;
    return matrix;
}

Mat3d flattened() {
    return Vec3d(1.0, 2.0, 2.0) * Vec3d(0.0, 3.0, 4.0).transpose();  // one direction is left
}

TEST(Svd3, factors_multiply_to_the_matrix) {
    for (const Mat3d& matrix : {some_matrix(), flattened(), Mat3d(Mat3d::Zero())}) {
        const auto [U, values, V] = decompose(matrix);
        EXPECT_LT((U * values.asDiagonal() * V.transpose() - matrix).norm(), 1e-13);
        EXPECT_LT((U.transpose() * U - Mat3d::Identity()).norm(), 1e-13);
        EXPECT_LT((V.transpose() * V - Mat3d::Identity()).norm(), 1e-13);
        EXPECT_GE(values[0], values[1]);
        EXPECT_GE(values[1], values[2]);
        EXPECT_GE(values[2], 0.0);
    }
}

TEST(PseudoInverse, is_the_inverse_where_there_is_one) {
    EXPECT_LT((pseudo_inverse(some_matrix()) * some_matrix() - Mat3d::Identity()).norm(), 1e-13);
}

// Penrose's conditions.
TEST(PseudoInverse, leads_nearest_back_where_space_was_flattened) {
    const Mat3d A = flattened();
    const Mat3d B = pseudo_inverse(A);
    EXPECT_LT((A * B * A - A).norm(), 1e-13);
    EXPECT_LT((B * A * B - B).norm(), 1e-13);
    EXPECT_LT((A * B - (A * B).transpose()).norm(), 1e-13);
    EXPECT_LT((B * A - (B * A).transpose()).norm(), 1e-13);
    EXPECT_EQ(pseudo_inverse(Mat3d::Zero()), Mat3d(Mat3d::Zero()));
}

}  // namespace
}  // namespace isoskin
