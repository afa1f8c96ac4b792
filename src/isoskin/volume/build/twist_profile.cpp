#include "isoskin/volume/build/twist_profile.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace isoskin {
namespace {

// How much of the thickness is put back: 0.9 of the radius is left at 120°, 0.83 at 150°. The last
// tenth would cost the surface twice as many wrinkles; the closing fills it in smoothly.
constexpr double kKept = 0.87;
// How much the slope over the angle counts against the value, in radians: what is fitted in value
// alone is steep where it need not be.
constexpr double kOfSlope = 0.3;

// How far a point is to be moved beforehand, in the plane across the axis.
std::complex<double> wanted_move(double blend, double smooth_blend, double angle) {
    const auto blended = 1.0 - blend + blend * std::polar(1.0, angle);
    const double radius = std::abs(blended);
    return std::polar(std::pow(radius, 1.0 - kKept), smooth_blend * angle) / blended - 1.0;
}

// Profiles by least squares: even functions of the angle along the radius, odd ones round the axis.
class ProfileFit {
  public:
    void add(const std::complex<double>& wanted, const TwistNumbers& weights, double counts) {
        const Eigen::Vector2d even(weights[0], weights[1]);
        const Eigen::Vector2d odd(weights[2], weights[3]);
        squares_[0] += counts * even * even.transpose();
        squares_[1] += counts * odd * odd.transpose();
        products_[0] += counts * wanted.real() * even;
        products_[1] += counts * wanted.imag() * odd;
    }
    TwistNumbers solve() const {
        const Eigen::Vector2d radial = squares_[0].inverse() * products_[0];
        const Eigen::Vector2d round = squares_[1].inverse() * products_[1];
        return {radial[0], radial[1], round[0], round[1]};
    }

  private:
    Eigen::Matrix2d squares_[2] = {Eigen::Matrix2d::Zero(), Eigen::Matrix2d::Zero()};
    Eigen::Vector2d products_[2] = {Eigen::Vector2d::Zero(), Eigen::Vector2d::Zero()};
};

// Over values and slopes, each counted by the radius that the blend leaves it.
TwistNumbers fit(double blend, double smooth_blend) {
    constexpr int kAngles = 50;
    constexpr double kStep = kLastTwist / kAngles;
    ProfileFit profile;
    std::complex<double> last_wanted = 0.0;
    TwistNumbers last_weights{};
    for (int k = 1; k <= kAngles; ++k) {
        const double angle = kStep * k;
        const auto wanted = wanted_move(blend, smooth_blend, angle);
        const TwistNumbers weights = twist_functions(angle);
        TwistNumbers slopes{};
        for (std::size_t i = 0; i < slopes.size(); ++i)
            slopes[i] = kOfSlope * (weights[i] - last_weights[i]) / kStep;
        const double counts = std::norm(1.0 - blend + blend * std::polar(1.0, angle));
        profile.add(wanted, weights, counts);
        profile.add(kOfSlope * (wanted - last_wanted) / kStep, slopes, counts);
        last_wanted = wanted;
        last_weights = weights;
    }
    return profile.solve();
}

constexpr int kSteps = 64;  // of a blend, in the table of profiles

std::vector<TwistNumbers> make_table() {
    std::vector<TwistNumbers> table;
    for (int i = 0; i <= kSteps; ++i)
        for (int j = 0; j <= kSteps; ++j)
            table.push_back(fit(static_cast<double>(i) / kSteps, static_cast<double>(j) / kSteps));
    return table;
}

struct Step {
    std::size_t first;
    double rest;
};

Step step_of(double blend) {
    const double at = std::clamp(blend, 0.0, 1.0) * kSteps;
    const int first = std::min(static_cast<int>(at), kSteps - 1);
    return {static_cast<std::size_t>(first), at - first};
}

}  // namespace

TwistNumbers twist_profile(double blend, double smooth_blend) {
    static const std::vector<TwistNumbers> table = make_table();
    const Step i = step_of(blend);
    const Step j = step_of(smooth_blend);
    const auto* corner = &table[i.first * (kSteps + 1) + j.first];
    TwistNumbers numbers{};
    for (std::size_t k = 0; k < numbers.size(); ++k)
        numbers[k] =
            (1.0 - i.rest) * ((1.0 - j.rest) * corner[0][k] + j.rest * corner[1][k]) +
            i.rest * ((1.0 - j.rest) * corner[kSteps + 1][k] + j.rest * corner[kSteps + 2][k]);
    return numbers;
}

}  // namespace isoskin
