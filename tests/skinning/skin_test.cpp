#include "isoskin/skinning/skin.h"

#include <gtest/gtest.h>

#include "skinning/skin_fixture.h"

namespace isoskin {
namespace {

constexpr std::size_t kJoints = 6;
constexpr double kTolerance = 1e-12;  // a few hundred roundings of numbers near 1

std::vector<Vec3d> skin(SkinMethod method, const PointCloud& cloud,
                        const std::vector<Affine>& palette) {
    std::vector<Vec3d> posed(cloud.points.size());
    skin_points(method, cloud.points, cloud.weights, palette, posed);
    return posed;
}

class SkinPoints : public testing::TestWithParam<SkinMethod> {
  protected:
    PointCloud cloud_ = scatter_points(200, kJoints, 5);
};

TEST_P(SkinPoints, leave_the_rest_shape_alone_under_the_identity) {
    const std::vector<Affine> palette(kJoints, Affine::Identity());
    EXPECT_EQ(skin(GetParam(), cloud_, palette), to_double(cloud_.points));
}

TEST_P(SkinPoints, move_rigidly_when_all_joints_do) {
    const Affine motion = random_rigid_palette(1).front();
    const auto posed = skin(GetParam(), cloud_, std::vector<Affine>(kJoints, motion));
    for (std::size_t i = 0; i < posed.size(); ++i)
        EXPECT_LT((posed[i] - motion * cloud_.points[i].cast<double>()).norm(), kTolerance);
}

TEST_P(SkinPoints, follow_a_motion_of_the_whole_posed_character) {
    const auto palette = random_affine_palette(kJoints);
    const Affine motion = random_rigid_palette(1, 9).front();
    auto moved = palette;
    for (Affine& matrix : moved)
        matrix = motion * matrix;

    const auto posed = skin(GetParam(), cloud_, palette);
    const auto then_moved = skin(GetParam(), cloud_, moved);
    for (std::size_t i = 0; i < posed.size(); ++i)
        EXPECT_LT((then_moved[i] - motion * posed[i]).norm(), kTolerance);
}

TEST_P(SkinPoints, of_a_mirrored_pose_are_mirrored) {
    const Affine mirror(Eigen::Scaling(-1.0, 1.0, 1.0));
    auto palette = random_affine_palette(kJoints);
    const auto posed = skin(GetParam(), cloud_, palette);

    for (Affine& matrix : palette)
        matrix = mirror * matrix * mirror;
    for (Vec3& p : cloud_.points)
        p.x() = -p.x();
    const auto mirrored = skin(GetParam(), cloud_, palette);
    for (std::size_t i = 0; i < posed.size(); ++i)
        EXPECT_LT((mirrored[i] - mirror * posed[i]).norm(), kTolerance);
}

TEST_P(SkinPoints, do_not_depend_on_the_numbering_of_joints) {
    const auto palette = random_affine_palette(kJoints);
    const std::vector<Affine> reversed(palette.rbegin(), palette.rend());
    std::vector<std::vector<Influence>> rows;
    for (std::size_t i = 0; i < cloud_.points.size(); ++i) {
        rows.emplace_back();
        for (const Influence& influence : cloud_.weights.row(i))
            rows.back().push_back(
                {static_cast<JointIndex>(kJoints - 1 - influence.slot), influence.weight});
    }
    const auto posed = skin(GetParam(), cloud_, palette);
    cloud_.weights = SkinWeights::from_rows(rows);
    const auto renumbered = skin(GetParam(), cloud_, reversed);
    for (std::size_t i = 0; i < posed.size(); ++i)
        EXPECT_LT((renumbered[i] - posed[i]).norm(),
                  1e-6);  // weights are normalised anew, in float
}

INSTANTIATE_TEST_SUITE_P(Methods, SkinPoints,
                         testing::Values(SkinMethod::Rigid, SkinMethod::Linear,
                                         SkinMethod::DualQuaternion));

TEST(BlendDual, takes_q_and_minus_q_for_the_same_motion) {
    const auto palette = random_affine_palette(3);
    std::vector<StretchThenMove> parts;
    for (const Affine& matrix : palette)
        parts.push_back(split_stretch(matrix));
    auto negated = parts;
    for (DualQuat* motion : {&negated[0].motion, &negated[2].motion}) {
        motion->real.coeffs() = -motion->real.coeffs();
        motion->dual.coeffs() = -motion->dual.coeffs();
    }
    const std::vector<Influence> row{{1, 0.5F}, {0, 0.3F}, {2, 0.2F}};
    EXPECT_TRUE(blend_dual(row, parts).isApprox(blend_dual(row, negated), kTolerance));
}

TEST(BlendDual, keeps_a_scale_that_all_joints_share) {
    const Affine scale(Eigen::Scaling(100.0));
    auto palette = random_rigid_palette(3);
    std::vector<StretchThenMove> parts;
    std::vector<StretchThenMove> scaled;
    for (const Affine& matrix : palette) {
        parts.push_back(split_stretch(matrix));
        scaled.push_back(split_stretch(matrix * scale));
    }
    const std::vector<Influence> row{{1, 0.5F}, {0, 0.3F}, {2, 0.2F}};
    EXPECT_TRUE((blend_dual(row, parts) * scale).isApprox(blend_dual(row, scaled), kTolerance));
}

TEST(SplitStretch, gives_back_the_matrix_and_keeps_rotations_proper_under_a_mirror) {
    const Affine mirror(Eigen::Scaling(-2.0, 1.0, 3.0));
    for (Affine matrix : random_affine_palette(20)) {
        matrix = matrix * mirror;
        const StretchThenMove parts = split_stretch(matrix);
        Affine product = to_affine(parts.motion);
        EXPECT_NEAR(product.linear().determinant(), 1.0, kTolerance);
        product.linear() = Mat3d(product.linear()) * parts.stretch;
        EXPECT_TRUE(product.isApprox(matrix, kTolerance));
    }
}

TEST(CarryNormal, stays_perpendicular_to_tangents_carried_along) {
    std::mt19937 random(5);
    for (const Affine& matrix : random_affine_palette(20)) {
        const Mat3d frame = random_rigid(random).linear();
        const Vec3d normal = carry_normal(matrix.linear(), frame.col(2));
        EXPECT_NEAR(normal.norm(), 1.0, kTolerance);
        EXPECT_NEAR(normal.dot(matrix.linear() * frame.col(0)), 0.0, kTolerance);
        EXPECT_NEAR(normal.dot(matrix.linear() * frame.col(1)), 0.0, kTolerance);
    }
}

TEST(CarryNormal, points_out_of_a_mirrored_body_and_has_an_answer_when_it_is_flattened) {
    const Mat3d mirror = Vec3d(-1.0, 1.0, 1.0).asDiagonal();
    EXPECT_EQ(carry_normal(mirror, Vec3d::UnitX()), -Vec3d::UnitX());
    EXPECT_EQ(carry_normal(mirror, Vec3d::UnitY()), Vec3d::UnitY());
    const Mat3d flat = Vec3d(1.0, 1.0, 0.0).asDiagonal();
    EXPECT_EQ(carry_normal(flat, Vec3d(0.6, 0.0, 0.8)), Vec3d::UnitZ());
    EXPECT_EQ(carry_normal(Mat3d::Zero(), Vec3d::UnitY()), Vec3d::UnitY());
}

TEST(CarryTangent, keeps_the_bitangent_on_its_side_under_a_mirror) {
    const Mat3d mirror = Vec3d(-1.0, 1.0, 1.0).asDiagonal();
    const Vec3d normal = carry_normal(mirror, Vec3d::UnitZ());
    const Eigen::Vector4d tangent = carry_tangent(mirror, normal, Vec4(1.0F, 0.0F, 0.0F, 1.0F));
    const Vec3d bitangent = tangent.w() * normal.cross(Vec3d(tangent.head<3>()));
    EXPECT_EQ(bitangent, Vec3d::UnitY());  // where the mirror carries (0, 1, 0)
}

}  // namespace
}  // namespace isoskin
