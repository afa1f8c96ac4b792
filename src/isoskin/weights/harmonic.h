#pragma once

#include <span>
#include <vector>

#include <Eigen/SparseCore>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// The cotangent Laplacian of a surface as a positive semi-definite matrix, and the area of each
/// point. Edge weights are clamped from below to a small positive number: triangles with obtuse
/// angles would otherwise push heat uphill and make weights negative, and an edge of none would cut
/// the surface. Clamping keeps the mesh as it is and holds on edges of three faces and more, where
/// an intrinsic Delaunay flip is not defined.
struct SurfaceFlow {
    Eigen::SparseMatrix<double> laplacian;
    Eigen::VectorXd area;
};
SurfaceFlow surface_flow(std::span<const Vec3> positions, std::span<const Triangle> triangles);

}  // namespace isoskin
