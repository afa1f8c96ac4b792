#pragma once

#include <span>
#include <vector>

#include "isoskin/volume/compare/moving_kernel.h"
#include "isoskin/volume/compare/moving_part.h"

namespace isoskin {

/// The volume of a `MovingPart` and its gradient, again and again, in double. Volumes are those
/// between the surface and the part's first point.
class MovingSurface {
  public:
    explicit MovingSurface(const MovingPart& moving);

    /// ∂V/∂p where maps can move a point: there all triangles round it belong to the piece, and the
    /// gradient is a third of the sum of their areas. Elsewhere it is left alone. Returns the
    /// volume.
    double gradient(const MovingPart& moving, std::span<const Vec3d> points,
                    std::span<Vec3d> gradient);

    /// Volume of `points + ε field` for all ε.
    Cubic along(std::span<const Vec3d> points, std::span<const Vec3d> field) const;

  private:
    std::vector<TriangleBlock> blocks_;
    std::vector<TriangleBlock> half_blocks_;
    std::vector<double> products_;  // of the edges, four numbers a triangle, for gradients
    // The points with a gradient, and the products round them; see `ProductRings`.
    std::vector<std::uint32_t> start_of_point_;
    std::vector<std::uint32_t> ring_offset_;
    std::vector<std::uint32_t> start_of_product_;
};

}  // namespace isoskin
