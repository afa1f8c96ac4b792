// Twists: weights, profiles, and the split of rotations.
#include "isoskin/volume/twist_profile.h"

#include <cmath>
#include <complex>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

constexpr double kDegree = kPi / 180.0;

// What a blended point is multiplied by, seen as a complex number across the axis.
std::complex<double> blended(double blend, double angle) {
    return 1.0 - blend + blend * std::polar(1.0, angle);
}

std::complex<double> helped(double blend, double smooth, double angle) {
    const TwistNumbers profile = twist_profile(blend, smooth);
    const TwistNumbers weights = twist_weights(angle);
    const double radial = profile[0] * weights[0] + profile[1] * weights[1];
    const double round = profile[2] * weights[2] + profile[3] * weights[3];
    return blended(blend, angle) * (1.0 + std::complex<double>(radial, round));
}

TEST(TwistProfile, turns_as_the_smooth_blend_asks_and_keeps_the_radius) {
    for (const double blend : {0.0, 0.2, 0.5, 0.8, 1.0})
        for (const double more : {-0.2, 0.0, 0.2}) {
            const double smooth = blend + more;
            if (smooth < 0.0 || smooth > 1.0) continue;
            for (const double degrees : {30.0, 60.0, 90.0, 120.0, 150.0}) {
                const double angle = degrees * kDegree;
                const auto point = helped(blend, smooth, angle);
                EXPECT_GT(std::abs(point), 0.78) << blend << " " << smooth << " " << degrees;
                EXPECT_LT(std::abs(point), 1.1) << blend << " " << smooth << " " << degrees;
                EXPECT_NEAR(std::arg(point), smooth * angle, 0.15)
                    << blend << " " << smooth << " " << degrees;
            }
        }
}

TEST(TwistProfile, mirrors_a_twist_the_other_way) {
    for (const double degrees : {5.0, 20.0, 90.0, 150.0, 170.0}) {
        const TwistNumbers one = twist_weights(degrees * kDegree);
        const TwistNumbers other = twist_weights(-degrees * kDegree);
        for (std::size_t k = 0; k < one.size(); ++k)
            EXPECT_EQ(other[k], k < kRadialProfileCount ? one[k] : -one[k]);
    }
}

// Half a turn one way is half a turn the other way.
TEST(TwistProfile, goes_on_beyond_half_a_turn) {
    const TwistNumbers one = twist_weights(kPi - 1e-9);
    const TwistNumbers other = twist_weights(-kPi + 1e-9);
    for (std::size_t k = 0; k < one.size(); ++k)
        EXPECT_NEAR(one[k], other[k], 1e-7);
}

TEST(TwistProfile, leaves_small_twists_alone_and_never_jumps) {
    EXPECT_EQ(twist_weights(7.9 * kDegree), TwistNumbers{});
    constexpr double kStep = 0.01 * kDegree;
    for (int k = 0; k < 18'000; ++k) {
        const TwistNumbers before = twist_weights(k * kStep);
        const TwistNumbers after = twist_weights((k + 1) * kStep);
        for (std::size_t i = 0; i < before.size(); ++i)
            ASSERT_LT(std::abs(after[i] - before[i]), 10.0 * kStep) << k * 0.01;
    }
}

// Flesh that a twist turns round the axis never overtakes the twist itself by much, nor does it set
// in with a jerk: a vertex that nothing else moves would show it.
TEST(TwistProfile, goes_round_no_faster_than_the_angle) {
    constexpr double kStep = 0.1 * kDegree;
    constexpr std::size_t kLinear = kRadialProfileCount;
    for (int k = 0; k < 1'460; ++k) {
        const double slope =
            (twist_weights((k + 1) * kStep)[kLinear] - twist_weights(k * kStep)[kLinear]) / kStep;
        ASSERT_GE(slope, 0.0) << 0.1 * k;
        ASSERT_LE(slope, 1.1 + 1e-9) << 0.1 * k;
    }
}

// Flesh between three frames hardly blends: there weights go on growing, but evenly.
TEST(TwistProfile, of_a_countered_twist_grows_evenly) {
    constexpr double kStep = 0.5 * kDegree;
    const auto slope = [](double degrees) {
        const double angle = degrees * kDegree;
        return (twist_weights(angle + kStep, 1.0)[0] - twist_weights(angle, 1.0)[0]) / kStep;
    };
    for (double degrees = 26.0; degrees < 179.0; degrees += 1.0) {
        EXPECT_GE(slope(degrees), 0.0) << degrees;
        EXPECT_LE(slope(degrees), 2.0 * slope(75.0)) << degrees;
    }
    EXPECT_EQ(twist_weights(45.0 * kDegree, 1.0), twist_weights(45.0 * kDegree));
}

TEST(SwingTwist, finds_both_parts_of_a_rotation) {
    const Vec3d axis = Vec3d(1, 2, -1).normalized();
    const Vec3d across = axis.cross(Vec3d::UnitZ()).normalized();
    for (const double twist : {-2.5, -0.3, 0.0, 0.7, 2.9})
        for (const double swing : {0.0, 0.4, 1.5, 3.0}) {
            const Quatd rotation(Eigen::AngleAxisd(swing, across) * Eigen::AngleAxisd(twist, axis));
            const SwingTwist parts = split_swing(rotation, axis);
            EXPECT_NEAR(parts.twist, twist, 1e-12);
            EXPECT_NEAR(parts.swing, swing, 1e-7);
            EXPECT_LE(std::abs(thinning_twist(parts)), std::abs(twist) + 1e-12);
            EXPECT_NEAR(thinning_twist({.twist = twist, .swing = 0.0}), twist, 1e-12);
        }
}

}  // namespace
}  // namespace isoskin
