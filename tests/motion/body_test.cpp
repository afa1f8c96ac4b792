#include "isoskin/motion/body.h"

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "motion/stick_man.h"
#include "support/shared_data.h"

namespace isoskin {
namespace {

std::string name_of(const RestSkeleton& rest, std::optional<std::size_t> joint) {
    return joint ? rest.names[*joint] : "";
}

std::string limb_names(const RestSkeleton& rest, const LimbJoints& limb) {
    return name_of(rest, limb.collar) + "/" + name_of(rest, limb.upper) + "/" +
           name_of(rest, limb.lower) + "/" + name_of(rest, limb.end) + "/" +
           name_of(rest, limb.toe);
}

TEST(FindBody, reads_names) {
    const RestSkeleton rest = rest_skeleton(stick_man(stick_man_motion()));
    const BodyJoints body = find_body(rest);
    EXPECT_EQ(name_of(rest, body.hips), "Hips");
    EXPECT_EQ(name_of(rest, body.head), "Head");
    ASSERT_EQ(body.spine.size(), 2U);
    EXPECT_EQ(name_of(rest, body.spine[1]), "Chest");
    EXPECT_EQ(limb_names(rest, body.arms[0]), "LeftShoulder/LeftArm/LeftForeArm/LeftHand/");
    EXPECT_EQ(limb_names(rest, body.legs[1]), "/RightUpLeg/RightLeg/RightFoot/RightToeBase");
    EXPECT_TRUE(missing_parts(body).empty());
}

// Five chains from the hips, whatever they are called and however the bones lie at rest.
TEST(FindBody, finds_the_same_body_without_names) {
    const BvhFile named = stick_man_motion();
    const BodyJoints expected = find_body(rest_skeleton(stick_man(named)));
    const BodyJoints found = find_body(rest_skeleton(stick_man(without_names(named))));
    EXPECT_EQ(found.hips, expected.hips);
    EXPECT_EQ(found.spine, expected.spine);
    EXPECT_EQ(found.neck, expected.neck);
    EXPECT_EQ(found.head, expected.head);
    for (const std::size_t side : {0U, 1U}) {
        EXPECT_EQ(found.arms[side].collar, expected.arms[side].collar);
        EXPECT_EQ(found.arms[side].upper, expected.arms[side].upper);
        EXPECT_EQ(found.arms[side].lower, expected.arms[side].lower);
        EXPECT_EQ(found.arms[side].end, expected.arms[side].end);
        EXPECT_EQ(found.legs[side].upper, expected.legs[side].upper);
        EXPECT_EQ(found.legs[side].lower, expected.legs[side].lower);
        EXPECT_EQ(found.legs[side].end, expected.legs[side].end);
        EXPECT_EQ(found.legs[side].toe, expected.legs[side].toe);
    }
}

TEST(FindBody, says_what_is_missing) {
    Character stone;
    Joint joint;
    joint.name = "stone";
    stone.skeleton = *Skeleton::create({joint});
    EXPECT_EQ(missing_parts(find_body(rest_skeleton(stone))).size(), 6U);
}

TEST(FindBody, knows_the_shared_characters) {
    ISOSKIN_NEEDS_SHARED_DATA();
    struct Case {
        const char* file;
        const char* hips;
        const char* left_arm;
        const char* right_leg;
    };
    for (const Case& expected :
         {Case{"cesium-man/CesiumMan.glb", "Skeleton_torso_joint_1",
               "/Skeleton_arm_joint_L__4_/Skeleton_arm_joint_L__3_/Skeleton_arm_joint_L__2_/",
               "/leg_joint_R_1/leg_joint_R_2/leg_joint_R_3/leg_joint_R_5"},
          Case{"makehuman/makehuman_body.glb", "root",
               "clavicle.L/upperarm01.L/lowerarm01.L/wrist.L/",
               "/upperleg01.R/lowerleg01.R/foot.R/toe1-1.R"},
          Case{"avatar-valid-military/AIAN_M_1_Milit.plain.glb", "Hips",
               "LeftShoulder/LeftArm/LeftForeArm/LeftHand/",
               "/RightUpLeg/RightLeg/RightFoot/RightToeBase"},
          Case{"greenman-raylib/greenman.glb", "root", "/hand_L///", "/hip_R/leg_R//"},
          Case{"robot-raylib/robot.glb", "Body", "Shoulder.L.2/UpperArm.L/LowerArm.L/Palm3.L/",
               "/UpperLeg.R/LowerLeg.R.2//"}}) {
        const auto character = read_character(shared_data(expected.file));
        ASSERT_TRUE(character) << character.error().message;
        const RestSkeleton rest = rest_skeleton(*character);
        const BodyJoints body = find_body(rest);
        EXPECT_EQ(name_of(rest, body.hips), expected.hips) << expected.file;
        EXPECT_EQ(limb_names(rest, body.arms[0]), expected.left_arm) << expected.file;
        EXPECT_EQ(limb_names(rest, body.legs[1]), expected.right_leg) << expected.file;
        EXPECT_FALSE(body.spine.empty()) << expected.file;
    }
}

}  // namespace
}  // namespace isoskin
