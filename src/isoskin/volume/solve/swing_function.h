#pragma once

#include <array>
#include <vector>

#include "isoskin/volume/solve/twist_weights.h"

namespace isoskin {

/// How many functions a joint may have: as many targets of flesh.
inline constexpr std::size_t kMostFleshTargets = 12;
using FleshNumbers = std::array<double, kMostFleshTargets>;

/// Numbers that follow from how far a joint is bent, and where to: splines through samples.
///
/// A bend is a vector in the plane across the limb: its axis times its angle, in radians. Along one
/// axis this is the natural cubic spline, over two the same built of |distance|³. Beyond what was
/// sampled the last bend is held.
struct SwingFunction {
    Vec3d limb = Vec3d::UnitY();           ///< Along the child bone, unit.
    std::array<Vec3d, 2> across{};         ///< Unit, across the limb and each other.
    std::array<double, 4> range{};         ///< Sampled to: + and - of the first, of the second.
    std::vector<Eigen::Vector2d> samples;  ///< Bends.
    std::size_t count = 0;                 ///< Of functions.
    std::vector<double> coefficients;      ///< Per sample, then 1, first, second; × count.

    friend bool operator==(const SwingFunction&, const SwingFunction&) = default;
};

/// The bend of a rotation: what is left without its twist about the limb.
Eigen::Vector2d bend_of(const SwingFunction& function, const Quatd& rotation,
                        const SwingTwist& motion);

/// The part of a bend that lies within the samples, or next to where they end.
Eigen::Vector2d held_bend(const SwingFunction& function, const Eigen::Vector2d& bend);

/// The turn that a bend is.
Quatd turn_of(const SwingFunction& function, const Eigen::Vector2d& bend);

/// `bend` is held.
FleshNumbers evaluate(const SwingFunction& function, const Eigen::Vector2d& bend);

/// Puts `values` (samples × count, row by row) into the coefficients: smooth, and met at every
/// sample. One of the samples is the bend of zero.
void fit(std::span<const double> values, SwingFunction& function);

}  // namespace isoskin
