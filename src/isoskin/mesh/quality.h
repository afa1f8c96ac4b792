#pragma once

#include <array>
#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"

/// Numbers by which the shape of a posed surface is judged. Triangles are over welded points (see
/// weld.h), so that the seams of a file are neither borders nor crossings.
namespace isoskin {

/// Mean absolute change of the dihedral angle against rest over the edges with two triangles, in
/// radians: what lumps, wrinkles and creases add to. Edges of triangles without area count as flat.
double roughness(std::span<const Triangle> triangles, std::span<const Vec3d> rest,
                 std::span<const Vec3d> posed);

/// Pairs of triangles that share no point and cross: an edge of one pierces the other. Touching and
/// lying in one plane are no crossings. About n log n for surfaces that do not crumple.
std::size_t count_self_intersections(std::span<const Triangle> triangles,
                                     std::span<const Vec3d> points);

/// The pairs themselves, as indices into `triangles`.
std::vector<std::array<Index, 2>> find_self_intersections(std::span<const Triangle> triangles,
                                                          std::span<const Vec3d> points);

}  // namespace isoskin
