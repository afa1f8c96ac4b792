#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "isoskin/math/types.h"

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

/// The step nearest zero at which `c` takes the value `target`, or as far towards it as the curve
/// keeps a quarter of its slope: well before a fold, where a step would be infinitely sensitive. No
/// step where the curve does not rise at zero.
BoundedStep bounded_step(const Cubic& c, double target);

/// det of three corners + ε times their field.
Cubic determinant_along(const std::array<Vec3d, 3>& corners, const std::array<Vec3d, 3>& field);

/// sum += share × cubic.
inline void add(const Cubic& cubic, double share, Cubic& sum) {
    for (std::size_t power = 0; power < sum.size(); ++power)
        sum[power] += share * cubic[power];
}

}  // namespace isoskin
