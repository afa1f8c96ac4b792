#pragma once

#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// An edge with the two triangles that walk it in opposite directions.
struct InteriorEdge {
    Index from = 0, to = 0;
    Index left = 0, right = 0;  ///< Triangles; `left` walks the edge as it is named here.
};

/// The edges that have just two triangles, which agree on what is outside.
std::vector<InteriorEdge> find_interior_edges(std::span<const Triangle> triangles);

/// Twice the area of a triangle, along its normal.
inline Vec3d area_vector(const Triangle& t, std::span<const Vec3d> points) {
    return (points[t[1]] - points[t[0]]).cross(points[t[2]] - points[t[0]]);
}

/// Signed angle between the faces at an edge: 0 if flat, in (-π, π]. `left` and `right` are area
/// vectors, `along` is the edge, of any length.
double dihedral_angle(const Vec3d& along, const Vec3d& left, const Vec3d& right);

}  // namespace isoskin
