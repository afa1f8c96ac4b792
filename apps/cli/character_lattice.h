#pragma once

#include <filesystem>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/lattice/edits.h"
#include "isoskin/rig/character.h"

namespace isoskin::cli {

struct PoseOptions;

/// A lattice round a character, and its vertices in the lattice's rest space.
struct CharacterLattice {
    Lattice lattice;
    std::vector<Vec3> rest;  ///< As `lattice_points`: mesh after mesh.
};

/// Reads the edits that the options name and does them round the character; refuses with a sentence
/// that names the file at fault.
Result<CharacterLattice> read_character_lattice(const PoseOptions& options,
                                                const Character& character);

/// The same for edits that were read already.
Result<CharacterLattice> make_character_lattice(const LatticeEdits& edits,
                                                const PoseOptions& options,
                                                const Character& character);

/// What a lattice does to a character, in numbers.
struct LatticeFigures {
    std::size_t cells = 0;
    std::size_t free_vertices = 0;         ///< What can be moved.
    std::vector<std::size_t> level_cells;  ///< Leaves, by level.
    std::size_t edits = 0;                 ///< Vertices that are not where coarser ones put them.
    double largest_move = 0.0;             ///< Of a vertex of the mesh, in model units.
    std::size_t folded = 0;  ///< Vertices of the mesh where space is turned inside out.
};
LatticeFigures measure(const CharacterLattice& shape);

}  // namespace isoskin::cli
