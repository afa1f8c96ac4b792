#include "isoskin/rig/natural_bend.h"

#include <random>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

/// A leg that hangs down from a hip, straight, with a foot that points along z.
Character straight_leg() {
    const auto joint = [](const char* name, std::optional<std::size_t> parent, const Vec3d& at) {
        Joint made{.name = name, .parent = parent, .parent_from_joint = {}};
        made.parent_from_joint.translation = at;
        return made;
    };
    Character leg;
    leg.skeleton = *Skeleton::create(
        {joint("hip", {}, {0.0, 1.0, 0.0}), joint("knee", 0, {0.0, -0.5, 0.0}),
         joint("ankle", 1, {0.0, -0.45, 0.0}), joint("toes", 2, {0.0, -0.05, 0.2})});
    return leg;
}

Clip backward_bend() {
    const Quatd turned(Eigen::AngleAxisd(-1.0, Vec3d::UnitX()));
    const auto number = [](double value) { return static_cast<float>(value); };
    return {.name = "kick",
            .channels = {{.path = ChannelPath::Rotation,
                          .target = 1,
                          .interpolation = Interpolation::Linear,
                          .times = {0.0F, 1.0F},
                          .values = {0.0F, 0.0F, 0.0F, 1.0F, number(turned.x()), number(turned.y()),
                                     number(turned.z()), number(turned.w())}}}};
}

/// Where the knee stands out from the straight line between hip and ankle.
Vec3d knee_side(const Skeleton& skeleton, const Pose& pose) {
    std::vector<Affine> model(skeleton.joint_count());
    compute_model_pose(skeleton, pose.parent_from_joint, model);
    const Vec3d hip = model[0].translation();
    const Vec3d line = (model[2].translation() - hip).normalized();
    const Vec3d knee = model[1].translation() - hip;
    return knee - line.dot(knee) * line;
}

TEST(NaturalBend, a_straight_knee_bends_where_the_foot_points) {
    const Character leg = straight_leg();
    IkChain chain{.joints = {0, 1, 2}};
    chain.bend_axes = natural_bends(leg, chain);
    Pose pose = stored_pose(leg);
    const auto report =
        solve_ik(leg.skeleton, chain, {.position = {0.0, 0.3, 0.0}}, pose.parent_from_joint);
    EXPECT_TRUE(report.reached);
    EXPECT_GT(knee_side(leg.skeleton, pose).z(), 0.1);
}

TEST(NaturalBend, clips_say_it_better_than_the_foot) {
    Character bird = straight_leg();
    bird.clips.push_back(backward_bend());
    IkChain chain{.joints = {0, 1, 2}};
    chain.bend_axes = natural_bends(bird, chain);
    Pose pose = clip_pose(bird, bird.clips[0], 1.0);
    const double side = knee_side(bird.skeleton, pose).z();
    pose = stored_pose(bird);
    solve_ik(bird.skeleton, chain, {.position = {0.0, 0.3, 0.0}}, pose.parent_from_joint);
    EXPECT_GT(side * knee_side(bird.skeleton, pose).z(), 0.0);
}

// However it was folded before and wherever it is pulled, seen by the thigh it bends one way.
TEST(NaturalBend, no_knee_is_folded_backwards_by_a_foot_or_its_toes) {
    const Character leg = straight_leg();
    const IkChain ankle{.joints = {0, 1, 2}};
    const Vec3d axis = natural_bends(leg, ankle)[0];
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    for (int i = 0; i < 200; ++i) {
        IkChain chain = i % 2 == 0 ? ankle : IkChain{.joints = {0, 1, 2, 3}};
        chain.bend_axes = {axis};
        if (i % 2 != 0) chain.bend_axes.emplace_back(Vec3d::Zero());
        Pose pose = stored_pose(leg);
        pose.parent_from_joint[1].rotation =
            Quatd(Eigen::AngleAxisd(-1.5 * number(random), Vec3d::UnitX()));
        const Vec3d target(0.4 * number(random), 0.5 + 0.4 * number(random), 0.4 * number(random));
        solve_ik(leg.skeleton, chain, {.position = target}, pose.parent_from_joint);
        const Vec3d thigh = leg.skeleton.joints()[1].parent_from_joint.translation;
        const Vec3d shin = pose.parent_from_joint[1].rotation *
                           leg.skeleton.joints()[2].parent_from_joint.translation;
        EXPECT_GE(thigh.cross(shin).dot(axis), -1e-6) << i;
        if (i % 2 == 0) {
            const double reach = (target - Vec3d(0.0, 1.0, 0.0)).norm();
            const auto again =
                solve_ik(leg.skeleton, chain, {.position = target}, pose.parent_from_joint);
            EXPECT_EQ(again.reached, reach < 0.95 && reach > 0.05) << i;
        }
    }
}

}  // namespace
}  // namespace isoskin
