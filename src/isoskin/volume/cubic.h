#pragma once

#include <array>
#include <optional>

namespace isoskin {

/// c[0] + c[1] t + c[2] t² + c[3] t³.
using Cubic = std::array<double, 4>;

double evaluate(const Cubic& c, double t);

/// The step nearest zero at which `c` takes the value `target`, if the curve goes there without
/// turning back on the way: a step through a fold is no step. `c` may rise or fall at zero.
std::optional<double> nearest_step(const Cubic& c, double target);

/// A step that may end short of its aim.
struct BoundedStep {
    double length = 0.0;
    bool reaches = false;
};

/// The step nearest zero at which `c` takes the value `target`, or as far towards it as `bound` and
/// a fold ahead allow: well before the curve turns, where a step would be infinitely sensitive.
BoundedStep bounded_step(const Cubic& c, double target, double bound);

}  // namespace isoskin
