#include "isoskin/autorig/rig_template.h"

#include <set>

#include <gtest/gtest.h>

#include "scenes.h"

namespace isoskin {
namespace {

TEST(KnownTemplates, have_parents_before_children_and_names_of_their_own) {
    ASSERT_EQ(known_templates().size(), 5U);
    for (const RigTemplate& rig : known_templates()) {
        std::set<std::string> names;
        for (std::size_t j = 0; j < rig.joints.size(); ++j) {
            EXPECT_TRUE(names.insert(rig.joints[j].name).second) << rig.joints[j].name;
            EXPECT_EQ(rig.joints[j].parent.has_value(), j > 0) << rig.joints[j].name;
            EXPECT_LE(rig.joints[j].parent.value_or(0), j == 0 ? 0 : j - 1);
        }
    }
}

TEST(KnownTemplates, are_their_own_mirror_image_but_for_the_hand) {
    for (const RigTemplate& rig : known_templates()) {
        if (rig.either_hand) continue;
        const TemplateShape shape(rig);
        for (std::size_t j = 0; j < rig.joints.size(); ++j) {
            ASSERT_TRUE(shape.mirror_of_joint[j]) << rig.joints[j].name;
            EXPECT_EQ(*shape.mirror_of_joint[j] == j, rig.joints[j].place.x() == 0.0);
        }
    }
}

TEST(KnownTemplates, bend_their_knees_about_x) {
    const RigTemplate& biped = known_templates()[0];
    for (const TemplateJoint& joint : biped.joints) {
        if (joint.name != "LeftLeg" && joint.name != "RightLeg") continue;
        // The shin points along y; a positive turn about x takes it backwards.
        const Vec3d shin = joint.turn * Vec3d::UnitY();
        EXPECT_LT(shin.y(), -0.9);
        const Vec3d bent = joint.turn * (Eigen::AngleAxisd(0.5, Vec3d::UnitX()) * Vec3d::UnitY());
        EXPECT_LT(bent.z(), shin.z() - 0.3);
    }
}

TEST(TemplateOf, keeps_limbs_and_drops_details) {
    const auto made = template_of(*scenes::make_scene("creature"));
    ASSERT_TRUE(made);
    EXPECT_EQ(made->joints.size(), 17U);
    std::set<std::string> tips;
    for (const TemplateTip& tip : made->tips)
        tips.insert(tip.name);
    for (const char* limb : {"trunk_3", "leg_fl_lower", "leg_fr_lower", "leg_bl_lower"})
        EXPECT_TRUE(tips.count(limb)) << limb;
}

TEST(TemplateOf, refuses_what_is_no_skeleton) {
    Character bare;
    bare.name = "bare";
    bare.skeleton = *Skeleton::create({Joint{"only", std::nullopt, {}}});
    const auto made = template_of(bare);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().message, "'bare' has no skeleton of at least two joints");
}

}  // namespace
}  // namespace isoskin
