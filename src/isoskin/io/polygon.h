#pragma once

#include <array>
#include <span>
#include <vector>

#include "isoskin/math/types.h"

namespace isoskin {

/// Cuts a polygon into triangles without leaving it, concave or not, by clipping ears in the plane
/// that fits it best. Each triangle names three corners in the polygon's own order.
///
/// `corners` has at least three points. A polygon that crosses itself is cut into corners - 2
/// triangles all the same. Polygons of more than kMaxClippedCorners are cut as a fan, which is
/// right if they are convex: clipping can cost the cube of their number.
inline constexpr std::size_t kMaxClippedCorners = 512;
std::vector<std::array<std::size_t, 3>> triangulate_polygon(std::span<const Vec3d> corners);

}  // namespace isoskin
