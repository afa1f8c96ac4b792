#pragma once

#include <optional>
#include <span>
#include <vector>

#include "character_lattice.h"
#include "isoskin/lattice/cell_lines.h"
#include "render/renderer.h"

namespace isoskin::cli {

/// Which leaves are drawn.
enum class CellChoice {
    Shape,  ///< Those that hold some of the shape.
    All,
};

/// The cells of a lattice as groups of lines for the renderer, by level.
class CellGroups {
  public:
    /// `character` is the one the lattice was put round.
    CellGroups(const Character& character, const CharacterLattice& shape, CellChoice choice);

    /// The finest level first, and a dot for each edited vertex that is a corner of the cells.
    /// `lattice` has the tree that this was made from. `model_from_joint` has one element per
    /// joint.
    std::vector<render::LineGroup> lines(const Lattice& lattice,
                                         std::span<const Affine> model_from_joint);

  private:
    CellLines cells_;
};

/// The colour a level is drawn in, sRGB: coarse ones dark and cold, fine ones warm.
Vec3 level_color(int level);

}  // namespace isoskin::cli
