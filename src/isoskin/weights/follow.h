#pragma once

#include "isoskin/mesh/surface_tree.h"
#include "isoskin/weights/heat_weights.h"

namespace isoskin {

/// A surface as points: what is one place of it, and how it hangs together.
struct BodySurface {
    std::vector<Vec3> points;
    std::vector<Triangle> triangles;  ///< Over points.
    std::vector<std::size_t> part_of_triangle;
    std::vector<std::vector<Index>> parts;  ///< The points of each part, increasing.
};

/// Welds positions; a point without faces is a part by itself.
BodySurface make_surface(std::span<const Vec3> positions, std::span<const Face> faces,
                         std::span<const Index> point_of_vertex, std::size_t point_count);

/// The weights at a place of a surface, from the rows of its corners.
std::vector<Influence> row_at(const SurfacePlace& place, const SurfaceTree& tree,
                              const WeightRows& rows);

/// The mean of rows.
std::vector<Influence> mean_row(std::span<const std::vector<Influence>> rows);

/// Gives the points of `part` the weights of the nearest places of `host`. A stiff part gets one
/// row, their mean: a button or an eye does not bend.
enum class Follow { Stiffly, Softly };
void follow_host(const SurfaceTree& host, std::span<const Vec3> points, std::span<const Index> part,
                 Follow how, WeightRows& rows);

}  // namespace isoskin
