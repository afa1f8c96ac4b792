#include "isoskin/volume/solve/swing_function.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

SwingFunction hinge() {
    SwingFunction function;
    function.limb = Vec3d::UnitY();
    function.across = {Vec3d::UnitX(), -Vec3d::UnitZ()};
    function.range = {1.5, 0.6, 0.0, 0.0};
    function.count = 2;
    std::vector<double> values;
    for (double angle = -0.6; angle < 1.55; angle += 0.3) {
        function.samples.emplace_back(angle, 0.0);
        values.insert(values.end(), {std::sin(angle), 1.0 - std::cos(angle)});
    }
    fit(values, function);
    return function;
}

TEST(SwingFunction, meets_its_samples_and_is_smooth_between) {
    const SwingFunction function = hinge();
    for (const auto& sample : function.samples) {
        const auto numbers = evaluate(function, sample);
        EXPECT_NEAR(numbers[0], std::sin(sample[0]), 1e-10);
        EXPECT_NEAR(numbers[1], 1.0 - std::cos(sample[0]), 1e-10);
    }
    for (double angle = -0.3; angle < 1.2; angle += 0.01)
        EXPECT_NEAR(evaluate(function, {angle, 0.0})[0], std::sin(angle), 4e-3);
}

TEST(SwingFunction, reads_the_bend_of_a_rotation_whatever_its_twist_and_sign) {
    const SwingFunction function = hinge();
    const Quatd bend = turn_of(function, {0.7, 0.2});
    for (const double twist : {0.0, 0.8, -2.0}) {
        Quatd rotation = bend * Quatd(Eigen::AngleAxisd(twist, function.limb));
        for (int sign = 0; sign < 2; ++sign) {
            const auto read = bend_of(function, rotation, split_swing(rotation, function.limb));
            EXPECT_NEAR(read[0], 0.7, 1e-12);
            EXPECT_NEAR(read[1], 0.2, 1e-12);
            rotation.coeffs() *= -1.0;
        }
    }
}

TEST(SwingFunction, holds_the_last_bend_smoothly) {
    const SwingFunction function = hinge();
    EXPECT_EQ(held_bend(function, {0.9, 0.0}), Eigen::Vector2d(0.9, 0.0));
    EXPECT_EQ(held_bend(function, {0.9, 0.4})[1], 0.0);
    EXPECT_NEAR(held_bend(function, {3.0, 0.0})[0], 1.1 * 1.5, 1e-6);
    double before = 0.0;
    for (double angle = 0.0; angle < 3.0; angle += 0.001) {
        const double held = held_bend(function, {angle, 0.0})[0];
        EXPECT_GE(held, before);
        EXPECT_LE(held - before, 0.0011);
        before = held;
    }
}

}  // namespace
}  // namespace isoskin
