#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isoskin/document/document.h"
#include "isoskin/dynamics/swing.h"

namespace isoskin {

/// The flesh of a document that swings while time goes by. Not part of the document: what it shows
/// depends on how it was played. Steps have one length, so that the same calls give the same bits.
class LatticeMotion {
  public:
    /// Lets `seconds` go by. The document is at their end already; the bones come there from where
    /// they were at the last call. Returns whether flesh has moved.
    bool advance(const Document& document, double seconds);

    /// The lattice as it swings; null: nothing does, and that of the document holds.
    const Lattice* lattice(const Document& document) const;

    void clear() { *this = LatticeMotion(); }

  private:
    bool is_fresh(const Document& document) const;
    void start(const Document& document);
    void step(const Document& document, double time_behind);
    bool note_places(const Lattice& lattice);

    std::optional<LatticeSwing> swing_;
    std::uint64_t lattice_revision_ = 0;
    std::uint64_t weights_revision_ = 0;
    std::vector<Index> vertices_;  // free ones
    std::vector<Vec3d> places_;    // of these, as shown last
    std::vector<Affine> model_from_joint_;
    double owed_ = 0.0;       // seconds that are no whole step yet
    double last_time_ = 0.0;  // of the playhead
};

}  // namespace isoskin
