#include "isoskin/rig/range_of_motion.h"

#include <gtest/gtest.h>

#include "scenes.h"

namespace isoskin {
namespace {

double turn_of(const Character& character, const Pose& pose, std::size_t joint) {
    return pose.parent_from_joint[joint].rotation.angularDistance(
        character.skeleton.joints()[joint].parent_from_joint.rotation);
}

TEST(RangeOfMotion, bends_and_twists_one_joint_at_a_time_and_returns) {
    const auto character = scenes::make_scene("arm");
    ASSERT_TRUE(character);
    const auto joints = skin_joints(*character);
    const RangeOfMotion range;

    const Clip clip = range_of_motion(*character, range);

    const double per_joint = 6 * range.seconds_per_swing;
    EXPECT_NEAR(clip.duration(), per_joint * static_cast<double>(joints.size()), 1e-4);
    for (std::size_t k = 0; k < joints.size(); ++k) {
        const double start = per_joint * static_cast<double>(k);
        for (int swing = 0; swing < 6; ++swing) {
            const double peak = start + (swing + 0.5) * range.seconds_per_swing;
            const Pose pose = clip_pose(*character, clip, peak);
            const double expected = swing < 4 ? range.bend : range.twist;
            for (std::size_t joint = 0; joint < character->skeleton.joint_count(); ++joint)
                EXPECT_NEAR(turn_of(*character, pose, joint), joint == joints[k] ? expected : 0.0,
                            1e-3);
        }
        EXPECT_NEAR(turn_of(*character, clip_pose(*character, clip, start), joints[k]), 0.0, 1e-3);
    }
}

TEST(RangeOfMotion, of_a_mesh_without_skin_is_still) {
    const Clip clip = range_of_motion(Character{});
    EXPECT_TRUE(clip.channels.empty());
    EXPECT_EQ(clip.duration(), 0.0);
}

}  // namespace
}  // namespace isoskin
