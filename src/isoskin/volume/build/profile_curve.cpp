#include "isoskin/volume/build/profile_curve.h"

#include <algorithm>
#include <cmath>

#include "isoskin/math/types.h"

namespace isoskin {
namespace {

constexpr int kPresetKnots = 33;

double bell(double s) {
    const double b = 1.0 - s * s;
    return b * b;
}

double preset_amount(VolumeEffect effect, double s) {
    constexpr double kMuscleAt = -0.5;
    constexpr double kMuscleWidth = 0.25;
    constexpr double kFoldCount = 3.0;
    switch (effect) {
        case VolumeEffect::Muscle: {
            const double u = (s - kMuscleAt) / kMuscleWidth;
            return std::exp(-0.5 * u * u);
        }
        case VolumeEffect::Folds:
            return bell(s) * 0.5 * (1.0 + std::cos(2.0 * kPi * kFoldCount * s));
        default:
            return bell(s);
    }
}

// The three-point estimate at an end, kept from overshooting.
double end_slope(double h0, double h1, double d0, double d1) {
    const double slope = ((2.0 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (slope * d0 <= 0.0) return 0.0;
    if (d0 * d1 <= 0.0 && std::abs(slope) > 3.0 * std::abs(d0)) return 3.0 * d0;
    return slope;
}

}  // namespace

ProfileCurve::ProfileCurve(std::span<const ProfileKnot> knots) : place_{-1.0}, amount_{0.0} {
    for (const ProfileKnot& knot : knots) {
        if (!(knot.place > place_.back()) || knot.place >= 1.0) continue;
        place_.push_back(knot.place);
        amount_.push_back(knot.amount);
    }
    place_.push_back(1.0);
    amount_.push_back(0.0);

    const std::size_t n = place_.size();
    std::vector<double> width(n - 1);
    std::vector<double> rise(n - 1);
    for (std::size_t k = 0; k + 1 < n; ++k) {
        width[k] = place_[k + 1] - place_[k];
        rise[k] = (amount_[k + 1] - amount_[k]) / width[k];
    }
    slope_.assign(n, 0.0);
    if (n == 2) return;
    slope_[0] = end_slope(width[0], width[1], rise[0], rise[1]);
    slope_[n - 1] = end_slope(width[n - 2], width[n - 3], rise[n - 2], rise[n - 3]);
    for (std::size_t k = 1; k + 1 < n; ++k) {
        if (rise[k - 1] * rise[k] <= 0.0) continue;
        const double w1 = 2.0 * width[k] + width[k - 1];
        const double w2 = width[k] + 2.0 * width[k - 1];
        slope_[k] = (w1 + w2) / (w1 / rise[k - 1] + w2 / rise[k]);
    }
}

double ProfileCurve::operator()(double place) const {
    if (!(place > -1.0 && place < 1.0)) return 0.0;
    const auto after = std::upper_bound(place_.begin(), place_.end(), place);
    const auto k = static_cast<std::size_t>(after - place_.begin()) - 1;
    const double h = place_[k + 1] - place_[k];
    const double t = (place - place_[k]) / h;
    const double t2 = t * t;
    const double t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * amount_[k] + h * (t3 - 2 * t2 + t) * slope_[k] +
           (3 * t2 - 2 * t3) * amount_[k + 1] + h * (t3 - t2) * slope_[k + 1];
}

std::vector<ProfileKnot> preset_profile(VolumeEffect effect) {
    std::vector<ProfileKnot> knots;
    for (int k = 1; k + 1 < kPresetKnots; ++k) {
        const double place = -1.0 + 2.0 * k / (kPresetKnots - 1);
        knots.push_back({place, preset_amount(effect, place)});
    }
    return knots;
}

std::vector<ProfileKnot> thin_profile(std::span<const ProfileKnot> knots, double tolerance) {
    // The knot that is missed most is taken next; each costs a pass over all, which are few.
    std::vector<ProfileKnot> kept;
    while (kept.size() < knots.size()) {
        const ProfileCurve curve(kept);
        const auto miss = [&](const ProfileKnot& k) { return std::abs(curve(k.place) - k.amount); };
        const auto worst = std::max_element(
            knots.begin(), knots.end(),
            [&](const ProfileKnot& a, const ProfileKnot& b) { return miss(a) < miss(b); });
        if (miss(*worst) <= tolerance) break;
        const auto place =
            std::lower_bound(kept.begin(), kept.end(), worst->place,
                             [](const ProfileKnot& knot, double at) { return knot.place < at; });
        kept.insert(place, *worst);
    }
    return kept;
}

}  // namespace isoskin
