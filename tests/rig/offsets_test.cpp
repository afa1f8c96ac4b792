#include "isoskin/rig/offsets.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

const std::vector<Vec3> kAll{Vec3(0, 0, 0), Vec3(1, 2, 3), Vec3(0, 0, 0), Vec3(0, -1, 0)};

TEST(Offsets, keep_what_is_not_zero_and_give_all_back) {
    const Offsets offsets(kAll);
    EXPECT_EQ(offsets.size(), 4U);
    EXPECT_EQ(offsets.places().size(), 2U);
    EXPECT_EQ(offsets.all(), kAll);
    for (std::size_t i = 0; i < kAll.size(); ++i)
        EXPECT_EQ(offsets[i], kAll[i]);
}

TEST(Offsets, appended_are_the_list_of_both) {
    Offsets both(kAll);
    both.append(Offsets(kAll));
    both.grow(9);
    std::vector<Vec3> expected(kAll);
    expected.insert(expected.end(), kAll.begin(), kAll.end());
    expected.emplace_back(Vec3::Zero());
    EXPECT_EQ(both, Offsets(expected));
}

TEST(Offsets, added_with_a_weight_are_the_weighted_list) {
    std::vector<Vec3> sum(4, Vec3::Ones());
    Offsets(kAll).add_to(sum, 0.5F);
    for (std::size_t i = 0; i < sum.size(); ++i)
        EXPECT_EQ(sum[i], Vec3(Vec3::Ones() + 0.5F * kAll[i]));
}

}  // namespace
}  // namespace isoskin
