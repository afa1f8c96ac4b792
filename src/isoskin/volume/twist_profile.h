#pragma once

#include <array>

#include "isoskin/math/types.h"

namespace isoskin {

/// How much a linear blend of a twist must be thickened beforehand to keep its radius.
///
/// Between two frames twisted by θ, a point that follows the far one by s ends κ times as far from
/// the axis, κ² = 1 - 4 s (1 - s) sin²(θ/2); thickening by 1/κ - 1 of the radius before blending
/// undoes it. Over 0…150° this family is spanned by two fixed profiles in s times functions of θ,
/// found by one singular value decomposition for all characters. Beyond 150° the weights stay.
inline constexpr int kTwistProfileCount = 2;

/// Profile `k` at blend `s`: fractions of the radius.
double twist_profile(int k, double s);

/// Weights of the profiles for a twist of `angle` radians, even in the angle.
std::array<double, kTwistProfileCount> twist_weights(double angle);

/// The angle in [-π, π] by which `rotation` turns about the unit `axis` once its swing, the
/// shortest turn that takes the axis where it goes, is taken away.
double twist_angle(const Quatd& rotation, const Vec3d& axis);

}  // namespace isoskin
