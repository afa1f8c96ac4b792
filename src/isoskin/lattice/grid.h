#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

#include "isoskin/math/types.h"

namespace isoskin {

/// The finest level a tree may have; coordinates on its grid still fit into 32 bits with room.
inline constexpr int kMaxTreeDepth = 20;

/// Which axes a tree divides.
enum class TreeAxes {
    Two,    ///< x and y, a quadtree: cells reach through all of z, which goes along.
    Three,  ///< An octree.
};

/// A place on the grid of one level: the root spans 0 … 2^level along each divided axis.
///
/// Names a vertex, or a cell by its lowest corner. The same place has a key on every finer grid
/// too; (1, (1,0,0)) and (2, (2,0,0)) are one corner, seen at two levels.
struct GridKey {
    int level = 0;
    std::array<std::int32_t, 3> at{};  ///< The last is 0 in a tree of two axes.

    friend bool operator==(const GridKey&, const GridKey&) = default;
    friend auto operator<=>(const GridKey&, const GridKey&) = default;
};

struct GridKeyHash {
    std::size_t operator()(const GridKey& key) const;
};

/// 2^level, exactly.
inline double power_of_two(int level) {
    return static_cast<double>(std::int32_t{1} << level);
}

/// As in "(1, 3, 0) of level 2".
std::string to_string(const GridKey& key);

/// The undeformed space of a tree: its root box and the grids in it.
class Grid {
  public:
    Grid(const Eigen::AlignedBox3d& box, TreeAxes axes) : box_(box), axes_(axes) {}

    const Eigen::AlignedBox3d& box() const { return box_; }
    TreeAxes axes() const { return axes_; }
    int axis_count() const { return axes_ == TreeAxes::Three ? 3 : 2; }
    std::size_t corner_count() const { return axes_ == TreeAxes::Three ? 8 : 4; }

    /// Edge lengths of a cell; along an axis that is not divided those of the root.
    Vec3d cell_size(int level) const;

    /// Where a vertex lies at rest: the same bits for one place at any level.
    Vec3d rest_position(const GridKey& key) const;

    /// Coordinates in the root from 0 to 1 along divided axes; outside the box beyond that.
    Vec3d unit_from_rest(const Vec3d& rest) const;

    /// The nearest point of the box, along divided axes.
    Vec3d clamp(const Vec3d& rest) const;

    /// The cell of the finest grid possible that holds a point, or is nearest to it; its leading
    /// bits are those of coarser cells. A point on a face belongs to the higher side.
    std::array<std::int32_t, 3> finest_cell(const Vec3d& rest) const;

  private:
    Eigen::AlignedBox3d box_;
    TreeAxes axes_;
};

}  // namespace isoskin
