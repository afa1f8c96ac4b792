#include "isoskin/weights/distance_weights.h"

#include <cmath>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

const std::vector<Bone> kTwoBones{{{0, 0, 0}, {1, 0, 0}, 0}, {{2, 0, 0}, {3, 0, 0}, 1}};

TEST(DistanceWeights, fall_off_with_the_power_of_the_distance) {
    const std::vector<Vec3> points{{1.25F, 0.0F, 0.0F}};
    const SkinWeights weights = distance_weights(points, kTwoBones);
    const double ratio = weights.row(0)[1].weight / weights.row(0)[0].weight;
    EXPECT_EQ(weights.row(0)[0].slot, 0);
    EXPECT_NEAR(ratio, std::pow(0.25 / 0.75, 4.5), 1e-6);
    EXPECT_NEAR(weights.row(0)[0].weight + weights.row(0)[1].weight, 1.0, 1e-6);
}

TEST(DistanceWeights, agree_halfway_between_two_bones) {
    const std::vector<Vec3> points{{1.5F, 0.3F, 0.0F}};
    const SkinWeights weights = distance_weights(points, kTwoBones);
    EXPECT_FLOAT_EQ(weights.row(0)[0].weight, 0.5F);
}

TEST(DistanceWeights, give_a_point_on_a_bone_to_that_bone) {
    const std::vector<Vec3> points{{2.5F, 0.0F, 0.0F}};
    const SkinWeights weights = distance_weights(points, kTwoBones);
    ASSERT_EQ(weights.row(0).size(), 1U);
    EXPECT_EQ(weights.row(0)[0], (Influence{1, 1.0F}));
}

TEST(DistanceWeights, do_not_change_with_the_unit_of_length) {
    const std::vector<Vec3> points{{1.3F, 0.4F, 0.1F}};
    std::vector<Vec3> large{1e6F * points[0]};
    std::vector<Bone> large_bones = kTwoBones;
    for (Bone& bone : large_bones) {
        bone.start *= 1e6;
        bone.end *= 1e6;
    }
    EXPECT_NEAR(distance_weights(points, kTwoBones).row(0)[0].weight,
                distance_weights(large, large_bones).row(0)[0].weight, 1e-6);
}

TEST(DistanceWeights, keep_the_strongest_and_sum_to_one) {
    std::vector<Bone> bones;
    for (JointIndex slot = 0; slot < 6; ++slot)
        bones.push_back({{slot * 1.0, 0, 0}, {slot * 1.0, 0, 0}, slot});
    const std::vector<Vec3> points{{3.1F, 1.0F, 0.0F}};
    const SkinWeights weights = distance_weights(points, bones, {.max_influences = 2});
    ASSERT_EQ(weights.row(0).size(), 2U);
    EXPECT_EQ(weights.row(0)[0].slot, 3);
    EXPECT_EQ(weights.row(0)[1].slot, 4);
    EXPECT_NEAR(weights.row(0)[0].weight + weights.row(0)[1].weight, 1.0, 1e-6);
}

TEST(DistanceWeights, take_the_nearest_bone_of_a_joint_that_has_several) {
    const std::vector<Bone> bones{
        {{0, 0, 0}, {1, 0, 0}, 0}, {{0, 0, 0}, {0, 1, 0}, 0}, {{0, 0, 4}, {1, 0, 4}, 1}};
    const std::vector<Vec3> points{{0.0F, 1.0F, 2.0F}};
    const SkinWeights weights = distance_weights(points, bones);
    ASSERT_EQ(weights.row(0).size(), 2U);
    EXPECT_EQ(weights.row(0)[0].slot, 0);
}

TEST(BonesOf, lead_from_joints_to_children_and_end_in_points) {
    Joint hip{.name = "hip", .parent = {}, .parent_from_joint = {}};
    Joint knee{.name = "knee", .parent = 0, .parent_from_joint = {}};
    hip.parent_from_joint.translation = {0, 2, 0};
    knee.parent_from_joint.translation = {0, -1, 0};
    const auto bones = bones_of(*Skeleton::create({hip, knee}));
    ASSERT_EQ(bones.size(), 2U);
    EXPECT_EQ(bones[0].start, Vec3d(0, 2, 0));
    EXPECT_EQ(bones[0].end, Vec3d(0, 1, 0));
    EXPECT_EQ(bones[1].start, bones[1].end);
    EXPECT_EQ(bones[1].slot, 1);
}

}  // namespace
}  // namespace isoskin
