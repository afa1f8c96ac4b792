#include "isoskin/rig/clip_edit.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

Skeleton two_joints() {
    return *Skeleton::create({{.name = "a", .parent = {}, .parent_from_joint = {}},
                              {.name = "b", .parent = 0, .parent_from_joint = {}}});
}

Clip swing() {
    return {.name = "swing",
            .channels = {{.path = ChannelPath::Rotation,
                          .target = 0,
                          .times = {0.0F, 1.0F},
                          .values = {0, 0, 0, 1, 0, 0, 1, 0}}}};
}

Transform at(const Clip& clip, std::size_t joint, double time) {
    const Skeleton skeleton = two_joints();
    Pose pose = stored_pose(skeleton);
    sample(clip, time, PlayMode::Clamp, std::vector<std::size_t>{0}, pose);
    return pose.parent_from_joint[joint];
}

TEST(KeyJoint, makes_the_clip_pass_through_the_pose) {
    Clip clip = swing();
    Transform wanted = at(clip, 0, 0.25);
    wanted.rotation = Quatd(Eigen::AngleAxisd(1.1, Vec3d::UnitX()));
    wanted.translation = {1.0, 2.0, 3.0};

    key_joint(clip, 0, 0.25, at(clip, 0, 0.25), wanted);

    EXPECT_LT(at(clip, 0, 0.25).rotation.angularDistance(wanted.rotation), 1e-6);
    EXPECT_LT((at(clip, 0, 0.25).translation - wanted.translation).norm(), 1e-6);
    EXPECT_LT(at(clip, 0, 1.0).rotation.angularDistance(Quatd(0, 0, 0, 1)), 1e-6);
    EXPECT_EQ(clip.duration(), 1.0);
}

TEST(KeyJoint, of_a_joint_that_stood_still_leaves_start_and_end) {
    Clip clip = swing();
    Transform wanted;
    wanted.rotation = Quatd(Eigen::AngleAxisd(0.5, Vec3d::UnitY()));

    key_joint(clip, 1, 0.5, Transform{}, wanted);

    EXPECT_EQ(at(clip, 1, 0.0), Transform{});
    EXPECT_EQ(at(clip, 1, 1.0), Transform{});
    EXPECT_LT(at(clip, 1, 0.5).rotation.angularDistance(wanted.rotation), 1e-6);
}

TEST(KeyJoint, at_the_same_time_replaces_the_key) {
    Clip clip = swing();
    Transform wanted;
    wanted.rotation = Quatd(Eigen::AngleAxisd(0.5, Vec3d::UnitY()));

    key_joint(clip, 0, 1.0, at(clip, 0, 1.0), wanted);
    key_joint(clip, 0, 1.00001, at(clip, 0, 1.0), Transform{});

    EXPECT_EQ(clip.channels.front().times.size(), 2U);
    EXPECT_EQ(at(clip, 0, 1.0).rotation.coeffs(), Quatd::Identity().coeffs());
}

TEST(RemoveKeys, takes_out_what_was_keyed) {
    Clip clip = swing();
    const Clip before = clip;
    Transform wanted;
    wanted.rotation = Quatd(Eigen::AngleAxisd(0.5, Vec3d::UnitY()));
    key_joint(clip, 0, 0.5, at(clip, 0, 0.5), wanted);

    remove_keys(clip, 0.5);

    EXPECT_EQ(clip.channels.front().times, before.channels.front().times);
    EXPECT_EQ(clip.channels.front().values, before.channels.front().values);
    remove_keys(clip, 0.0);
    remove_keys(clip, 1.0);
    EXPECT_TRUE(clip.channels.empty());
}

TEST(KeyTimes, are_each_listed_once_and_thinned) {
    Clip clip = swing();
    clip.channels.push_back(clip.channels.front());
    EXPECT_EQ(key_times(clip, 10), (std::vector<double>{0.0, 1.0}));

    clip.channels.front().times.clear();
    for (int i = 0; i < 1000; ++i)
        clip.channels.front().times.push_back(static_cast<float>(i) / 30.0F);
    const auto thinned = key_times(clip, 100);
    EXPECT_EQ(thinned.size(), 100U);
    EXPECT_EQ(thinned.back(), static_cast<double>(999.0F / 30.0F));
}

}  // namespace
}  // namespace isoskin
