#pragma once

#include <optional>
#include <span>
#include <vector>

#include "character_lattice.h"
#include "isoskin/lattice/embedding.h"
#include "isoskin/lattice/vertex_skin.h"
#include "render/renderer.h"

namespace isoskin::cli {

/// Which leaves are drawn.
enum class CellChoice {
    Shape,  ///< Those that hold some of the shape.
    All,
};

/// The cells of a lattice as lines to be drawn, by level, wherever the lattice and the skeleton
/// take them. Edges follow the joints that the skin near them follows.
class CellLines {
  public:
    /// `character` is the one the lattice was put round.
    CellLines(const Character& character, const CharacterLattice& shape, CellChoice choice);

    /// By level, the finest first, and a dot for each edited vertex that is a corner of them.
    /// `lattice` has the tree that this was made from. `model_from_joint` has one element per
    /// joint.
    std::vector<render::LineGroup> lines(const Lattice& lattice,
                                         std::span<const Affine> model_from_joint);

  private:
    // Consecutive sample points from one vertex of the tree to another.
    struct Edge {
        int level = 0;
        std::size_t first_point = 0;
        std::size_t steps = 1;
        Index from = 0;
        Index to = 0;
    };

    void add_edges(const Octree& tree, std::span<const Index> cells);
    void follow(const Octree& tree, Index vertex);
    Vec3d drawn_rest(const Octree& tree, Index vertex) const;

    double flat_height_ = 0.0;  // where along z the cells of a tree of two axes are drawn
    std::vector<Edge> edges_;
    std::vector<Vec3> rest_;              // sample points, edge after edge
    std::vector<Index> place_of_vertex_;  // per vertex slot, kNoIndex: not drawn
    std::vector<Vec3d> vertex_places_;    // at rest
    std::optional<VertexSkin> skin_;
    std::optional<Embedding> points_;
    std::vector<Vec3> places_;
};

/// The colour a level is drawn in, sRGB: coarse ones dark and cold, fine ones warm.
Vec3 level_color(int level);

}  // namespace isoskin::cli
