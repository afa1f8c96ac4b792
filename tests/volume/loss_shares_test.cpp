#include "isoskin/volume/build/loss_shares.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "support/part_case.h"

namespace isoskin {
namespace {

using Role = CorrectionTarget::Role;

using testing::PartCase;

// So that a bend stays within its own map.
TEST(LossShares, are_not_asked_for_by_joints_with_flesh_enough) {
    for (const char* scene : {"tube", "arm"})
        for (const CorrectionTarget& target : PartCase(scene).table.targets)
            EXPECT_TRUE(target.shares.empty()) << scene << ", node " << target.node;
}

// A map of a few points can take little of what its joint loses: neighbours take the rest.
CorrectionTable with_small_elbow() {
    PartCase arm("arm");
    CorrectionTarget& bend = arm.table.targets[0];
    bend.map.resize(bend.map.size() / 8);
    bend.gain /= 8.0;
    std::vector<MostLoss> most(arm.part.node_count());
    share_losses(arm.part, most, arm.table);
    return arm.table;
}

TEST(LossShares, put_back_all_of_a_loss_and_the_most_where_it_was) {
    const CorrectionTable table = with_small_elbow();
    const auto& shares = table.targets[0].shares;
    ASSERT_GT(shares.size(), 1U);
    double sum = 0.0;
    double own = 0.0;
    double farthest = 0.0;  // how far others move their flesh
    const auto move_of_share = [&](const LossShare& share) {
        const CorrectionTarget& helper = table.targets[share.target];
        return share.share / helper.gain * helper.reach;
    };
    for (const LossShare& share : shares) {
        EXPECT_EQ(table.targets[share.target].role, Role::Bend);
        EXPECT_GT(share.share, 0.0);
        sum += share.share;
        if (share.target == 0)
            own = move_of_share(share);
        else
            farthest = std::max(farthest, move_of_share(share));
    }
    EXPECT_NEAR(sum, 1.0, 1e-12);
    EXPECT_GT(own, farthest);
}

TEST(LossShares, decide_who_moves_and_not_how_much_comes_back) {
    const JointLoss still;
    const JointLoss bent{.bend = 3.0, .total = 3.0, .motion = {}, .moved = true};
    const std::array losses = {still, bent, still};
    std::array targets = {
        CorrectionTarget{
            .node = 1, .map = {{0, 1.0}}, .gain = 2.0, .shares = {{0, 0.75}, {1, 0.25}}},
        CorrectionTarget{.node = 2, .map = {{1, 1.0}}, .gain = 5.0}};
    std::array weights = {7.0, 7.0};
    guess_weights(targets, losses, weights);
    EXPECT_DOUBLE_EQ(weights[0], 0.75 * 3.0 / 2.0);
    EXPECT_DOUBLE_EQ(weights[1], 0.25 * 3.0 / 5.0);
    guess_growth(targets, losses, weights);
    EXPECT_DOUBLE_EQ(weights[0] * 2.0 + weights[1] * 5.0, 3.0);
}

}  // namespace
}  // namespace isoskin
