#include "isoskin/volume/build/profile_curve.h"

#include <cmath>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

class ThinProfile : public testing::TestWithParam<VolumeEffect> {};

TEST_P(ThinProfile, StaysCloseWithFewKnots) {
    const auto all = preset_profile(GetParam());
    const auto few = thin_profile(all, 0.04);
    EXPECT_LE(few.size(), 19U);
    EXPECT_LT(few.size(), all.size());

    const ProfileCurve curve(few);
    for (const ProfileKnot& knot : all)
        EXPECT_NEAR(curve(knot.place), knot.amount, 0.04);
}

INSTANTIATE_TEST_SUITE_P(Effects, ThinProfile,
                         testing::Values(VolumeEffect::Rubber, VolumeEffect::Organic,
                                         VolumeEffect::Muscle, VolumeEffect::Folds));

TEST(ThinProfileLimits, KeepsAllWhereAllAreNeeded) {
    const auto all = preset_profile(VolumeEffect::Folds);
    EXPECT_EQ(thin_profile(all, 0.0), all);
    EXPECT_TRUE(thin_profile({}, 0.0).empty());
}

}  // namespace
}  // namespace isoskin
