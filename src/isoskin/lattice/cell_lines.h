#pragma once

#include <optional>
#include <span>
#include <vector>

#include "isoskin/lattice/embedding.h"
#include "isoskin/lattice/vertex_skin.h"

namespace isoskin {

/// Leaves that some of a shape lies in: triangles over `points`, which lie in the rest space of the
/// tree. In the order of their slots.
std::vector<Index> leaves_with_shape(const Octree& tree, std::span<const Vec3> points,
                                     std::span<const Triangle> triangles);

/// The same cells, with all that is finer than `level` taken together to the cell of that level.
std::vector<Index> cut_at_level(const Octree& tree, std::span<const Index> cells, int level);

/// A stretch of the border of a cell, as it lies.
struct CellLine {
    int level = 0;
    Vec3 from = Vec3::Zero();
    Vec3 to = Vec3::Zero();
};

/// Cells of a lattice as lines to be drawn, wherever the lattice and the skeleton take them. Edges
/// follow the joints that the skin near them follows.
class CellLines {
  public:
    /// `character` is the one the lattice was put round. `height`: where along z the cells of a
    /// tree of two axes are drawn.
    CellLines(const Character& character, const Lattice& lattice, std::span<const Index> cells,
              double height = 0.0);

    /// Lays the lines out. `lattice` has the tree that this was made from; one element of
    /// `model_from_joint` per joint.
    void place(const Lattice& lattice, std::span<const Affine> model_from_joint);

    /// As placed last; the order and the levels never change.
    std::span<const CellLine> lines() const { return lines_; }

    /// Whether a vertex of the tree is a corner of one of the cells.
    bool has(Index vertex) const { return corner_of_vertex_[vertex] != kNoIndex; }
    /// For those: where it lies at rest, and the motion from there to model space, as placed last.
    const Vec3d& rest(Index vertex) const { return corners_[corner_of_vertex_[vertex]]; }
    const Affine& model_from_rest(Index vertex) const {
        return motions_[corner_of_vertex_[vertex]];
    }

  private:
    // Consecutive sample points from one vertex of the tree to another.
    struct Edge {
        std::size_t first_point = 0;
        std::size_t first_line = 0;
        std::size_t steps = 1;
        Index from = 0;
        Index to = 0;
    };

    void add_edge(const Octree& tree, const GridKey& low, int axis, double height);
    void add_corner(const Octree& tree, Index vertex, double height);

    std::vector<Edge> edges_;
    std::vector<CellLine> lines_;
    std::vector<Vec3> points_;             // sample points at rest, edge after edge
    std::vector<Index> corner_of_vertex_;  // per vertex slot; kNoIndex: of none of the cells
    std::vector<Vec3d> corners_;           // at rest
    std::vector<Affine> motions_;          // per corner
    std::optional<VertexSkin> skin_;
    std::optional<Embedding> embedding_;
    std::vector<Vec3> places_;
};

}  // namespace isoskin
