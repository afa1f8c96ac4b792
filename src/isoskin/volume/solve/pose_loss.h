#pragma once

#include <span>
#include <vector>

#include "isoskin/volume/solve/correction_table.h"

namespace isoskin {

/// What a pose does to one joint of a part.
struct JointLoss {
    double bend = 0.0;   ///< Volume lost by its swing alone, in bind units; negative: gained.
    double total = 0.0;  ///< Volume lost by all its motion, in bind units.
    double turn = 0.0;   ///< How far it turned: sin² of half the angle.
    SwingTwist motion;   ///< Against its parent in the tree.
    Quatd rotation = Quatd::Identity();  ///< The same, whole.
    /// How much of that turn flesh past a loose neighbour does not follow, 0 to 1.
    double countered = 0.0;
    double fleshed = 0.0;  ///< Volume that its flesh puts back.
    FleshNumbers flesh{};  ///< Weights of its flesh.
    bool moved = false;
    bool scaled = false;  ///< It moved by more than a rotation and a translation.
};

/// Whether any joint moved against another.
bool moves(std::span<const JointLoss> losses);

/// What node `node` of a part, not its root, loses if it alone moves. Scale is not a loss: the
/// target of a joint is its flesh under the scale of its motion alone.
JointLoss loss_of_joint(const CorrectionTable& table, std::size_t node,
                        const Affine& parent_from_node);

/// The same for all joints of a pose; no pass over the mesh. A joint's motion is that against its
/// parent in the volume tree, in bind space, so a rigid turn of all joints moves none. `motions`
/// and `losses` have one element per node.
void find_losses(const CorrectionTable& table, std::span<const Affine> motions,
                 std::span<JointLoss> losses);

/// First node whose motion cannot be undone, so that nothing can be said against it; or kNoIndex.
Index find_singular(std::span<const Affine> motions);

/// What the bend of a joint has to put back: its own loss, and of a twist what its twist targets
/// leave.
double asked_of_bend(std::span<const CorrectionTarget> targets, std::size_t bend,
                     const JointLoss& loss);

/// Weights of a part's targets that put back what each joint lost, before the closing: bends by
/// loss over gain, as losses are shared, twists in closed form.
void guess_weights(std::span<const CorrectionTarget> targets, std::span<const JointLoss> losses,
                   std::span<double> weights);

/// Growth of each bend per unit of ε: from what its joint lost or gained and from how far it
/// turned, over its gain. From losses alone it would vanish where a joint passes from loss to gain,
/// and the other joints would take its part within a degree.
void guess_growth(std::span<const CorrectionTarget> targets, std::span<const JointLoss> losses,
                  std::span<double> growth);

}  // namespace isoskin
