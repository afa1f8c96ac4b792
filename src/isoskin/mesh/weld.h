#pragma once

#include <functional>
#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// Which vertices are one point of the surface, split by a file at seams and hard edges.
///
/// Points are numbered in the order of their first vertices.
struct Weld {
    std::vector<Index> point_of_vertex;
    std::vector<Index> vertex_of_point;  ///< The first vertex of each point.

    std::size_t point_count() const { return vertex_of_point.size(); }
};

/// Joins vertices at exactly equal positions (0 and -0 are equal). Linear in the vertex count.
Weld weld_by_position(std::span<const Vec3> positions);

/// Splits points of `weld` until all vertices of a point are pairwise the `same`, an equivalence.
Weld split_weld(const Weld& weld, const std::function<bool(Index, Index)>& same);

/// Faces over points, corners that coincide taken out; a face with fewer than three distinct
/// corners is dropped. `source[i]` is the face that face i came from.
struct WeldedFaces {
    std::vector<Face> faces;
    std::vector<Index> source;
};
WeldedFaces weld_faces(std::span<const Face> faces, const Weld& weld);

}  // namespace isoskin
