#pragma once

#include <span>
#include <vector>

#include "isoskin/volume/correction_maps.h"
#include "isoskin/volume/joint_volume.h"
#include "isoskin/volume/part_model.h"

namespace isoskin {

/// What a pose does to one joint of a part.
struct JointLoss {
    double bend = 0.0;   ///< Volume lost by its swing alone, in bind units; negative: gained.
    double total = 0.0;  ///< Volume lost by all its motion, in bind units.
    double twist = 0.0;  ///< What `thinning_twist` makes of its twist, radians.
    double turn = 0.0;   ///< How far it turned: sin² of half the angle.
    /// How much of that turn flesh past a loose neighbour (volume_tree.h) does not follow, 0 to 1.
    double countered = 0.0;
    bool moved = false;
    Quatd rotation = Quatd::Identity();  ///< Against its parent in the tree.
};

/// Whether any joint moved against another.
bool moves(std::span<const JointLoss> losses);

/// Finds every joint's own loss from its precomputed volume form; no pass over the mesh.
///
/// A joint's motion is that against its parent in the volume tree, in bind space, so a rigid turn
/// of all joints moves none. Scale is not a loss: the target of a joint is its flesh under the
/// scale of its motion alone.
class PoseLoss {
  public:
    explicit PoseLoss(const PartModel& part);

    /// With forms that were made before: one per node but the root.
    explicit PoseLoss(std::vector<JointVolume> volumes) : volume_(std::move(volumes)) {}
    std::span<const JointVolume> volumes() const { return volume_; }

    /// `palette` has one motion per slot of the skin; `losses` one element per node.
    void compute(const PartModel& part, std::span<const Affine> palette,
                 std::span<JointLoss> losses) const;

    /// Of one node but the root, whatever the others do.
    JointLoss of_node(const PartModel& part, std::size_t node,
                      const Affine& parent_from_node) const;

  private:
    std::vector<JointVolume> volume_;  // per node but the root
};

/// First of its nodes' motions that cannot be undone, and so nothing be said against it.
Index find_singular(const PartModel& part, std::span<const Affine> palette);

/// Whether the joint of a bend has twists too, which come after it.
bool has_twists(std::span<const CorrectionTarget> targets, std::size_t bend);

/// What the bend of a joint has to put back: its own loss, and of a twist what twists leave.
double asked_of_bend(std::span<const CorrectionTarget> targets, std::size_t bend,
                     const JointLoss& loss);

/// Weights of a part's targets that put back what each joint lost, before the closing: bends by
/// loss over gain, as losses are shared, twists in closed form. They may ask for more than is
/// allowed.
void guess_weights(std::span<const CorrectionTarget> targets, std::span<const JointLoss> losses,
                   std::span<double> weights);

/// In which proportion bends grow to close the sum: by what each joint lost or gained over its
/// gain, and besides by how far it turned. By losses alone, whoever loses something takes all of
/// what others leave where they pass from loss to gain, and takes it all of a sudden.
void guess_growth(std::span<const CorrectionTarget> targets, std::span<const JointLoss> losses,
                  std::span<double> growth);

}  // namespace isoskin
