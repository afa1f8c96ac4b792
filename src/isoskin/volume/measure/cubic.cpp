#include "isoskin/volume/measure/cubic.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isoskin {
namespace {

double slope(const Cubic& c, double t) {
    return c[1] + t * (2.0 * c[2] + t * 3.0 * c[3]);
}

// Where the slope changes sign first when walking from zero in `direction`; infinity if never.
double first_turn(const Cubic& c, double direction) {
    const double a = 3.0 * c[3];
    const double b = 2.0 * c[2];
    double nearest = std::numeric_limits<double>::infinity();
    const auto consider = [&](double root) {
        if (std::isfinite(root) && root * direction > 0.0)
            nearest = std::min(nearest, std::abs(root));
    };
    const double discriminant = b * b - 4.0 * a * c[1];
    if (discriminant <= 0.0) return nearest;  // a double root does not turn the curve back
    const double q = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
    if (a != 0.0) consider(q / a);
    if (q != 0.0) consider(c[1] / q);
    return nearest;
}

// The curve is monotone on [0, reach]; Newton, kept inside a shrinking bracket.
double bracketed_root(const Cubic& c, double target, double near, double far, double sign) {
    constexpr int kMaxIterations = 200;
    double t = near;
    for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
        const double excess = sign * (evaluate(c, t) - target);
        (excess < 0.0 ? near : far) = t;
        double next = t - sign * excess / slope(c, t);
        const double low = std::min(near, far);
        const double high = std::max(near, far);
        if (!(next > low && next < high)) next = 0.5 * (near + far);
        if (next == t || std::abs(next - t) <= 1e-16 * std::abs(next)) return next;
        t = next;
    }
    return t;
}

}  // namespace

double evaluate(const Cubic& c, double t) {
    return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}

std::optional<double> nearest_step(const Cubic& c, double target) {
    const double gap = target - c[0];
    if (gap == 0.0) return 0.0;
    if (c[1] == 0.0 || !std::isfinite(c[1]) || !std::isfinite(gap)) return std::nullopt;

    const double direction = gap * c[1] > 0.0 ? 1.0 : -1.0;
    const double sign = gap > 0.0 ? 1.0 : -1.0;
    const double turn = first_turn(c, direction);
    double reach = std::min(turn, 4.0 * std::abs(gap / c[1]));
    while (sign * (evaluate(c, direction * reach) - target) < 0.0) {
        if (reach >= turn || reach > 1e12 * std::abs(gap / c[1])) return std::nullopt;
        reach = std::min(turn, 4.0 * reach);
    }
    return bracketed_root(c, target, 0.0, direction * reach, sign);
}

BoundedStep bounded_step(const Cubic& c, double target) {
    constexpr double kLeastSlope = 0.25;  // of that at zero
    const double gap = target - c[0];
    if (gap == 0.0) return {.length = 0.0, .reaches = true};
    if (!(c[1] > 0.0) || !std::isfinite(c[1]) || !std::isfinite(gap)) return {};

    const double sign = gap > 0.0 ? 1.0 : -1.0;
    const Cubic steeper{c[0], (1.0 - kLeastSlope) * c[1], c[2], c[3]};
    const double straight = gap / c[1];
    // Where a quarter of the slope is left all the way, the aim is at most four straight steps off.
    const double end = sign * std::min(4.0 * std::abs(straight), first_turn(steeper, sign));
    if (sign * (evaluate(c, end) - target) < 0.0) return {.length = end, .reaches = false};
    return {.length = bracketed_root(c, target, 0.0, end, sign), .reaches = true};
}

Cubic determinant_along(const std::array<Vec3d, 3>& corners, const std::array<Vec3d, 3>& field) {
    const auto& [a, b, d] = corners;
    const auto& [u, v, w] = field;
    const Vec3d bd = b.cross(d);
    const Vec3d vw = v.cross(w);
    const Vec3d mixed = b.cross(w) + v.cross(d);
    return {a.dot(bd), u.dot(bd) + a.dot(mixed), a.dot(vw) + u.dot(mixed), u.dot(vw)};
}

}  // namespace isoskin
