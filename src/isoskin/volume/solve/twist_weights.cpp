#include "isoskin/volume/solve/twist_weights.h"

#include <algorithm>
#include <cmath>

#include "isoskin/math/smoothstep.h"

namespace isoskin {
namespace {

// A twist below the first loses a quarter of a per cent of its radius and is left alone; from the
// second on it is helped in full.
constexpr double kSmallTwist = 8.0 * kPi / 180.0;
constexpr double kFullTwist = 3.0 * kSmallTwist;
// What goes round follows the angle, and must not hurry after it: it sets in over as much as is
// left alone and never grows faster than so many times the angle.
constexpr double kFastest = 1.1;
// Half a turn has no direction: from here to half a turn the weights round the axis fall to zero.
constexpr double kAmbiguous = 150.0 * kPi / 180.0;
// Where flesh follows a third frame, which a neighbour turns back, weights level off from here on.
constexpr double kLastOfCountered = 50.0 * kPi / 180.0;
// The first fifth of that way it sets in, so that it begins without a jerk.
constexpr double kLettingGo = 0.2;

double help_along_radius(double angle) {
    return smoothstep((angle - kSmallTwist) / (kFullTwist - kSmallTwist));
}

double help_round(double angle) {
    return kFastest * (std::hypot(angle - kSmallTwist, kSmallTwist) - kSmallTwist) / angle;
}

// Falls to zero at half a turn, where the sign changes: quadratically at first, then linearly.
double kept_round(double angle) {
    const double at = std::max(0.0, (angle - kAmbiguous) / (kPi - kAmbiguous));
    const double start = std::min(at, kLettingGo);
    return 1.0 - (0.5 * start * start / kLettingGo + at - start) / (1.0 - 0.5 * kLettingGo);
}

// ∂/∂θ of `twist_functions`.
TwistNumbers slopes_of_functions(double angle) {
    const double cosine = std::cos(0.5 * angle);
    const double sine = std::sin(0.5 * angle);
    const double secant2 = 1.0 / (cosine * cosine);
    return {0.5 * sine * secant2, 2.0 * angle, 1.0, 0.5 * (secant2 - 1.0)};
}

// Beyond the angle `last` the slope runs out until half a turn.
TwistNumbers levelled_functions(double angle, double last) {
    TwistNumbers weights = twist_functions(std::min(angle, last));
    if (angle <= last) return weights;
    const TwistNumbers slopes = slopes_of_functions(last);
    const double run_out = (kPi - last) * 2.0 / kPi;
    const double beyond = std::sin(std::min((angle - last) / run_out, 0.5 * kPi));
    for (std::size_t k = 0; k < weights.size(); ++k)
        weights[k] += run_out * beyond * slopes[k];
    return weights;
}

}  // namespace

TwistNumbers twist_functions(double angle) {
    const double half = 0.5 * angle;
    return {1.0 / std::cos(half) - 1.0, angle * angle, angle, std::tan(half) - half};
}

double SwingTwist::twist() const {
    return 2.0 * std::atan2(twist_sine, twist_cosine);
}

// The middle of the blend scales a vector across the axis by κ² = w² + v²/2 in the mean, with the
// rotation's scalar part w and its vector part v across; without the twist it would scale it by
// (1 + c²)/2. Their ratio is that of a twist alone.
double SwingTwist::thinning_twist() const {
    const double c = swing_cosine;
    return 2.0 * std::asin(std::clamp(twist_sine * c / std::sqrt(0.5 * (1.0 + c * c)), -1.0, 1.0));
}

SwingTwist split_swing(const Quatd& rotation, const Vec3d& axis) {
    const double along = rotation.vec().dot(axis);
    const double c = std::sqrt(along * along + rotation.w() * rotation.w());
    if (!(c > 0.0)) return {.swing_cosine = 0.0};
    const double sign = rotation.w() < 0.0 ? -1.0 : 1.0;
    return {.twist_sine = sign * along / c,
            .twist_cosine = sign * rotation.w() / c,
            .swing_cosine = std::min(1.0, c)};
}

TwistNumbers twist_weights(const SwingTwist& motion, double countered) {
    const double thinning = std::abs(motion.thinning_twist());
    if (thinning <= kSmallTwist) return {};
    const double last = kLastTwist + countered * (kLastOfCountered - kLastTwist);
    const TwistNumbers radial = levelled_functions(thinning, last);
    const TwistNumbers round =
        thinning <= kAmbiguous ? radial : levelled_functions(kAmbiguous, last);
    const double along = help_along_radius(thinning);
    const double about = std::copysign(help_round(thinning) * kept_round(std::abs(motion.twist())),
                                       motion.twist_sine);
    TwistNumbers weights{};
    for (std::size_t k = 0; k < weights.size(); ++k)
        weights[k] = k < kRadialProfileCount ? along * radial[k] : about * round[k];
    return weights;
}

}  // namespace isoskin
