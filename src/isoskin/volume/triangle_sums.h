#pragma once

#include <span>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// Σ det(p_i, p_j, p_k) over triangles, about `centre`: six times the volume of a closed surface.
double sum_determinants(std::span<const Triangle> triangles, std::span<const Vec3d> points,
                        const Vec3d& centre);

/// Adds share × ∂(Σ det)/∂p of every triangle to `gradient`, one element per point.
void add_gradients(std::span<const Triangle> triangles, double share, std::span<const Vec3d> points,
                   const Vec3d& centre, std::span<Vec3d> gradient);

}  // namespace isoskin
