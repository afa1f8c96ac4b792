#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/lattice/grid.h"
#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// A corner of the cells of one level.
///
/// Free if all cells of that level that could touch it exist: then it may be moved. Else it is
/// constrained to lie where the coarser level puts it. A place that is a corner on several levels
/// is a vertex on each of them, so that it can be moved with the reach of any level; the one on the
/// coarsest is the origin of the others.
struct TreeVertex {
    GridKey key = {};
    Index parent_count = 0;          ///< 0 on the root; 1 for a place the parent level has too.
    std::array<Index, 8> parents{};  ///< On the level above: itself, or the ends of its edge, the
                                     ///< corners of its face or of its cell. At rest their mean.
    Vec3d rest = Vec3d::Zero();      ///< Where it lies at rest.
    int cell_count = 0;              ///< Cells of its level that touch it; 0: an unused slot.
    int full_count = 0;              ///< How many could, within the root.

    bool is_free() const { return cell_count == full_count; }
    bool is_origin() const { return parent_count != 1; }
};

/// Whether a corner or child of a cell is on its high side along an axis: bit `axis` of its number.
inline bool is_on_high_side(std::size_t corner, int axis) {
    return ((corner >> axis) & 1U) != 0;
}

/// A box of space. Corners and children are numbered by the sides they are on; a tree of two axes
/// uses the first four.
struct TreeCell {
    GridKey key = {};  ///< Its lowest corner.
    Index parent = kNoIndex;
    Index first_child = kNoIndex;  ///< Children follow each other; none: a leaf.
    std::array<Index, 8> corners{};
    bool in_use = false;

    bool is_leaf() const { return first_child == kNoIndex; }
};

/// A vertex that is gone, as it was; slots of its parents stay valid until the next change.
struct RemovedVertex {
    Index slot = 0;
    TreeVertex vertex;
};

/// What a change of the tree did to its vertices.
struct TopologyChange {
    std::vector<Index> added;            ///< Coarse first.
    std::vector<RemovedVertex> removed;  ///< Fine first, so that what they hold can be handed up.
    std::vector<Index> freed;            ///< Existed and were constrained.
    std::vector<Index> constrained;      ///< Were free and still exist.
};

/// The cells and vertices of a deformable octree, at rest: which exist, who touches whom.
///
/// Slots of cells and vertices keep their number while they exist; new ones may reuse those of the
/// gone. The same order of changes gives the same numbers. Neighbours may differ by any number of
/// levels. See docs/lattice.md.
class Octree {
  public:
    /// The undivided box; refuses one without extent along a divided axis, or not finite.
    static Result<Octree> create(const Eigen::AlignedBox3d& box, TreeAxes axes = TreeAxes::Three);

    const Grid& grid() const { return grid_; }
    int depth() const;               ///< Level of the finest cell.
    std::size_t cell_count() const;  ///< Leaves and divided cells.
    std::size_t free_count() const;  ///< Free vertices that are origins: what can be moved.

    /// Slots run from 0; some may be unused. The root is cell 0.
    std::size_t cell_slots() const { return cells_.size(); }
    std::size_t vertex_slots() const { return vertices_.size(); }
    const TreeCell& cell(Index slot) const { return cells_[slot]; }
    const TreeVertex& vertex(Index slot) const { return vertices_[slot]; }
    bool has_cell(Index slot) const { return slot < cells_.size() && cells_[slot].in_use; }
    bool has_vertex(Index slot) const {
        return slot < vertices_.size() && vertices_[slot].cell_count > 0;
    }

    /// In the order of their slots.
    std::vector<Index> leaves() const;
    std::vector<Index> cells_of_level(int level) const;
    std::vector<Index> free_vertices() const;  ///< Of all levels, origins and others.
    std::vector<Index> free_vertices_of_level(int level) const;

    std::optional<Index> find_vertex(const GridKey& key) const;
    std::optional<Index> find_cell(const GridKey& key) const;

    /// The same place on the coarsest level that has it.
    Index origin(Index vertex) const;
    /// The same place on the finest level where it is a vertex.
    Index finest(Index vertex) const;

    const Vec3d& rest_position(Index vertex) const { return vertices_[vertex].rest; }
    Eigen::AlignedBox3d rest_box(Index cell) const;

    /// The leaf that holds a point; the nearest one for a point outside. A point on a face belongs
    /// to the higher side.
    Index leaf_at(const Vec3d& rest) const;
    Index leaf_at(const std::array<std::int32_t, 3>& finest_cell) const;

    /// Which child of a divided cell `leaf_at` would go to on its way.
    Index child_at(Index cell, const std::array<std::int32_t, 3>& finest_cell) const;

    /// Divides a leaf into 8 (or 4) cells. Its level is below `kMaxTreeDepth`.
    TopologyChange subdivide(Index leaf);

    /// Takes all descendants of a cell away.
    TopologyChange simplify(Index cell);

  private:
    // Vertices a change touches, with the cells each had before, in the order of touching.
    struct Touched;

    explicit Octree(const Grid& grid);
    Index take_cell_block();
    Index take_vertex(const GridKey& key);
    void add_corners(Index cell, Touched& touched);
    void remove_children(Index cell, Touched& touched);
    TopologyChange settle(const Touched& touched);

    Grid grid_;
    std::vector<TreeCell> cells_;
    std::vector<TreeVertex> vertices_;
    std::vector<Index> unused_blocks_;  // first cells of blocks of children
    std::vector<Index> unused_vertices_;
    std::unordered_map<GridKey, Index, GridKeyHash> vertex_slots_by_key_;
};

/// Divides leaves until no two that touch, by a corner even, differ by more than one level.
void balance(Octree& tree);

}  // namespace isoskin
