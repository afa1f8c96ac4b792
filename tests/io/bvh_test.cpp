// The format: docs/formats/bvh.md
#include "isoskin/io/bvh.h"

#include <gtest/gtest.h>

#include "isoskin/io/bvh_character.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "support/shared_data.h"

namespace isoskin {
namespace {

constexpr std::string_view kArm = R"(HIERARCHY
ROOT Upper Arm
{
  OFFSET 0 1 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT lower {
    OFFSET 0 2 0
    CHANNELS 3 Yrotation Zrotation Xrotation
    End Site
    {
      OFFSET 0 1 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.5
0 0 0  0 0 0  0 0 0
1 2 3  90 0 0  0 90 45
)";

std::string with(std::string_view from, std::string_view to) {
    std::string text(kArm);
    return text.replace(text.find(from), from.size(), to);
}

std::string refusal(std::string_view text) {
    const auto bvh = parse_bvh(text, "a.bvh");
    return bvh ? "read" : bvh.error().message;
}

TEST(ParseBvh, reads_joints_end_sites_and_frames) {
    const auto bvh = parse_bvh(kArm, "a.bvh");
    ASSERT_TRUE(bvh) << bvh.error().message;
    ASSERT_EQ(bvh->joints.size(), 3U);
    EXPECT_EQ(bvh->joints[0].name, "Upper Arm");
    EXPECT_EQ(bvh->joints[2].name, "lower end");
    EXPECT_EQ(bvh->channel_count, 9U);
    EXPECT_EQ(frame_times(*bvh), (std::vector<float>{0.0F, 0.5F}));
}

TEST(ParseBvh, turns_in_the_order_of_the_channels) {
    const auto bvh = parse_bvh(kArm, "a.bvh");
    ASSERT_TRUE(bvh);
    const Transform lower = local_transform(*bvh, 1, 1);
    const Quatd expected = Eigen::AngleAxisd(kPi / 2, Vec3d::UnitZ()) *
                           Quatd(Eigen::AngleAxisd(kPi / 4, Vec3d::UnitX()));
    EXPECT_NEAR(lower.rotation.angularDistance(expected), 0.0, 1e-12);
    EXPECT_EQ(lower.translation, Vec3d(0, 2, 0));
    EXPECT_EQ(local_transform(*bvh, 0, 1).translation, Vec3d(1, 2, 3));
}

TEST(ParseBvh, names_line_and_offender_of_what_it_refuses) {
    EXPECT_EQ(refusal(""), "a.bvh, line 0: a BVH file starts with HIERARCHY");
    EXPECT_EQ(refusal(with("Zrotation Xrotation", "Zrotation Wrotation")),
              "a.bvh, line 5: 'Wrotation' is not a channel");
    EXPECT_EQ(refusal(with("Frames: 2", "Frames: -2")), "a.bvh, line 16: '-2' is not a count");
    EXPECT_EQ(refusal(with("Frames: 2", "Frames: 3000000000")),
              "a.bvh, line 19: the end of the file is not a number (frame 3 of 3000000000)");
    EXPECT_EQ(refusal(with("90 45", "90 x")), "a.bvh, line 19: 'x' is not a number (frame 2 of 2)");
}

TEST(BvhCharacter, is_seen_as_sticks_and_moves) {
    const auto bvh = parse_bvh(kArm, "a.bvh");
    ASSERT_TRUE(bvh);
    const auto character = character_from_bvh(*bvh, {.rig = {}, .scale = 0.5}, "a.bvh");
    ASSERT_TRUE(character);
    EXPECT_EQ(character->skeleton.joints()[1].parent_from_joint.translation, Vec3d(0, 1, 0));
    EXPECT_EQ(character->meshes[0].mesh.faces.size(), 2U * 8U);
    const Pose pose = clip_pose(*character, character->clips[0], 0.5);
    EXPECT_TRUE(pose.parent_from_joint[0].translation.isApprox(Vec3d(0.5, 1, 1.5)));
}

TEST(RetargetBvh, drives_its_own_skeleton_exactly) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto path = shared_data("bvh-cmu-a/02_01.bvh");
    const auto character = read_character(path);
    ASSERT_TRUE(character) << character.error().message;
    const auto clip = read_clip(path, *character);
    ASSERT_TRUE(clip) << clip.error().message;
    EXPECT_EQ(clip->notes.at(0), "31 of 31 joints of the motion are followed");
    const Pose own = clip_pose(*character, character->clips[0], 1.0);
    const Pose fitted = clip_pose(*character, *clip, 1.0);
    for (std::size_t i = 0; i < own.parent_from_joint.size(); ++i)
        EXPECT_LT(
            own.parent_from_joint[i].rotation.angularDistance(fitted.parent_from_joint[i].rotation),
            1e-4)
            << character->skeleton.joints()[i].name;
}

TEST(SharedBvh, agree_with_the_index) {
    ISOSKIN_NEEDS_SHARED_DATA();
    for (const auto& [file, frames] : {std::pair{"02_01", 344U},
                                       {"16_11", 535U},
                                       {"35_17", 168U},
                                       {"56_01", 1507U},
                                       {"88_01", 203U}}) {
        const auto path = shared_data("bvh-cmu-a") / (std::string(file) + ".bvh");
        const auto text = read_text(path);
        ASSERT_TRUE(text);
        const auto bvh = parse_bvh(*text, file);
        ASSERT_TRUE(bvh) << bvh.error().message;
        EXPECT_EQ(bvh->frame_count, frames);
        std::size_t joints = 0;
        for (const BvhJoint& joint : bvh->joints)
            joints += joint.end_site ? 0 : 1;
        EXPECT_EQ(joints, 31U);
        EXPECT_EQ(guess_up_axis(*bvh), UpAxis::Y);
    }
}

TEST(SharedBvh, cut_anywhere_are_refused_by_file_and_line) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto text = read_text(shared_data("makehuman/dance1.bvh"));
    ASSERT_TRUE(text);
    for (std::size_t length = 0; length < text->size() - 8; length += 97) {
        const auto bvh = parse_bvh(std::string_view(*text).substr(0, length), "cut.bvh");
        ASSERT_FALSE(bvh) << length;
        EXPECT_EQ(bvh.error().message.rfind("cut.bvh, line ", 0), 0U) << bvh.error().message;
    }
}

}  // namespace
}  // namespace isoskin
