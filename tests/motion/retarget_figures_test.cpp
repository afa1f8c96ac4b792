// What docs/retarget.md promises, on the shared motions and characters.
#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "isoskin/motion/fidelity.h"
#include "motion/stick_man.h"
#include "support/shared_data.h"

namespace isoskin {
namespace {

// Of Bandai-Namco, Unreal, Blender and Rokoko, one for each limb.
const std::map<std::string, std::string> kOtherNames{
    {"LeftArm", "UpperArm_L"},    {"LeftForeArm", "LowerArm_L"},  {"LeftHand", "Hand_L"},
    {"RightArm", "upperarm_r"},   {"RightForeArm", "lowerarm_r"}, {"RightHand", "hand_r"},
    {"LeftUpLeg", "thigh.L"},     {"LeftLeg", "shin.L"},          {"LeftFoot", "foot.L"},
    {"RightUpLeg", "RightThigh"}, {"RightLeg", "RightShin"},      {"Hips", "pelvis"}};

class RetargetFigures : public testing::TestWithParam<const char*> {};

TEST_P(RetargetFigures, limbs_point_as_in_the_motion_and_stay_out_of_the_trunk) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto target = read_character(shared_data(GetParam()));
    ASSERT_TRUE(target) << target.error().message;
    for (const char* motion : {"bvh-cmu-a/02_01.bvh", "bvh-cmu-a/16_11.bvh", "bvh-cmu-a/35_17.bvh",
                               "bvh-cmu-a/88_01.bvh", "makehuman/walk1.bvh", "makehuman/dance1.bvh",
                               "makehuman/tpose.bvh", "cesium-man/CesiumMan.glb"}) {
        SCOPED_TRACE(motion);
        const auto source = read_character(shared_data(motion));
        ASSERT_TRUE(source) << source.error().message;
        const auto fitted = read_motion(shared_data(motion), *target);
        ASSERT_TRUE(fitted) << fitted.error().message;
        const auto near = compare_motion(*source, source->clips[0], *target, fitted->clip);
        ASSERT_TRUE(near) << near.error().message;
        EXPECT_GE(near->bones, 6U);
        EXPECT_LT(near->mean_deviation * 180.0 / kPi, 5.0);
        EXPECT_LT(near->through_trunk, 0.01);
        EXPECT_LT(near->sole_error, 0.02);
    }
}

TEST_P(RetargetFigures, a_motion_rewritten_poses_the_same_surface) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto target = read_character(shared_data(GetParam()));
    ASSERT_TRUE(target) << target.error().message;
    const auto text = read_text(shared_data("bvh-cmu-a/35_17.bvh"));
    ASSERT_TRUE(text);
    const auto bvh = parse_bvh(*text, "35_17.bvh");
    ASSERT_TRUE(bvh);
    const auto fit = [&](const BvhFile& motion) {
        const Character source = stick_man(motion);
        auto fitted = retarget(source, source.clips[0], *target);
        EXPECT_TRUE(fitted) << fitted.error().message;
        return fitted ? fitted->clip : Clip{};
    };
    const Clip expected = fit(*bvh);
    const auto difference = [&](const BvhFile& variant) {
        return largest_difference(*target, expected, fit(variant));
    };
    EXPECT_LT(difference(with_unit(*bvh, 0.0254)), 0.02) << "metres";
    EXPECT_LT(difference(with_channel_order(*bvh, {0, 1, 2})), 0.02) << "x y z";
    EXPECT_LT(difference(with_z_up(*bvh)), 0.02) << "z up";
    EXPECT_LT(difference(with_names(*bvh, kOtherNames)), 0.02) << "names";
    EXPECT_LT(difference(with_arms_down(*bvh, 45.0)), 0.02) << "A pose";
    EXPECT_LT(difference(with_arms_down(*bvh, 80.0)), 0.02) << "I pose";
    // Without names the fingers are not found, and rest as they were bound.
    EXPECT_LT(difference(without_names(*bvh)), 0.08) << "no names";
    // Here the first frame stands in for the rest pose; its legs and feet lie otherwise.
    EXPECT_LT(difference(with_bones_along_y(*bvh)), 0.13) << "bones along y, rolled";
}

INSTANTIATE_TEST_SUITE_P(Characters, RetargetFigures,
                         testing::Values("cesium-man/CesiumMan.glb", "makehuman/makehuman_body.glb",
                                         "avatar-valid-military/AIAN_M_1_Milit.plain.glb",
                                         "greenman-raylib/greenman.glb"));

}  // namespace
}  // namespace isoskin
