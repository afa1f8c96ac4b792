#include "isoskin/volume/closing.h"

#include <array>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

using Role = CorrectionTarget::Role;

// One joint whose bend may go out by 0.8 and in by 0.2.
class OneBend : public ::testing::Test {
  protected:
    OneBend() {
        tree_.nodes.resize(2);
        tree_.nodes[1].parent = 0;
    }
    ClosingTask task(double volume) const {
        return {.targets = targets_, .tree = tree_, .volume = volume, .max_displacement = 0.8};
    }
    Closing::State close(double target, const Cubic& volume, double weight) {
        const ClosingTask to_do = task(target);
        Closing closing;
        start_closing(to_do, kBoundOfKnown, closing);
        weights_ = {weight};
        start_growth(to_do, weights_, growth_, closing);
        while (closing.state == Closing::State::Open)
            advance(to_do, along(volume), weights_, growth_, closing);
        return closing.state;
    }

    std::array<double, 1> weights_{};

  private:
    // `volume` is a cubic of the weight; what a closing asks for is one of ε.
    Cubic along(const Cubic& volume) const {
        const double w = weights_[0];
        const double g = growth_[0];
        const auto [c0, c1, c2, c3] = volume;
        return {evaluate(volume, w), g * (c1 + w * (2.0 * c2 + w * 3.0 * c3)),
                g * g * (c2 + 3.0 * w * c3), g * g * g * c3};
    }

    VolumeTree tree_;
    std::array<CorrectionTarget, 1> targets_{CorrectionTarget{.node = 1,
                                                              .role = Role::Bend,
                                                              .map = {{0, 1.0}},
                                                              .gain = 1.0,
                                                              .reach = 1.0,
                                                              .inward_reach = 4.0}};
    std::array<double, 1> growth_{};
};

TEST_F(OneBend, grows_to_the_volume) {
    EXPECT_EQ(close(1.3, {1.0, 1.0, 0.1, 0.0}, 0.25), Closing::State::Reached);
    EXPECT_NEAR(evaluate({1.0, 1.0, 0.1, 0.0}, weights_[0]), 1.3, 1e-14);
}

TEST_F(OneBend, goes_farther_outward_than_inward) {
    EXPECT_EQ(close(9.0, {1.0, 1.0, 0.0, 0.0}, 0.5), Closing::State::Failed);
    EXPECT_DOUBLE_EQ(weights_[0], 0.8);
    EXPECT_EQ(close(-9.0, {1.0, 1.0, 0.0, 0.0}, -0.1), Closing::State::Failed);
    EXPECT_DOUBLE_EQ(weights_[0], -0.2);
}

// A skin turned inside out loses volume where it grows. To shrink it would add volume, but nobody
// would keep that; and between the two lies a jump.
TEST_F(OneBend, of_a_skin_turned_inside_out_stays_as_guessed) {
    EXPECT_EQ(close(1.0, {0.9, -1.0, 0.0, 0.0}, 0.1), Closing::State::Failed);
    EXPECT_DOUBLE_EQ(weights_[0], 0.1);
}

}  // namespace
}  // namespace isoskin
