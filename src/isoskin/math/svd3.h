#pragma once

#include "isoskin/math/types.h"

namespace isoskin {

/// U diag(values) Vᵀ of a 3 × 3 matrix; U and V orthogonal, values decreasing and not negative.
struct Svd3 {
    Mat3d U;
    Vec3d values;
    Mat3d V;
};
Svd3 decompose(const Mat3d& matrix);

/// The inverse, or where a matrix has flattened space what leads nearest back: directions with less
/// than 1e-9 of the largest stretch come out as zero.
Mat3d pseudo_inverse(const Mat3d& matrix);

}  // namespace isoskin
