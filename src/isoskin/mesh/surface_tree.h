#pragma once

#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// A place on a triangle.
struct SurfacePlace {
    Index triangle = kNoIndex;      ///< kNoIndex: there is none.
    Vec3d corners = Vec3d::Zero();  ///< Shares of its three corners, sum 1.
    double distance = 0.0;          ///< Of the point that was asked for.
};

/// Boxes round boxes round triangles: the nearest place of a surface in logarithmic time.
class SurfaceTree {
  public:
    SurfaceTree(std::vector<Vec3d> positions, std::vector<Triangle> triangles);

    /// The nearest place within `within`, exclusive.
    SurfacePlace nearest(const Vec3d& point, double within) const;

    std::span<const Triangle> triangles() const { return triangles_; }

  private:
    struct Node {
        Eigen::AlignedBox3d box;
        Index first = 0;  // triangles in order_, or the left child where `count` is 0
        Index count = 0;
    };
    void divide(std::size_t node, std::size_t begin, std::size_t end);
    void search(std::size_t node, const Vec3d& point, SurfacePlace& best) const;

    std::vector<Vec3d> positions_;
    std::vector<Triangle> triangles_;
    std::vector<Index> order_;
    std::vector<Node> nodes_;
};

}  // namespace isoskin
