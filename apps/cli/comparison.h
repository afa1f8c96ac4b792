#pragma once

#include <span>
#include <vector>

#include "isoskin/deform/deformer.h"
#include "render/renderer.h"
#include "report/volume_sum.h"

namespace isoskin::cli {

/// A character in one pose, twice: as skinned and at constant volume.
class Comparison {
  public:
    /// `settings` tell how volume is kept; `None` is taken as the default method, to show what it
    /// would put back.
    static Result<Comparison> create(const Character& character, SkinMethod skinning,
                                     const VolumeSettings& settings, NormalOutput normals);

    /// Moves to a pose; all below is about it.
    void go_to(const Pose& pose);

    std::span<const PosedMesh> skinned() const { return skinned_; }
    std::span<const PosedMesh> corrected() const { return corrected_; }
    double skinned_error() const { return skinned_volume_.error(); }
    double corrected_error() const { return corrected_volume_.error(); }

    /// Thickness put back over the radius of the limb, symmetric about zero.
    render::ScalarOverlay heat();

  private:
    Comparison(Deformer plain, Deformer keeping);

    Deformer plain_;
    Deformer keeping_;
    std::vector<PosedMesh> skinned_;
    std::vector<PosedMesh> corrected_;
    report::VolumeSum skinned_volume_;
    report::VolumeSum corrected_volume_;
};

}  // namespace isoskin::cli
