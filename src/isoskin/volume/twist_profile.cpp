#include "isoskin/volume/twist_profile.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "isoskin/math/smoothstep.h"

namespace isoskin {
namespace {

// Profiles are fitted up to the first; weights already level off from the last on, so that they
// end as evenly as they grew.
constexpr double kLastFitted = 148.0 * kPi / 180.0;
constexpr double kLastAngle = 146.0 * kPi / 180.0;
// Where flesh follows a third frame, which a neighbour turns back.
constexpr double kLastOfCountered = 50.0 * kPi / 180.0;
// Which way round half a turn goes nobody can say: from here on to there what goes round is let go.
constexpr double kAmbiguous = 150.0 * kPi / 180.0;
// How much of the thickness is put back: 0.9 of the radius is left at 120°, 0.83 at 150°. The last
// tenth would cost the surface twice as many wrinkles; the closing fills it in smoothly.
constexpr double kKept = 0.87;
// A twist below the first loses a quarter of a per cent of its radius and is left alone; from the
// second on it is helped in full.
constexpr double kSmallTwist = 8.0 * kPi / 180.0;
constexpr double kFullTwist = 24.0 * kPi / 180.0;
// What goes round follows the angle, and must not hurry after it: it sets in over so much and never
// grows faster than so many times the angle.
constexpr double kSettingIn = 8.0 * kPi / 180.0;
constexpr double kFastest = 1.1;
// How much the slope over the angle counts against the value, in radians: what is fitted in value
// alone is steep where it need not be.
constexpr double kOfSlope = 0.3;

double help_along_radius(double angle) {
    return smoothstep((angle - kSmallTwist) / (kFullTwist - kSmallTwist));
}

double help_round(double angle) {
    return kFastest * (std::hypot(angle - kSmallTwist, kSettingIn) - kSettingIn) / angle;
}

// Down to nothing at half a turn, where it goes on the other way: by and by at first, then evenly.
double kept_round(double angle) {
    constexpr double kStart = 0.2;
    const double at = std::max(0.0, (angle - kAmbiguous) / (kPi - kAmbiguous));
    const double start = std::min(at, kStart);
    return 1.0 - (0.5 * start * start / kStart + at - start) / (1.0 - 0.5 * kStart);
}

TwistNumbers weights_within(double angle) {
    const double half = 0.5 * angle;
    return {1.0 / std::cos(half) - 1.0, angle * angle, angle, std::tan(half) - half};
}

// Beyond the angle `last` the slope runs out until half a turn.
TwistNumbers levelled_weights(double angle, double last) {
    constexpr double kSmall = 1e-4;
    TwistNumbers weights = weights_within(std::min(angle, last));
    if (angle <= last) return weights;
    const double run_out = (kPi - last) * 2.0 / kPi;
    const double beyond = std::sin(std::min((angle - last) / run_out, 0.5 * kPi));
    const TwistNumbers before = weights_within(last - kSmall);
    for (std::size_t k = 0; k < weights.size(); ++k)
        weights[k] += run_out * beyond * (weights[k] - before[k]) / kSmall;
    return weights;
}

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
    constexpr double kStep = kLastFitted / kAngles;
    ProfileFit profile;
    std::complex<double> last_wanted = 0.0;
    TwistNumbers last_weights{};
    for (int k = 1; k <= kAngles; ++k) {
        const double angle = kStep * k;
        const auto wanted = wanted_move(blend, smooth_blend, angle);
        const TwistNumbers weights = weights_within(angle);
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

TwistNumbers twist_weights(double angle, double countered) {
    const double size = std::abs(angle);
    if (size <= kSmallTwist) return {};
    const double last = kLastAngle + countered * (kLastOfCountered - kLastAngle);
    const TwistNumbers radial = levelled_weights(size, last);
    const TwistNumbers round = size <= kAmbiguous ? radial : levelled_weights(kAmbiguous, last);
    const double along = help_along_radius(size);
    const double about = std::copysign(help_round(size) * kept_round(size), angle);
    TwistNumbers weights{};
    for (std::size_t k = 0; k < weights.size(); ++k)
        weights[k] = k < kRadialProfileCount ? along * radial[k] : about * round[k];
    return weights;
}

SwingTwist split_swing(const Quatd& rotation, const Vec3d& axis) {
    const double along = rotation.vec().dot(axis);
    double angle = 2.0 * std::atan2(along, rotation.w());
    if (angle > kPi) angle -= 2.0 * kPi;
    if (angle < -kPi) angle += 2.0 * kPi;
    const double half_swing = std::acos(std::min(1.0, std::hypot(along, rotation.w())));
    return {.twist = angle, .swing = 2.0 * half_swing};
}

// The middle of the blend scales a vector across the axis by κ² = w² + v²/2 in the mean, with the
// rotation's scalar part w and its vector part v across; without the twist it would scale it by
// (1 + cos²(ψ/2))/2. Their ratio is that of a twist alone.
double thinning_twist(const SwingTwist& motion) {
    const double c = std::cos(0.5 * motion.swing);
    const double sine = std::sin(0.5 * motion.twist) * c / std::sqrt(0.5 * (1.0 + c * c));
    return 2.0 * std::asin(std::clamp(sine, -1.0, 1.0));
}

}  // namespace isoskin
