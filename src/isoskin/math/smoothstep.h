#pragma once

#include <algorithm>

namespace isoskin {

/// From 0 at t = 0 to 1 at t = 1 with slope zero at both ends; constant beyond them.
inline double smoothstep(double t) {
    t = std::clamp(t, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

}  // namespace isoskin
