#pragma once

#include <cstddef>
#include <string>

#include "isoskin/base/result.h"
#include "isoskin/dynamics/swing.h"
#include "isoskin/lattice/lattice.h"

namespace isoskin {

/// Whether flesh swings on its bones, and how; as in `SwingSettings`.
struct SwingChoice {
    bool swings = false;
    double stiffness = 20.0;    ///< Of the springs of the root: force over length.
    double damping = 0.005;     ///< Friction within springs, s.
    double return_rate = 15.0;  ///< How fast flesh returns to its bones, 1/s.

    friend bool operator==(const SwingChoice&, const SwingChoice&) = default;
};

/// Which volume a shape keeps that a lattice was used on.
enum class LatticeVolume {
    Keep,  ///< The one it has without: what is pulled out here is taken elsewhere near the edit.
    Free,  ///< The one the edit gives it.
};

/// The deformable octree of a document. It bends the bind shape before the bones do.
struct DocumentLattice {
    Lattice lattice;
    SwingChoice swing = {};
    LatticeVolume volume = LatticeVolume::Keep;
};

/// The lattice that says which volume is kept, as `Deformer::set_lattice` takes it.
inline const Lattice* defining_lattice(const DocumentLattice& lattice) {
    return lattice.volume == LatticeVolume::Free ? &lattice.lattice : nullptr;
}

/// True if no vertex was moved: the map is the identity.
bool is_at_rest(const Lattice& lattice);

SwingSettings swing_settings(const SwingChoice& choice);

/// Refuses numbers out of range, naming them.
Status check_swing(const SwingChoice& choice);

/// About what it takes in memory.
std::size_t byte_count(const DocumentLattice& lattice);

/// JSON: every bit of the lattice, the same text for the same lattice whatever its history.
std::string lattice_text(const DocumentLattice& lattice);

/// The same back, round a shape whose points these are (`lattice_points`).
Result<DocumentLattice> parse_document_lattice(const std::string& text,
                                               const std::vector<Vec3>& points);

}  // namespace isoskin
