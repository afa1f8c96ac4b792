#include "isoskin/motion/body_names.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

// What a name most surely is.
std::string reading(std::string_view name) {
    const BodyName read = read_body_name(name);
    if (read.parts.empty()) return "";
    const NamedPart* best = &read.parts.front();
    for (const NamedPart& part : read.parts)
        if (part.strength > best->strength) best = &part;
    std::string words = body_part_words(best->part, read.side);
    if (read.finger != 0) words += " " + std::to_string(read.finger);
    return words;
}

TEST(BodyNames, one_part_has_many_names) {
    for (const char* name : {"mixamorig:LeftArm", "leftUpperArm", "LeftArm", "UpperArm_L",
                             "upperarm01.L", "UpArm_L", "upperarm_l", "upper_arm.L", "lhumerus",
                             "J_Bip_L_UpperArm", "Bip01 L UpperArm", "DEF-upper_arm.L.001"})
        EXPECT_EQ(reading(name), "left upper arm") << name;
    for (const char* name : {"mixamorig:RightLeg", "rightLowerLeg", "RightShin", "LowerLeg_R",
                             "lowerleg01.R", "LoLeg_R", "calf_r", "shin.R", "rtibia", "RightKnee"})
        EXPECT_EQ(reading(name), "right lower leg") << name;
    for (const char* name : {"LeftToeBase", "leftToes", "Toes_L", "toe1-1.L", "ball_l", "LeftToe"})
        EXPECT_EQ(reading(name), "left toe") << name;
}

TEST(BodyNames, fingers_are_counted_from_the_thumb) {
    EXPECT_EQ(reading("LeftHandThumb1"), "left finger 1");
    EXPECT_EQ(reading("finger3-1.R"), "right finger 3");
    EXPECT_EQ(reading("LeftFinger2Proximal"), "left finger 2");
    EXPECT_EQ(reading("rightLittleDistal"), "right finger 5");
    EXPECT_EQ(reading("f_index.01.L"), "left finger 2");
    EXPECT_EQ(reading("metacarpal2.L"), "");
}

TEST(BodyNames, servants_and_other_words_are_no_part) {
    for (const char* name : {"upperarm_twist_01_l", "HeadEnd", "LeftToe_End", "ik_hand_l",
                             "__UpLeg_L", "socket_hand_L", "Spine1", "tail", "Armature", "", "::"})
        EXPECT_EQ(reading(name), "") << name;
}

TEST(BodyNames, sides_are_not_read_into_words) {
    EXPECT_EQ(reading("Head"), "head");
    EXPECT_EQ(reading("neck_01"), "neck");
    EXPECT_EQ(reading("radius"), "");
    EXPECT_EQ(reading("LeftHead"), "");
}

}  // namespace
}  // namespace isoskin
