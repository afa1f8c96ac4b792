// Twists: weights, profiles, and the split of rotations.
#include "isoskin/volume/build/twist_profile.h"

#include <cmath>
#include <complex>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

constexpr double kDegree = kPi / 180.0;

// A twist alone.
SwingTwist twisted(double angle) {
    return {.twist_sine = std::sin(0.5 * angle), .twist_cosine = std::cos(0.5 * angle)};
}
TwistNumbers weights_of(double angle) {
    return twist_weights(twisted(angle));
}

// What a blended point is multiplied by, seen as a complex number across the axis.
std::complex<double> blended(double blend, double angle) {
    return 1.0 - blend + blend * std::polar(1.0, angle);
}

std::complex<double> helped(double blend, double smooth, double angle) {
    const TwistNumbers profile = twist_profile(blend, smooth);
    const TwistNumbers weights = weights_of(angle);
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
        const TwistNumbers one = weights_of(degrees * kDegree);
        const TwistNumbers other = weights_of(-degrees * kDegree);
        for (std::size_t k = 0; k < one.size(); ++k)
            EXPECT_EQ(other[k], k < kRadialProfileCount ? one[k] : -one[k]);
    }
}

// Half a turn one way is half a turn the other way.
TEST(TwistProfile, goes_on_beyond_half_a_turn) {
    const TwistNumbers one = weights_of(kPi - 1e-9);
    const TwistNumbers other = weights_of(-kPi + 1e-9);
    for (std::size_t k = 0; k < one.size(); ++k)
        EXPECT_NEAR(one[k], other[k], 1e-7);
}

TEST(TwistProfile, leaves_small_twists_alone_and_never_jumps) {
    EXPECT_EQ(weights_of(7.9 * kDegree), TwistNumbers{});
    constexpr double kStep = 0.01 * kDegree;
    for (int k = 0; k < 18'000; ++k) {
        const TwistNumbers before = weights_of(k * kStep);
        const TwistNumbers after = weights_of((k + 1) * kStep);
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
            (weights_of((k + 1) * kStep)[kLinear] - weights_of(k * kStep)[kLinear]) / kStep;
        ASSERT_GE(slope, 0.0) << 0.1 * k;
        ASSERT_LE(slope, 1.1 + 1e-9) << 0.1 * k;
    }
}

// Flesh between three frames hardly blends: there weights go on growing, but evenly.
TEST(TwistProfile, of_a_countered_twist_grows_evenly) {
    constexpr double kStep = 0.5 * kDegree;
    const auto slope = [](double degrees) {
        const double angle = degrees * kDegree;
        return (twist_weights(twisted(angle + kStep), 1.0)[0] -
                twist_weights(twisted(angle), 1.0)[0]) /
               kStep;
    };
    for (double degrees = 26.0; degrees < 179.0; degrees += 1.0) {
        EXPECT_GE(slope(degrees), 0.0) << degrees;
        EXPECT_LE(slope(degrees), 2.0 * slope(75.0)) << degrees;
    }
    EXPECT_EQ(twist_weights(twisted(45.0 * kDegree), 1.0), weights_of(45.0 * kDegree));
}

// Near half a turn of swing the twist runs through all angles; what goes round must not flip.
TEST(TwistProfile, does_not_flip_where_the_swing_nears_half_a_turn) {
    const Vec3d axis = Vec3d::UnitY();
    TwistNumbers last{};
    for (int k = 0; k <= 2'000; ++k) {
        // Passes half a turn of swing at a small distance.
        const double angle = (170.0 + 0.01 * k) * kDegree;
        const Quatd rotation = Quatd(Eigen::AngleAxisd(0.03, axis)) *
                               Quatd(Eigen::AngleAxisd(angle, Vec3d(1, 0.02, 0).normalized()));
        const TwistNumbers now = twist_weights(split_swing(rotation, axis));
        for (std::size_t i = 0; i < now.size() && k > 0; ++i)
            ASSERT_LT(std::abs(now[i] - last[i]), 0.02) << angle / kDegree;
        last = now;
    }
}

TEST(SwingTwist, finds_both_parts_of_a_rotation) {
    const Vec3d axis = Vec3d(1, 2, -1).normalized();
    const Vec3d across = axis.cross(Vec3d::UnitZ()).normalized();
    for (const double twist : {-2.5, -0.3, 0.0, 0.7, 2.9})
        for (const double swing : {0.0, 0.4, 1.5, 3.0}) {
            const Quatd rotation(Eigen::AngleAxisd(swing, across) * Eigen::AngleAxisd(twist, axis));
            const SwingTwist parts = split_swing(rotation, axis);
            EXPECT_NEAR(parts.twist(), twist, 1e-12);
            EXPECT_NEAR(parts.swing_cosine, std::cos(0.5 * swing), 1e-12);
            EXPECT_LE(std::abs(parts.thinning_twist()), std::abs(twist) + 1e-12);
            EXPECT_NEAR(twisted(twist).thinning_twist(), twist, 1e-7);
        }
}

}  // namespace
}  // namespace isoskin
