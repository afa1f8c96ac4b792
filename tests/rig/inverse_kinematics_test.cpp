#include "isoskin/rig/inverse_kinematics.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

// A chain of bones of length one along x, each turned by `bend` about z in the stored pose.
Skeleton make_chain(std::size_t joint_count, double bend) {
    std::vector<Joint> joints;
    for (std::size_t j = 0; j < joint_count; ++j) {
        Joint joint{.name = "joint " + std::to_string(j), .parent = {}, .parent_from_joint = {}};
        if (j > 0) {
            joint.parent = j - 1;
            joint.parent_from_joint.translation = Vec3d::UnitX();
        }
        joint.parent_from_joint.rotation = Quatd(Eigen::AngleAxisd(bend, Vec3d::UnitZ()));
        joints.push_back(joint);
    }
    return *Skeleton::create(joints);
}

IkChain whole(const Skeleton& skeleton) {
    IkChain chain;
    for (std::size_t j = 0; j < skeleton.joint_count(); ++j)
        chain.joints.push_back(static_cast<JointIndex>(j));
    return chain;
}

std::vector<Vec3d> places(const Skeleton& skeleton, const Pose& pose) {
    std::vector<Affine> model(skeleton.joint_count());
    compute_model_pose(skeleton, pose.parent_from_joint, model);
    std::vector<Vec3d> result;
    for (const Affine& joint : model)
        result.emplace_back(joint.translation());
    return result;
}

Vec3d random_in_ball(std::mt19937& random, double radius) {
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    for (;;) {
        const Vec3d p(number(random), number(random), number(random));
        if (p.norm() <= 1.0) return radius * p;
    }
}

double largest_turn(const Pose& a, const Pose& b) {
    double largest = 0.0;
    for (std::size_t j = 0; j < a.parent_from_joint.size(); ++j)
        largest = std::max(largest, a.parent_from_joint[j].rotation.angularDistance(
                                        b.parent_from_joint[j].rotation));
    return largest;
}

class AnyChain : public ::testing::TestWithParam<std::size_t> {};

TEST_P(AnyChain, reaches_what_is_in_reach_and_keeps_its_bones) {
    const Skeleton skeleton = make_chain(GetParam(), 0.2);
    const double length = static_cast<double>(GetParam()) - 1.0;
    std::mt19937 random(7);

    for (int i = 0; i < 200; ++i) {
        Pose pose = stored_pose(skeleton);
        Vec3d goal = random_in_ball(random, 0.95 * length);
        if (goal.norm() < 0.1 * length) goal = Vec3d(0.3 * length, 0.1, 0.0);
        const IkReport report =
            solve_ik(skeleton, whole(skeleton), {.position = goal}, pose.parent_from_joint);

        const auto at = places(skeleton, pose);
        EXPECT_TRUE(report.reached) << goal.transpose() << " missed by " << report.distance;
        EXPECT_NEAR((at.back() - goal).norm(), report.distance, 1e-12);
        for (std::size_t j = 0; j + 1 < at.size(); ++j)
            EXPECT_NEAR((at[j + 1] - at[j]).norm(), 1.0, 1e-12);
    }
}

TEST_P(AnyChain, points_at_what_is_out_of_reach) {
    const Skeleton skeleton = make_chain(GetParam(), 0.2);
    const double length = static_cast<double>(GetParam()) - 1.0;
    Pose pose = stored_pose(skeleton);

    const Vec3d goal(0.0, 0.0, 3.0 * length);
    const IkReport report =
        solve_ik(skeleton, whole(skeleton), {.position = goal}, pose.parent_from_joint);

    EXPECT_FALSE(report.reached);
    EXPECT_NEAR(report.distance, 2.0 * length, 0.02 * length);
    EXPECT_GT(places(skeleton, pose).back().normalized().z(), 0.999);
}

// A hand drawn out past full stretch and back: no joint may jump, and the elbow stays on its side.
TEST_P(AnyChain, does_not_flip_at_full_stretch) {
    const Skeleton skeleton = make_chain(GetParam(), 0.3);
    const double length = static_cast<double>(GetParam()) - 1.0;
    Pose pose = stored_pose(skeleton);
    const Vec3d way = Vec3d(1.0, 0.4, 0.2).normalized();
    solve_ik(skeleton, whole(skeleton), {.position = 0.7 * length * way}, pose.parent_from_joint);
    Pose before = pose;
    constexpr int kSteps = 400;
    std::vector<Vec3d> sides;

    for (int i = 0; i <= kSteps; ++i) {
        const double t = static_cast<double>(i) / kSteps;
        const double out = length * (0.7 + 0.6 * std::sin(kPi * t));  // to 1.3 and back
        solve_ik(skeleton, whole(skeleton), {.position = out * way}, pose.parent_from_joint);
        EXPECT_LT(largest_turn(before, pose), 0.25) << "at step " << i;
        before = pose;
        const auto at = places(skeleton, pose);
        const Vec3d elbow = at[at.size() / 2] - at.back() / 2.0;
        sides.push_back(elbow - way.dot(elbow) * way);
    }
    EXPECT_GT(sides.front().dot(sides.back()), 0.0);
}

TEST_P(AnyChain, a_straight_chain_can_be_shortened) {
    const Skeleton skeleton = make_chain(GetParam(), 0.0);
    const double length = static_cast<double>(GetParam()) - 1.0;
    Pose pose = stored_pose(skeleton);

    const IkReport report = solve_ik(
        skeleton, whole(skeleton), {.position = {0.6 * length, 0.0, 0.0}}, pose.parent_from_joint);

    EXPECT_TRUE(report.reached) << report.distance;
}

TEST_P(AnyChain, is_the_same_in_any_frame_and_size) {
    const Skeleton skeleton = make_chain(GetParam(), 0.2);
    const double length = static_cast<double>(GetParam()) - 1.0;
    const Vec3d goal = length * Vec3d(0.3, 0.5, -0.2);
    Pose pose = stored_pose(skeleton);
    solve_ik(skeleton, whole(skeleton), {.position = goal}, pose.parent_from_joint);

    const Quatd turn(Eigen::AngleAxisd(0.8, Vec3d(1.0, 2.0, 3.0).normalized()));
    std::vector<Joint> moved(skeleton.joints().begin(), skeleton.joints().end());
    for (Joint& joint : moved)
        joint.parent_from_joint.translation *= 1000.0;
    moved[0].parent_from_joint.rotation = turn * moved[0].parent_from_joint.rotation;
    const Skeleton other = *Skeleton::create(moved);
    Pose other_pose = stored_pose(other);
    solve_ik(other, whole(other), {.position = turn * (1000.0 * goal)},
             other_pose.parent_from_joint);

    const auto here = places(skeleton, pose);
    const auto there = places(other, other_pose);
    for (std::size_t j = 0; j < here.size(); ++j)
        EXPECT_LT((turn * here[j] - there[j] / 1000.0).norm(), 1e-6 * length);
}

INSTANTIATE_TEST_SUITE_P(Ik, AnyChain, ::testing::Values(3, 4, 6, 21));

#ifdef NDEBUG
// As a hand drags: the best of some rounds, since other programs run beside this one.
TEST(Ik, twenty_joints_take_less_than_a_fifth_of_a_millisecond) {
    using Clock = std::chrono::steady_clock;
    constexpr int kPulls = 40;
    const Skeleton skeleton = make_chain(20, 0.15);
    const IkChain chain = whole(skeleton);
    Pose pose = stored_pose(skeleton);
    double best = 1.0;
    int step = 0;
    for (int round = 0; round < 25; ++round) {
        const auto start = Clock::now();
        for (int i = 0; i < kPulls; ++i) {
            const double t = 0.05 * ++step;
            const Vec3d goal = 19.0 * Vec3d(0.5 + 0.2 * std::cos(t), 0.3 * std::sin(t), 0.2);
            EXPECT_TRUE(
                solve_ik(skeleton, chain, {.position = goal}, pose.parent_from_joint).reached);
        }
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count() / kPulls);
    }
    std::printf("%.1f us a pull of 20 joints\n", 1e6 * best);
    EXPECT_LT(best, 0.2e-3);
}
#endif

TEST(TwoBones, bend_towards_the_pole) {
    const Skeleton skeleton = make_chain(3, 0.2);
    std::mt19937 random(3);

    for (int i = 0; i < 100; ++i) {
        Pose pose = stored_pose(skeleton);
        const Vec3d goal = random_in_ball(random, 1.0) + Vec3d(0.5, 0.0, 0.0);
        const Vec3d pole = random_in_ball(random, 5.0);
        solve_ik(skeleton, whole(skeleton), {.position = goal, .pole = pole},
                 pose.parent_from_joint);

        const auto at = places(skeleton, pose);
        const Vec3d axis = at[2].normalized();
        const Vec3d elbow = at[1] - axis.dot(at[1]) * axis;
        const Vec3d wanted = pole - axis.dot(pole) * axis;
        EXPECT_GT(elbow.normalized().dot(wanted.normalized()), 1.0 - 1e-9);
        EXPECT_LT((at[2] - goal).norm(), 1e-4);
    }
}

TEST(Limits, are_held) {
    const Skeleton skeleton = make_chain(6, 0.1);
    IkChain chain = whole(skeleton);
    chain.max_angles.assign(5, 0.35);
    std::mt19937 random(11);

    for (int i = 0; i < 100; ++i) {
        Pose pose = stored_pose(skeleton);
        solve_ik(skeleton, chain, {.position = random_in_ball(random, 5.0)},
                 pose.parent_from_joint);
        for (std::size_t j = 0; j < 5; ++j)
            EXPECT_LE(pose.parent_from_joint[j].rotation.angularDistance(
                          skeleton.joints()[j].parent_from_joint.rotation),
                      0.35 + 1e-9);
    }
}

// Spine with two arms: collar, upper arm, forearm, hand with a finger.
TEST(Limb, is_the_arm_without_the_collar_bone) {
    std::vector<Joint> joints{{.name = "spine", .parent = {}, .parent_from_joint = {}}};
    const auto add = [&](const char* name, std::size_t parent, double length) {
        Joint joint{.name = name, .parent = parent, .parent_from_joint = {}};
        joint.parent_from_joint.translation = {length, 0.0, 0.0};
        joints.push_back(joint);
        return joints.size() - 1;
    };
    add("leg", 0, 1.0);
    const auto collar = add("collar", 0, 0.1);
    const auto upper = add("upper", collar, 0.2);
    const auto fore = add("fore", upper, 1.0);
    const auto hand = add("hand", fore, 1.0);
    add("finger", hand, 0.1);
    const Skeleton skeleton = *Skeleton::create(joints);
    std::vector<JointIndex> all;
    for (std::size_t j = 0; j < joints.size(); ++j)
        all.push_back(static_cast<JointIndex>(j));

    const IkChain limb = limb_of(skeleton, all, static_cast<JointIndex>(hand));

    ASSERT_EQ(limb.joints.size(), 3U);
    EXPECT_EQ(limb.joints.front(), upper);
    EXPECT_TRUE(limb_of(skeleton, all, 0).joints.empty());
}

}  // namespace
}  // namespace isoskin
