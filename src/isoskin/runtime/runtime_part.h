#pragma once

#include <span>
#include <string>
#include <vector>

#include "isoskin/runtime/posed_surface.h"
#include "isoskin/volume/closing.h"
#include "isoskin/volume/pose_loss.h"

namespace isoskin {

/// Of a part all that poses need: no maps to make, no mesh to read.
///
/// Of the `PartModel` these are filled: bind, triangles, caps, rows, tree, limbs (pivot and axis),
/// direction, volume, size, and the count of real points.
class RuntimePart {
  public:
    RuntimePart(PartModel part, std::vector<CorrectionTarget> targets, PoseLoss loss,
                double max_displacement);

    const PartModel& part() const { return part_; }
    std::span<const CorrectionTarget> targets() const { return targets_; }
    const PoseLoss& loss() const { return loss_; }
    double max_displacement() const { return max_displacement_; }

    /// Weights of the targets in a pose, as `PartCorrector::solve_weights` has them; false where
    /// the volume cannot be reached and they are the nearest to it. Allocates nothing.
    bool solve(std::span<const Affine> palette, std::span<double> weights);

  private:
    double target_volume(std::span<const Affine> palette);

    PartModel part_;
    std::vector<CorrectionTarget> targets_;
    PoseLoss loss_;
    double max_displacement_;
    PosedSurface surface_;
    std::vector<JointLoss> losses_;
    std::vector<double> growth_;
    Closing closing_;
    std::vector<Affine> scales_;
};

}  // namespace isoskin
