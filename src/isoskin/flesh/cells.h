#pragma once

#include <array>
#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// A place in a cell: how much of each of its eight nodes.
struct CellPlace {
    Index cell = kNoIndex;
    Vec3d at = Vec3d::Zero();  ///< From 0 to 1 along each side; beyond for what lies outside.
};

/// How much of node k of a cell a place in it has; node bits are x, y, z.
inline double node_share(const Vec3d& at, int node) {
    return ((node & 1) != 0 ? at.x() : 1.0 - at.x()) * ((node & 2) != 0 ? at.y() : 1.0 - at.y()) *
           ((node & 4) != 0 ? at.z() : 1.0 - at.z());
}
std::array<double, 8> node_shares(const Vec3d& at);
/// Slopes of the shares along the sides, per side length.
Eigen::Matrix<double, 8, 3> share_slopes(const Vec3d& at);

/// Cubes of one size that hold the flesh within a ball. Matter that is near in space but not
/// joined inside a cube (fingers, inner thighs) has a cube of its own for each piece, with nodes of
/// its own: Nesme et al. 2009.
struct FleshCells {
    struct Cell {
        std::array<Index, 8> nodes{};
        std::array<int, 3> at{};  ///< Place in the grid.
        double filled = 0.0;      ///< Share of it that is flesh.
    };
    Vec3d origin = Vec3d::Zero();
    double side = 0.0;
    std::vector<Cell> cells;
    std::vector<Vec3d> nodes;                ///< At rest.
    std::vector<char> is_inside;             ///< Per node: within the surface at rest.
    std::vector<std::array<Index, 3>> rows;  ///< Nodes one behind the other, along any side.

    /// Where a point of the surface at rest lies; no cell if outside.
    CellPlace place_of(const Vec3d& point) const;

    // The cube of each sub-cube, kSubs to a side, for `place_of`.
    static constexpr int kSubs = 4;
    std::array<int, 3> sub_count{};
    std::vector<Index> cell_of_sub;
};

/// `points` and `triangles` are a closed surface, outward; cells reach `reach` from `centre`.
FleshCells make_cells(std::span<const Vec3d> points, std::span<const Triangle> triangles,
                      const Vec3d& centre, double reach, double side);

}  // namespace isoskin
