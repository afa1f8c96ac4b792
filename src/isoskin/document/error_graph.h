#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isoskin/deform/deformer.h"
#include "isoskin/document/document.h"

namespace isoskin {

/// The volume error of every frame of a clip, measured piece by piece so that whoever shows it
/// stays alive.
class ErrorGraph {
  public:
    /// Prepares the clip at the playhead of `document`; empty if it has none.
    static std::optional<ErrorGraph> begin(const Document& document, double frames_per_second);

    /// Measures up to `frames` more. The document is the one it was begun with, unchanged since;
    /// `keeping` keeps volume by its settings and carries its lattice, as that of `Panes` does.
    void step(const Document& document, Deformer& keeping, std::size_t frames);

    /// False after an edit that changes what would be measured.
    bool is_fresh(const Document& document) const;

    std::size_t done() const { return done_; }
    std::size_t total() const { return times_.size(); }

    /// Per frame: seconds, and signed relative errors, not a number where not measured yet.
    const std::vector<double>& times() const { return times_; }
    const std::vector<double>& skinned() const { return skinned_; }
    const std::vector<double>& corrected() const { return corrected_; }
    /// The frame with the largest error of plain skinning so far.
    std::size_t worst_frame() const;

  private:
    ErrorGraph(const Document& document, Deformer plain, double frames_per_second);

    Deformer plain_;
    std::vector<PosedMesh> posed_plain_;
    std::vector<PosedMesh> posed_kept_;
    std::size_t clip_ = 0;
    std::uint64_t shape_revision_ = 0;
    std::uint64_t clip_revision_ = 0;
    std::uint64_t lattice_revision_ = 0;
    std::size_t done_ = 0;
    std::vector<double> times_;
    std::vector<double> skinned_;
    std::vector<double> corrected_;
};

}  // namespace isoskin
