#include "isoskin/volume/solve/pose_loss.h"

#include <array>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

using Role = CorrectionTarget::Role;

// A twist's own targets do most of the work; where a joint has none, its bend has to do all of it,
// or what is left would be asked of joints that did not move.
TEST(GuessedWeights, of_a_bend_take_the_whole_loss_where_there_are_no_twists) {
    const JointLoss still;
    const JointLoss twisted{.bend = 1.0, .total = 5.0, .motion = {}, .moved = true};
    const std::array losses = {still, twisted};
    std::array targets = {
        CorrectionTarget{.node = 1, .role = Role::Bend, .map = {{0, 1.0}}, .gain = 2.0},
        CorrectionTarget{.node = 1, .role = Role::Twist, .profile = 0}};
    std::array weights = {0.0, 0.0};
    guess_weights(targets, losses, weights);
    EXPECT_DOUBLE_EQ(weights[0], 2.5);

    targets[1].map = {{0, 1.0}};
    guess_weights(targets, losses, weights);
    EXPECT_LT(weights[0], 2.5);
    EXPECT_GT(weights[0], 0.5);
}

// Where a joint passes from loss to gain it goes on taking its part of what is left over.
TEST(GuessedGrowth, of_a_joint_that_turned_is_never_nothing) {
    std::array targets = {
        CorrectionTarget{.node = 1, .map = {{0, 1.0}}, .gain = 2.0, .most_loss = 8.0},
        CorrectionTarget{.node = 2, .map = {{1, 1.0}}, .gain = 4.0, .most_loss = 8.0}};
    const JointLoss still;
    const auto growth_at = [&](double loss, double turn) {
        const std::array losses = {
            still,
            JointLoss{.bend = loss, .total = loss, .turn = turn, .motion = {}, .moved = true},
            still};
        std::array growth = {7.0, 7.0};
        guess_growth(targets, losses, growth);
        EXPECT_EQ(growth[1], 0.0);  // it did not move
        return growth[0];
    };
    EXPECT_GT(growth_at(0.0, 0.25), 0.0);
    EXPECT_DOUBLE_EQ(growth_at(0.0, 0.5), 2.0 * growth_at(0.0, 0.25));
    EXPECT_DOUBLE_EQ(growth_at(-3.0, 0.25), growth_at(3.0, 0.25));
    EXPECT_DOUBLE_EQ(growth_at(3.0, 0.0), 1.5);
    EXPECT_GT(growth_at(3.0, 0.25), growth_at(3.0, 0.0));
}

}  // namespace
}  // namespace isoskin
