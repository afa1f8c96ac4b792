// The method: docs/retarget.md
#include "isoskin/motion/retarget.h"

#include <gtest/gtest.h>

#include "isoskin/motion/fidelity.h"
#include "motion/stick_man.h"

namespace isoskin {
namespace {

/// A body of other proportions, standing in A pose, whose joints have axes and names of their own.
Character other_body() {
    BvhFile bvh = with_arms_down(stick_man_motion(), 40.0);
    for (BvhJoint& joint : bvh.joints) {
        const bool leg = joint.name.find("Leg") != std::string::npos ||
                         joint.name.find("Foot") != std::string::npos;
        joint.offset *= leg ? 0.012 : 0.009;
    }
    bvh = with_names(bvh, {{"Hips", "pelvis"},
                           {"LeftArm", "upperarm_l"},
                           {"LeftForeArm", "lowerarm_l"},
                           {"LeftUpLeg", "thigh_l"},
                           {"LeftLeg", "calf_l"},
                           {"RightUpLeg", "thigh_r"},
                           {"RightLeg", "calf_r"}});
    return stick_man(bvh);
}

Clip fitted(const BvhFile& motion, const Character& target) {
    const Character source = stick_man(motion);
    auto result = retarget(source, source.clips[0], target);
    EXPECT_TRUE(result) << result.error().message;
    return result ? result->clip : Clip{};
}

TEST(Retarget, moves_its_own_skeleton_as_it_was) {
    const Character body = stick_man(stick_man_motion());
    const Clip clip = fitted(stick_man_motion(), body);
    ASSERT_FALSE(clip.channels.empty());
    EXPECT_EQ(clip.notes[0], "21 of 21 joints of the motion are followed");
    for (const double time : {0.0, 0.4, 0.8}) {
        const Pose own = clip_pose(body, body.clips[0], time);
        const Pose made = clip_pose(body, clip, time);
        for (std::size_t i = 0; i < own.parent_from_joint.size(); ++i)
            EXPECT_LT(own.parent_from_joint[i].rotation.angularDistance(
                          made.parent_from_joint[i].rotation),
                      1e-3)
                << body.skeleton.joints()[i].name;
    }
}

// One motion as written by many producers is one motion.
TEST(Retarget, does_not_depend_on_how_the_motion_is_written) {
    const Character target = other_body();
    const BvhFile plain = stick_man_motion();
    const Clip expected = fitted(plain, target);
    const auto difference = [&](const BvhFile& variant) {
        return largest_difference(target, expected, fitted(variant, target));
    };
    EXPECT_LT(difference(with_unit(plain, 0.01)), 1e-4) << "metres";
    EXPECT_LT(difference(with_unit(plain, 1.0 / 2.54)), 1e-4) << "inches";
    EXPECT_LT(difference(with_channel_order(plain, {0, 1, 2})), 1e-4) << "x y z";
    EXPECT_LT(difference(with_channel_order(plain, {1, 0, 2})), 1e-4) << "y x z";
    EXPECT_LT(difference(with_z_up(plain)), 1e-3) << "z up";
    EXPECT_LT(difference(without_names(plain)), 1e-4) << "no names";
    EXPECT_LT(difference(with_arms_down(plain, 45.0)), 0.02) << "A pose";
    EXPECT_LT(difference(with_arms_down(plain, 85.0)), 0.02) << "I pose";
}

// Where a rig places the joints of the hips is not how somebody stands.
TEST(Retarget, nobody_leans_because_hips_lie_farther_in_front) {
    const Character target = other_body();
    BvhFile in_front = stick_man_motion();
    for (BvhJoint& joint : in_front.joints)
        if (joint.name == "LeftUpLeg" || joint.name == "RightUpLeg") joint.offset.z() += 7.0;
    const Clip expected = fitted(stick_man_motion(), target);
    const Clip clip = fitted(in_front, target);
    const auto trunk = *target.skeleton.find("Chest");
    for (const double time : {0.0, 0.5}) {
        const auto turn = [&](const Clip& played) {
            std::vector<Affine> model_from_joint(target.skeleton.joint_count());
            compute_model_pose(target.skeleton, clip_pose(target, played, time).parent_from_joint,
                               model_from_joint);
            return Quatd(model_from_joint[trunk].rotation());
        };
        EXPECT_LT(turn(expected).angularDistance(turn(clip)), 1e-6);
    }
}

// A pose in which all bones point one way says nothing; then a frame of the motion does. What is
// lost is the twist that the limbs had in that frame.
TEST(Retarget, makes_do_with_a_rest_pose_that_nobody_can_stand_in) {
    const Character target = other_body();
    const BvhFile heap = with_bones_along_y(stick_man_motion());
    const Character source = stick_man(heap);
    const auto result = retarget(source, source.clips[0], target);
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_EQ(result->clip.notes.size(), 2U);
    EXPECT_EQ(result->clip.notes[1].rfind("nobody stands as the rest pose", 0), 0U);
    const auto near = compare_motion(source, source.clips[0], target, result->clip);
    ASSERT_TRUE(near);
    EXPECT_EQ(near->bones, 8U);
    EXPECT_LT(near->mean_deviation, 1e-3);
}

TEST(Retarget, limbs_point_as_those_of_the_motion) {
    const Character source = stick_man(stick_man_motion());
    const Character target = other_body();
    const auto result = retarget(source, source.clips[0], target);
    ASSERT_TRUE(result);
    const auto near = compare_motion(source, source.clips[0], target, result->clip);
    ASSERT_TRUE(near) << near.error().message;
    EXPECT_EQ(near->bones, 8U);
    EXPECT_LT(near->worst_deviation, 1e-3);
    EXPECT_EQ(near->through_trunk, 0.0);
    EXPECT_LT(near->sole_error, 0.01);
}

TEST(Retarget, a_wrong_clip_is_seen_by_the_comparison) {
    const Character source = stick_man(stick_man_motion());
    const Character target = other_body();
    auto result = retarget(source, source.clips[0], target);
    ASSERT_TRUE(result);
    const auto arm = target.skeleton.find("upperarm_l");
    ASSERT_TRUE(arm);
    for (Channel& channel : result->clip.channels)
        if (channel.target == *arm)
            for (std::size_t i = 0; i < channel.values.size(); ++i)
                channel.values[i] = i % 4 == 3 ? 1.0F : 0.0F;
    const auto near = compare_motion(source, source.clips[0], target, result->clip);
    ASSERT_TRUE(near);
    EXPECT_GT(near->mean_deviation, 0.05);
}

TEST(Retarget, a_map_tells_what_names_do_not) {
    const Character source = stick_man(stick_man_motion());
    const Character target = other_body();
    JointMap swapped;
    swapped.joints = {{"LeftArm", "RightArm"}, {"Head", ""}};
    const auto result = retarget(source, source.clips[0], target, swapped);
    ASSERT_TRUE(result) << result.error().message;
    const auto followed = [&](const char* name) {
        for (const auto& pair : result->pairs)
            if (pair.target == *target.skeleton.find(name))
                return source.skeleton.joints()[pair.source].name;
        return std::string("nothing");
    };
    EXPECT_EQ(followed("RightArm"), "LeftArm");
    EXPECT_EQ(followed("Head"), "nothing");
    JointMap unknown;
    unknown.joints = {{"LeftArm", "tentacle"}};
    const auto refused = retarget(source, source.clips[0], target, unknown);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "the map names 'tentacle', which is no joint of the character");
}

TEST(Retarget, refuses_in_words_what_has_no_body) {
    const Character source = stick_man(stick_man_motion());
    std::vector<Joint> chain(4);
    for (std::size_t i = 0; i < chain.size(); ++i) {
        chain[i].name = "link " + std::to_string(i);
        if (i > 0) chain[i].parent = i - 1;
    }
    Character snake;
    snake.skeleton = *Skeleton::create(chain);
    const auto refused = retarget(source, source.clips[0], snake);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::Unsupported);
    EXPECT_NE(refused.error().message.find("a left arm in the character"), std::string::npos);
    EXPECT_NE(refused.error().message.find("--map"), std::string::npos);

    Character stone;
    stone.name = "stone";
    stone.skeleton = *Skeleton::create({chain[0]});
    const auto bare = retarget(source, source.clips[0], stone);
    ASSERT_FALSE(bare);
    EXPECT_EQ(
        bare.error().message,
        "a motion needs joints, and 'stone' is a mesh without any; 'isoskin weights' binds it "
        "to a skeleton");
}

}  // namespace
}  // namespace isoskin
