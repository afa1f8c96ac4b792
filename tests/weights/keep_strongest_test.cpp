#include "isoskin/weights/keep_strongest.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

double weight_at(const SkinWeights& weights, JointIndex joint) {
    for (const Influence& influence : weights.row(0))
        if (influence.slot == joint) return influence.weight;
    return 0.0;
}

TEST(KeepStrongest, keeps_no_more_than_asked_for) {
    const WeightRows rows{{{0, 0.4F}, {1, 0.3F}, {2, 0.2F}, {3, 0.1F}}};
    EXPECT_EQ(keep_strongest(rows, 2).row(0).size(), 2U);
    EXPECT_EQ(keep_strongest(rows, 1).row(0).size(), 1U);
}

TEST(KeepStrongest, leaves_short_rows_as_they_are) {
    const WeightRows rows{{{5, 0.5F}, {2, 0.25F}, {9, 0.25F}}};
    const SkinWeights kept = keep_strongest(rows, 3);
    const SkinWeights all = SkinWeights::from_rows(rows);
    EXPECT_TRUE(std::equal(kept.row(0).begin(), kept.row(0).end(), all.row(0).begin(),
                           all.row(0).end(), [](const Influence& a, const Influence& b) {
                               return a.slot == b.slot && a.weight == b.weight;
                           }));
}

// The order of five joints changes along the way; a plain cut steps there by a tenth.
TEST(KeepStrongest, weights_do_not_step_where_joints_change_places) {
    constexpr int kSteps = 1000;
    SkinWeights last;
    for (int i = 0; i <= kSteps; ++i) {
        const float t = static_cast<float>(i) / kSteps;
        const WeightRows rows{{{0, 0.4F},
                               {1, 0.3F},
                               {2, 0.3F - 0.25F * t},
                               {3, 0.05F + 0.25F * t},
                               {4, 0.15F + 0.1F * std::sin(6.0F * t)}}};
        const SkinWeights kept = keep_strongest(rows, 3);
        for (JointIndex joint = 0; joint < 5 && i > 0; ++joint)
            EXPECT_NEAR(weight_at(kept, joint), weight_at(last, joint), 0.01)
                << joint << " at " << t;
        last = kept;
    }
}

TEST(KeepStrongest, of_joints_all_alike_some_are_kept) {
    const WeightRows rows{{{0, 0.25F}, {1, 0.25F}, {2, 0.25F}, {3, 0.25F}}};
    const SkinWeights kept = keep_strongest(rows, 2);
    EXPECT_EQ(kept.row(0).size(), 2U);
    EXPECT_TRUE(kept.empty_rows().empty());
}

}  // namespace
}  // namespace isoskin
