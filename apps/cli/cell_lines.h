#pragma once

#include <span>
#include <utility>
#include <vector>

#include "character_lattice.h"
#include "isoskin/lattice/embedding.h"
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

    /// By level, the finest first, and a dot for each edited vertex. `lattice` has the tree
    /// that this was made from. `model_from_joint` has one element per joint.
    std::vector<render::LineGroup> lines(const Character& character, const Lattice& lattice,
                                         std::span<const Affine> model_from_joint);

  private:
    // A share of the motion of one vertex of the character.
    struct Follow {
        std::size_t mesh = 0;
        std::size_t vertex = 0;
        double share = 0.0;
    };
    // Consecutive sample points from one vertex of the tree to another.
    struct Edge {
        int level = 0;
        std::size_t first_point = 0;
        Index from = 0;
        Index to = 0;
    };

    void add_edges(const Octree& tree, std::span<const Index> cells);
    void find_followed(const Character& character, const CharacterLattice& shape, Index vertex);
    std::vector<Affine> motions(const Character& character,
                                std::span<const Affine> model_from_joint) const;

    std::vector<Edge> edges_;
    std::vector<Vec3> rest_;                     // sample points, edge after edge
    std::vector<std::vector<Follow>> followed_;  // per vertex slot of the tree
    std::vector<Affine> lattice_from_bind_;      // per mesh
    std::optional<Embedding> points_;
    std::vector<Vec3> places_;
};

/// The colour a level is drawn in, sRGB: coarse ones dark and cold, fine ones warm.
Vec3 level_color(int level);

}  // namespace isoskin::cli
