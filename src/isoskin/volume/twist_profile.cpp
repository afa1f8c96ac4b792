#include "isoskin/volume/twist_profile.h"

#include <algorithm>
#include <cmath>

namespace isoskin {
namespace {

constexpr int kBlends = 129;             // samples of s in [0, 1]
constexpr int kAngles = 301;             // samples of θ in [0, 150°]
static_assert(kTwistProfileCount == 2);  // make_tables finds two
constexpr double kLastAngle = 150.0 * kPi / 180.0;

// Where thickening in the middle of a joint would grow steeper than this, in radii per radian, it
// goes on at this rate: maps are wider than the blend, and beside it nothing may rush.
constexpr double kSteepest = 1.85;

// The angle whose whole thickening a twist of `angle` gets.
double eased(double angle) {
    const double rate = 2.0 * kSteepest;
    // sin(h) = rate cos²(h), solved for the cosine of half the angle
    const double cosine =
        std::sqrt((std::sqrt(1.0 + 4.0 * rate * rate) - 1.0) / (2.0 * rate * rate));
    const double steep = 2.0 * std::acos(cosine);
    if (angle <= steep) return angle;
    return 2.0 * std::acos(1.0 / (1.0 / cosine + kSteepest * (angle - steep)));
}

double thickening(double s, double angle) {
    const double half = std::sin(0.5 * eased(angle));
    return 1.0 / std::sqrt(1.0 - 4.0 * s * (1.0 - s) * half * half) - 1.0;
}

struct Tables {
    Eigen::Matrix<double, kBlends, kTwistProfileCount> profile;
    Eigen::Matrix<double, kAngles, kTwistProfileCount> weight;
};

// Two leading singular vectors by orthogonal iteration: the singular values fall so fast that a few
// rounds do, and the run-time need not carry a decomposition of general matrices.
Tables make_tables() {
    constexpr int kRounds = 40;
    Eigen::Matrix<double, kBlends, Eigen::Dynamic> family(kBlends, kAngles);
    for (int i = 0; i < kBlends; ++i)
        for (int j = 0; j < kAngles; ++j)
            family(i, j) =
                thickening(static_cast<double>(i) / (kBlends - 1), kLastAngle * j / (kAngles - 1));
    Tables tables;
    auto& u = tables.profile;
    auto& v = tables.weight;
    u.col(0) = family.col(kAngles - 1);
    u.col(1) = family.col(kAngles / 2);
    for (int round = 0; round < kRounds; ++round) {
        u.col(0).normalize();
        u.col(1) -= u.col(0).dot(u.col(1)) * u.col(0);
        u.col(1).normalize();
        v.noalias() = family.transpose().lazyProduct(u);
        if (round + 1 < kRounds) u.noalias() = family.lazyProduct(v);
    }
    for (int k = 0; k < kTwistProfileCount; ++k) {
        // Scaled so that a profile is at most one radius: weights then read as fractions of it.
        const double largest = u.col(k).cwiseAbs().maxCoeff();
        const double sign = u(kBlends / 2, k) < 0.0 ? -1.0 : 1.0;
        u.col(k) *= sign / largest;
        v.col(k) *= sign * largest;
    }
    return tables;
}

const Tables& tables() {
    static const Tables made = make_tables();
    return made;
}

template <typename Column>
double interpolate_column(const Column& column, double place) {
    const double at = std::clamp(place, 0.0, 1.0) * static_cast<double>(column.size() - 1);
    const auto k = std::min(static_cast<Eigen::Index>(at), column.size() - 2);
    const double t = at - static_cast<double>(k);
    return (1.0 - t) * column[k] + t * column[k + 1];
}

}  // namespace

double twist_profile(int k, double s) {
    return interpolate_column(tables().profile.col(k), s);
}

// Beyond the last angle, where the blend is nearly singular, the slope runs out until half a turn.
std::array<double, kTwistProfileCount> twist_weights(double angle) {
    constexpr double kRunOut = (kPi - kLastAngle) * 2.0 / kPi;
    constexpr double kSample = kLastAngle / (kAngles - 1);
    const double beyond = std::clamp((std::abs(angle) - kLastAngle) / kRunOut, 0.0, 0.5 * kPi);
    std::array<double, kTwistProfileCount> weights{};
    for (int k = 0; k < kTwistProfileCount; ++k) {
        const auto column = tables().weight.col(k);
        const double slope = (column[kAngles - 1] - column[kAngles - 2]) / kSample;
        weights[static_cast<std::size_t>(k)] =
            interpolate_column(column, std::abs(angle) / kLastAngle) +
            slope * kRunOut * std::sin(beyond);
    }
    return weights;
}

double twist_angle(const Quatd& rotation, const Vec3d& axis) {
    const double along = rotation.vec().dot(axis);
    double angle = 2.0 * std::atan2(along, rotation.w());
    if (angle > kPi) angle -= 2.0 * kPi;
    if (angle < -kPi) angle += 2.0 * kPi;
    return angle;
}

}  // namespace isoskin
