#pragma once

#include <span>
#include <vector>

#include "isoskin/math/types.h"
#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// Heat flow over a surface by implicit steps: (A + w² L) x = A b, with the point areas
/// A and the cotangent Laplacian L (negative cotangents count as zero, so nothing rings).
///
/// Solved (flow_system.h) only where something can arrive, so the cost follows the size of
/// what is spread, not of the surface.
class SurfaceDiffusion {
  public:
    SurfaceDiffusion(std::span<const Triangle> triangles, std::span<const Vec3d> points,
                     std::span<const double> areas);

    /// Spreads `values` (one per point) over about `width` mesh units in so many steps, in place:
    /// two are nearly a Gaussian. What lies farther from a value than four widths along edges
    /// stays.
    void spread(double width, int steps, std::span<double> values) const;

    /// The same for values that are constant far and wide: only what lies near a change is solved.
    void spread_changes(double width, int steps, std::span<double> values) const;

    std::span<const Index> neighbours(std::size_t point) const {
        return std::span(neighbour_).subspan(offset_[point], offset_[point + 1] - offset_[point]);
    }
    /// How well heat flows to each of them.
    std::span<const double> conductances_from(std::size_t point) const {
        return std::span(conductance_).subspan(offset_[point], offset_[point + 1] - offset_[point]);
    }

  private:
    std::vector<Index> region_around(double width, std::vector<Index> seeds) const;
    void spread_in(std::span<const Index> region, double width, int steps,
                   std::span<double> values) const;

    std::vector<double> area_;
    std::vector<Vec3d> point_;
    std::vector<std::size_t> offset_;
    std::vector<Index> neighbour_;
    std::vector<double> conductance_;
};

}  // namespace isoskin
