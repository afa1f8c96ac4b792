#pragma once

#include <span>

#include "isoskin/mesh/mesh.h"
#include "isoskin/volume/measure/cubic.h"

namespace isoskin {

/// Σ det(p_i, p_j, p_k) over triangles, about `centre`: six times the volume of a closed surface.
double sum_determinants(std::span<const Triangle> triangles, std::span<const Vec3d> points,
                        const Vec3d& centre);

/// The same of points + ε field, about `centre`, for all ε.
Cubic sum_determinants_along(std::span<const Triangle> triangles, std::span<const Vec3d> points,
                             std::span<const Vec3d> field, const Vec3d& centre);

/// Adds share × ∂(Σ det)/∂p of every triangle to `gradient`, one element per point.
void add_gradients(std::span<const Triangle> triangles, double share, std::span<const Vec3d> points,
                   const Vec3d& centre, std::span<Vec3d> gradient);

}  // namespace isoskin
