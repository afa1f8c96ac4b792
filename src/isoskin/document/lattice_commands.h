#pragma once

#include <optional>

#include "isoskin/document/document.h"
#include "isoskin/lattice/edits.h"

/// What a person does to the lattice of a document. Each is a step of undo; what is refused changes
/// nothing.
namespace isoskin {

/// Puts a lattice round the character, instead of one that is there. Where nothing is animated the
/// edit defines the volume.
Status make_lattice(Document& document, const TreeRecipe& recipe);
void remove_lattice(Document& document);

/// A level of a tree and, if one is chosen, a vertex of it by its place on the grid.
struct LatticeSpot {
    int level = 0;
    std::optional<TreePlace::GridPlace> vertex = {};
};

/// Divides the cells of the level that touch the vertex, or all that hold some of the shape. The
/// surface stays as it is.
Status subdivide_lattice(Document& document, const LatticeSpot& spot);

/// Takes these cells back, with what was done to vertices that only they have.
Status simplify_lattice(Document& document, const LatticeSpot& spot);

/// How far a vertex lies from where the coarser levels put it, in the frame they give the place.
Result<Vec3d> vertex_offset(const Document& document, const GridKey& vertex);
Status set_vertex_offset(Document& document, const GridKey& vertex, const Vec3d& offset);

/// Puts one vertex back to where the coarser levels want it, frame included; or all of them.
Status reset_vertex(Document& document, const GridKey& vertex);
Status reset_lattice(Document& document);

Status set_swing(Document& document, const SwingChoice& choice);

Status set_lattice_volume(Document& document, LatticeVolume volume);

/// The vertex of that key, unless it is not there or may not be moved.
Result<Index> movable_vertex(const Lattice& lattice, const GridKey& key);

}  // namespace isoskin
