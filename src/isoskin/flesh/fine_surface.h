#pragma once

#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// A surface with how much each point follows a joint; what `FleshProblem` looks at.
struct FineSurface {
    std::vector<Vec3d> points;
    std::vector<Triangle> triangles;
    std::vector<double> blend;
};

/// Halves all edges until those of triangles that blend are no longer than `longest` in the mean,
/// at most twice. Coarse triangles cannot follow a fold and would touch where flesh does not. The
/// points that were there come first.
void refine(double longest, FineSurface& surface);

}  // namespace isoskin
