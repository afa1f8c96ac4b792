#include "isoskin/bake/key_placement.h"

#include <cmath>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

CurveToKey curve_of(double (*f)(double)) {
    CurveToKey curve;
    curve.width = 1;
    curve.at = [f](float time, std::span<float> values) {
        values[0] = static_cast<float>(f(static_cast<double>(time)));
    };
    curve.deviation = [](std::span<const float> difference) {
        return std::abs(static_cast<double>(difference[0]));
    };
    return curve;
}

double between_keys(const KeyedValues& keys, double time) {
    std::size_t k = 0;
    while (k + 2 < keys.times.size() && static_cast<double>(keys.times[k + 1]) <= time)
        ++k;
    const double a = static_cast<double>(keys.times[k]);
    const double b = static_cast<double>(keys.times[k + 1]);
    const double u = (time - a) / (b - a);
    return (1.0 - u) * static_cast<double>(keys.values[k]) +
           u * static_cast<double>(keys.values[k + 1]);
}

double worst_between(const KeyedValues& keys, double (*f)(double)) {
    double worst = 0.0;
    const double first = static_cast<double>(keys.times.front());
    const double last = static_cast<double>(keys.times.back());
    for (int i = 0; i <= 5000; ++i) {
        const double time = first + (last - first) * i / 5000.0;
        worst = std::max(worst, std::abs(between_keys(keys, time) - f(time)));
    }
    return worst;
}

const std::vector<float> kMoments{0.0F, 0.25F, 0.5F, 0.75F, 1.0F};

TEST(KeyPlacement, a_straight_line_needs_its_ends_alone) {
    const auto line = [](double t) { return 3.0 * t - 1.0; };
    const auto keys = place_keys(curve_of(line), kMoments, {}, {.tolerance = 1e-5});
    EXPECT_EQ(keys.times, (std::vector<float>{0.0F, 1.0F}));
    EXPECT_EQ(keys.values, (std::vector<float>{-1.0F, 2.0F}));
}

TEST(KeyPlacement, a_bent_curve_stays_within_the_tolerance_between_keys) {
    const auto wave = [](double t) { return std::sin(9.0 * t); };
    for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
        const auto keys = place_keys(curve_of(wave), kMoments, {}, {.tolerance = tolerance});
        EXPECT_LE(worst_between(keys, wave), tolerance);
        // A line over a bend of curvature 81 may span √(8 tolerance / 81) seconds.
        EXPECT_LE(static_cast<double>(keys.times.size()),
                  4.0 / std::sqrt(8.0 * tolerance / 81.0) + 8.0);
    }
}

TEST(KeyPlacement, moments_to_be_kept_are_keys) {
    const auto line = [](double t) { return t; };
    const std::vector<float> kept{0.25F, 0.75F};
    const auto keys = place_keys(curve_of(line), kMoments, kept, {});
    EXPECT_EQ(keys.times, (std::vector<float>{0.0F, 0.25F, 0.75F, 1.0F}));
}

TEST(KeyPlacement, a_jump_between_two_neighbouring_moments_stays_a_jump) {
    const auto step = [](double t) { return t < 0.5 ? 0.0 : 1.0; };
    const std::vector<float> moments{0.0F, std::nextafter(0.5F, 0.0F), 0.5F, 1.0F};
    const auto keys = place_keys(curve_of(step), moments, {}, {.tolerance = 1e-3});
    EXPECT_EQ(keys.times, moments);
    EXPECT_EQ(keys.values, (std::vector<float>{0.0F, 0.0F, 1.0F, 1.0F}));
}

TEST(KeyPlacement, one_moment_is_one_key) {
    const auto line = [](double t) { return t; };
    const std::vector<float> moments{0.5F};
    EXPECT_EQ(place_keys(curve_of(line), moments, {}, {}).times, moments);
}

}  // namespace
}  // namespace isoskin
