#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "isoskin/lattice/lattice.h"

namespace isoskin {

/// Points are kept in blocks of eight, a column of eight floats for each number they have.
inline constexpr std::size_t kBlockPoints = 8;
struct alignas(32) PointColumn {
    std::array<float, kBlockPoints> lanes{};
};

/// Whether derivatives of the map can be asked for, at the price of more memory.
enum class PointOutput { Positions, PositionsAndGradients };

/// Where the numbers of a block lie: three columns of rest position, three of that from the middle
/// of the leaf, then the weights.
///
/// Details scheme: per level the blends f(x), f(y), f(z) of the cell's low side, then, if
/// gradients are wanted, for all levels their slopes. Source scheme: one weight per influence.
inline constexpr std::size_t kFirstWeight = 6;

/// The points of one leaf.
struct PointRun {
    Index leaf = 0;
    std::size_t first_row = 0;  ///< Into `point_of_row`; a multiple of `kBlockPoints`.
    std::size_t point_count = 0;
    std::size_t first_column = 0;
    std::size_t column_count = 0;  ///< Of a block.
    std::size_t term_count = 0;    ///< Levels, or influences.
    std::size_t first_term = 0;    ///< Into `levels`, or `influence_vertices`.
    bool is_outside = false;       ///< Points beyond the root box: not in columns, done one by one.

    std::size_t block_count() const { return (point_count + kBlockPoints - 1) / kBlockPoints; }
};

/// One cell on the way from the root to a leaf.
struct RunLevel {
    Index cell = 0;                         ///< Into `PointTable::cells`.
    std::array<float, 3> leaf_from_cell{};  ///< Between their middles.
};

/// Points sorted by leaf with all that does not depend on the deformation.
struct PointTable {
    std::vector<PointRun> runs;
    std::vector<Index> point_of_row;  ///< Rows past the end of a run repeat its last point.
    std::vector<PointColumn> columns;
    std::vector<Index> cells;  ///< Slots of cells with points in them. Details scheme.
    std::vector<RunLevel> levels;
    std::vector<Index> influence_vertices;  ///< Source scheme.

    /// Runs that a vertex reaches: `reach[reach_offsets[v]]` … `reach[reach_offsets[v + 1]]`.
    std::vector<std::size_t> reach_offsets;
    std::vector<Index> reach;
};

PointTable make_point_table(const Octree& tree, const LatticeSettings& settings,
                            std::span<const Vec3> rest, PointOutput output);

}  // namespace isoskin
