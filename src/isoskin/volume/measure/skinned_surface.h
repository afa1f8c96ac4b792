#pragma once

#include <span>
#include <utility>
#include <vector>

#include "isoskin/volume/measure/cubic.h"
#include "isoskin/volume/measure/surface.h"

namespace isoskin {

/// The surface of one part with the joints its points follow: what linear skinning and volumes
/// need. Real points come first, then one apex per cap.
struct SkinnedSurface {
    std::vector<Vec3d> bind;  ///< Real points and apexes.
    std::vector<Triangle> triangles;
    std::vector<Triangle> half_triangles;  ///< Each counts one half: bilinear quads.
    std::vector<Cap> caps;

    std::vector<std::size_t> row_offset;         ///< Influences of point i: rows[row_offset[i]…].
    std::vector<std::pair<Index, double>> rows;  ///< Node of the volume tree, weight.

    std::size_t point_count() const { return row_offset.empty() ? 0 : row_offset.size() - 1; }
    std::span<const std::pair<Index, double>> row(std::size_t point) const {
        return std::span(rows).subspan(row_offset[point],
                                       row_offset[point + 1] - row_offset[point]);
    }
};

/// Puts each apex at the mean of its rim.
void place_apexes(const SkinnedSurface& surface, std::span<Vec3d> points);

/// Volume in the shape `points`, apexes placed.
double enclosed_volume(const SkinnedSurface& surface, std::span<const Vec3d> points);

/// ∂V/∂p, one element per point, apexes included; what falls on an apex is handed to its rim.
void volume_gradient(const SkinnedSurface& surface, std::span<const Vec3d> points,
                     std::span<Vec3d> gradient);

/// Volume of `points + ε field` for all ε, by one pass over the triangles. Both spans hold real
/// points and apexes.
Cubic volume_along(const SkinnedSurface& surface, std::span<const Vec3d> points,
                   std::span<const Vec3d> field);

/// The linear blend in double, of the influences of one point: what it does to vectors of bind
/// space. One motion per node.
inline Vec3d blend_vector(std::span<const std::pair<Index, double>> row,
                          std::span<const Affine> motions, const Vec3d& vector) {
    Vec3d sum = Vec3d::Zero();
    for (const auto& [node, weight] : row)
        sum += weight * (motions[node].linear() * vector);
    return sum;
}

/// Linear skinning in double of the shape `bind` (real points): one motion per node of the tree.
/// Apexes are placed.
void skin_surface(const SkinnedSurface& surface, std::span<const Vec3d> bind,
                  std::span<const Affine> motions, std::span<Vec3d> points);

/// Carries vectors of bind space, one per real point, by the blended matrices, in place. Thickening
/// along a carried direction is the same as thickening the bind shape and skinning that.
void carry_vectors(const SkinnedSurface& surface, std::span<const Affine> motions,
                   std::span<Vec3d> vectors);

/// points += step × field.
void add_field(std::span<const Vec3d> field, double step, std::span<Vec3d> points);

}  // namespace isoskin
