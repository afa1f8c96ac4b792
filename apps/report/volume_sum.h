#pragma once

#include <span>

#include "isoskin/deform/deformer.h"

namespace isoskin::report {

/// Volumes of all parts that are kept, together.
struct VolumeSum {
    double target = 0.0;    ///< What they ought to enclose in this pose.
    double measured = 0.0;  ///< What the float positions that were made enclose.

    double error() const { return relative_error(measured, target); }
    static double relative_error(double volume, double target) {
        return target != 0.0 ? volume / target - 1.0 : 0.0;
    }
};

inline VolumeSum sum_volumes(std::span<const PartReport> parts) {
    VolumeSum sum;
    for (const PartReport& part : parts) {
        sum.target += part.target;
        sum.measured += part.corrected;
    }
    return sum;
}

}  // namespace isoskin::report
