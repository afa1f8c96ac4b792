#include <algorithm>

#include <gtest/gtest.h>

#include "isoskin/deform/deformer.h"
#include "scenes.h"

namespace isoskin {
namespace {

std::vector<float> heat_of(double angle) {
    const auto character = scenes::make_scene("chain");
    EXPECT_TRUE(character);
    auto plain = Deformer::create(*character);
    auto keeping = Deformer::create(*character, {.volume = VolumeSettings{}});
    EXPECT_TRUE(plain && keeping);
    Pose pose = stored_pose(*character);
    const auto joint = character->skeleton.find("link_4");
    EXPECT_TRUE(joint);
    Quatd& rotation = pose.parent_from_joint[*joint].rotation;
    rotation = rotation * Quatd(Eigen::AngleAxisd(angle, Vec3d::UnitX()));
    auto skinned = plain->make_output();
    auto corrected = keeping->make_output();
    plain->deform(pose, skinned);
    keeping->deform(pose, corrected);
    std::vector<float> heat(skinned[0].positions.size());
    keeping->heat(0, skinned[0].positions, corrected[0].positions, heat);
    return heat;
}

TEST(VolumeHeat, is_nothing_at_rest) {
    for (const float value : heat_of(0.0))
        EXPECT_NEAR(value, 0.0F, 1e-6F);
}

TEST(VolumeHeat, of_a_bent_chain_is_flesh_lost_round_the_joint) {
    const auto heat = heat_of(kPi / 2);
    const auto [least, most] = std::minmax_element(heat.begin(), heat.end());
    EXPECT_GT(*most, 0.05F);
    EXPECT_LT(*most, 1.0F);
    EXPECT_GT(*least, -0.01F);
    EXPECT_GT(std::count(heat.begin(), heat.end(), 0.0F), 0);  // the links far from it
}

}  // namespace
}  // namespace isoskin
