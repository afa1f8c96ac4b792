#include "isoskin/volume/solve/swing_function.h"

#include <cassert>
#include <cmath>

#include <Eigen/QR>

namespace isoskin {
namespace {

// Beyond the last sample functions level off over this share of the range.
constexpr double kRunOut = 0.1;

double kernel(const Eigen::Vector2d& apart) {
    const double d = apart.norm();
    return d * d * d;
}

bool is_hinge(const SwingFunction& function) {
    return !(function.range[2] > 0.0) && !(function.range[3] > 0.0);
}

}  // namespace

Eigen::Vector2d bend_of(const SwingFunction& function, const Quatd& rotation,
                        const SwingTwist& motion) {
    const Vec3d twist = motion.twist_sine * function.limb;
    const Quatd untwisted =
        rotation * Quatd(motion.twist_cosine, -twist.x(), -twist.y(), -twist.z());
    const double sign = untwisted.w() < 0.0 ? -1.0 : 1.0;
    const Vec3d vector = sign * untwisted.vec();
    const double sine = vector.norm();
    const double angle = 2.0 * std::atan2(sine, std::abs(untwisted.w()));
    const double scale = sine > 1e-12 ? angle / sine : 2.0;
    return scale * Eigen::Vector2d(vector.dot(function.across[0]), vector.dot(function.across[1]));
}

Eigen::Vector2d held_bend(const SwingFunction& function, const Eigen::Vector2d& bend) {
    const double first = function.range[bend[0] > 0.0 ? 0 : 1];
    const double second = function.range[bend[1] > 0.0 ? 2 : 3];
    Eigen::Vector2d part(first > 0.0 ? bend[0] / first : 0.0,
                         second > 0.0 ? bend[1] / second : 0.0);
    const double of_range = part.norm();
    // Within the samples a bend is its own, to the bit.
    if (of_range <= 1.0) return {first > 0.0 ? bend[0] : 0.0, second > 0.0 ? bend[1] : 0.0};
    part *= (1.0 + kRunOut * std::tanh((of_range - 1.0) / kRunOut)) / of_range;
    return {first * part[0], second * part[1]};
}

Quatd turn_of(const SwingFunction& function, const Eigen::Vector2d& bend) {
    const Vec3d vector = bend[0] * function.across[0] + bend[1] * function.across[1];
    const double angle = vector.norm();
    if (!(angle > 0.0)) return Quatd::Identity();
    return Quatd(Eigen::AngleAxisd(angle, vector / angle));
}

FleshNumbers evaluate(const SwingFunction& function, const Eigen::Vector2d& bend) {
    assert(function.count <= kMostFleshTargets);
    FleshNumbers numbers{};
    const double* row = function.coefficients.data();
    const auto add = [&](double factor) {
        for (std::size_t k = 0; k < function.count; ++k)
            numbers[k] += factor * *row++;
    };
    for (const Eigen::Vector2d& sample : function.samples)
        add(kernel(bend - sample));
    add(1.0);
    add(bend[0]);
    add(bend[1]);
    return numbers;
}

void fit(std::span<const double> values, SwingFunction& function) {
    const auto samples = static_cast<Eigen::Index>(function.samples.size());
    const auto count = static_cast<Eigen::Index>(function.count);
    assert(values.size() == function.samples.size() * function.count);
    // A hinge says nothing of the second axis: there the plane has no slope.
    const Eigen::Index plane = is_hinge(function) ? 2 : 3;
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(samples + plane, samples + plane);
    Eigen::MatrixXd right = Eigen::MatrixXd::Zero(samples + plane, count);
    for (Eigen::Index i = 0; i < samples; ++i) {
        const Eigen::Vector2d& at = function.samples[static_cast<std::size_t>(i)];
        for (Eigen::Index j = 0; j < samples; ++j)
            system(i, j) = kernel(at - function.samples[static_cast<std::size_t>(j)]);
        const Eigen::Vector3d terms(1.0, at[0], at[1]);
        for (Eigen::Index k = 0; k < plane; ++k)
            system(i, samples + k) = system(samples + k, i) = terms[k];
        for (Eigen::Index k = 0; k < count; ++k)
            right(i, k) = values[static_cast<std::size_t>(i * count + k)];
    }
    const Eigen::MatrixXd solution = system.colPivHouseholderQr().solve(right);
    function.coefficients.assign((function.samples.size() + 3) * function.count, 0.0);
    for (Eigen::Index i = 0; i < samples + plane; ++i)
        for (Eigen::Index k = 0; k < count; ++k)
            function.coefficients[static_cast<std::size_t>(i * count + k)] = solution(i, k);
}

}  // namespace isoskin
