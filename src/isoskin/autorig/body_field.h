#pragma once

#include <span>
#include <vector>

#include "isoskin/mesh/solid_voxels.h"

namespace isoskin {

/// The inside of a mesh as a graph of cells: how deep each lies and how far it is from others,
/// measured through the flesh. Only the largest piece that hangs together is kept.
class BodyField {
  public:
    /// Positions are finite and not all the same. The grid is as fine as a fixed number of cells
    /// in the body allows, so that thin bodies get small cells and the time is bounded.
    BodyField(std::span<const Vec3> positions, std::span<const Triangle> triangles);

    const SolidVoxels& voxels() const { return voxels_; }
    std::size_t cell_count() const { return voxel_of_cell_.size(); }
    double cell_width() const { return voxels_.cell_width(); }
    double piece_share() const { return piece_share_; }  ///< Of all solid cells, those kept.
    const Eigen::AlignedBox3d& box() const { return box_; }
    double diagonal() const { return box_.diagonal().norm(); }

    Vec3d place(Index cell) const;
    /// Distance to the nearest place outside, at least half a cell.
    double clearance(Index cell) const { return clearance_[cell]; }
    bool contains(const Vec3d& point) const { return cell_at(point) != kNoIndex; }
    Index cell_at(const Vec3d& point) const;  ///< kNoIndex outside the body.
    Index nearest_cell(const Vec3d& point) const;

    /// Distances through the body from one cell, over faces, edges and corners of cells.
    std::vector<float> distances_from(Index cell) const;

    /// The cell from which the rest of the body is nearest in the mean: in the trunk, even of a
    /// body with a large head, since a head is far from all limbs.
    Index median_cell() const;

    /// Calls `visit(neighbour, length)` for the up to 26 neighbours of a cell.
    template <typename Visit>
    void for_neighbours(Index cell, const Visit& visit) const {
        const std::size_t voxel = voxel_of_cell_[cell];
        for (std::size_t k = 0; k < steps_.size(); ++k) {
            const auto next = static_cast<std::ptrdiff_t>(voxel) + steps_[k].offset;
            const Index other = cell_of_voxel_[static_cast<std::size_t>(next)];
            if (other != kNoIndex) visit(other, steps_[k].length);
        }
    }

  private:
    struct Step {
        std::ptrdiff_t offset = 0;
        float length = 0.0F;
    };
    void keep_largest_piece();
    void measure_clearance();

    SolidVoxels voxels_;
    std::vector<Index> voxel_of_cell_;
    std::vector<Index> cell_of_voxel_;
    std::vector<float> clearance_;
    std::vector<Step> steps_;
    double piece_share_ = 1.0;
    Eigen::AlignedBox3d box_;
};

}  // namespace isoskin
