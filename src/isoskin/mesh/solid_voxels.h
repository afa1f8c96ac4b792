#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// The inside of a surface and the surface itself, as cubes of a regular grid.
///
/// Made for surfaces as they come: open, self-intersecting, in many parts, inside out. A cell is
/// inside if rays along at least two of the three axes find it so; a ray that enters and leaves
/// unequally often passed through a hole and has no say. Cells that the surface passes through are
/// solid too, so that what is thinner than a cell is not lost.
class SolidVoxels {
  public:
    using Cell = Eigen::Vector3i;

    /// `cells` counts along the longest side of the box; positions are finite and not all the same.
    SolidVoxels(std::span<const Vec3> positions, std::span<const Triangle> triangles, int cells);

    const Cell& size() const { return size_; }
    double cell_width() const { return width_; }
    std::size_t cell_count() const { return solid_.size(); }

    bool is_solid(std::size_t index) const { return solid_[index] != 0; }
    bool is_solid(const Vec3d& point) const;

    /// The cell a point lies in; outside the grid the nearest one.
    Cell cell_at(const Vec3d& point) const;
    std::size_t index_of(const Cell& cell) const;
    Cell cell_of(std::size_t index) const;
    Vec3d center_of(const Cell& cell) const;

    /// Whether the straight way between two points stays in solid cells.
    bool sees(const Vec3d& from, const Vec3d& to) const;

  private:
    void mark_surface(std::span<const Vec3> positions, std::span<const Triangle> triangles);
    void mark_inside(std::span<const Vec3> positions, std::span<const Triangle> triangles);

    Vec3d corner_ = Vec3d::Zero();
    double width_ = 1.0;
    Cell size_ = Cell::Ones();
    std::vector<std::uint8_t> solid_;
};

}  // namespace isoskin
