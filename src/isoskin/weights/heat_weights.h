#pragma once

#include <span>
#include <vector>

#include "isoskin/weights/inside_distances.h"

namespace isoskin {

/// Rows of weights before they are cut and normalised: one per point, joints as slots.
using WeightRows = std::vector<std::vector<Influence>>;

/// Heat weights (Baran and Popović 2007): each point is warmed by the nearest bone it sees, the
/// more the nearer, and heat spreads over the surface until it rests: (L + M H) w = M H p.
///
/// One sparse factorisation, one solve per joint that is nearest to something. Every connected
/// piece of `triangles` has to hold a point that sees a bone; points of no triangle get no row.
WeightRows heat_weights(std::span<const Vec3> points, std::span<const Triangle> triangles,
                        const InsideReach& reach, const KeepOn& keep_on = {});

/// Weights by the distance through the body, ω ∝ d^-f as distance weights have it; rows of points
/// that nothing reaches are empty.
WeightRows inside_weights(const InsideReach& reach);

}  // namespace isoskin
