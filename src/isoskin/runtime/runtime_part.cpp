#include "isoskin/runtime/runtime_part.h"

#include <algorithm>
#include <cassert>

#include "isoskin/volume/closing.h"
#include "isoskin/volume/mesh_volume.h"

namespace isoskin {

RuntimePart::RuntimePart(PartModel part, std::vector<CorrectionTarget> targets, PoseLoss loss,
                         double max_displacement)
    : part_(std::move(part)),
      targets_(std::move(targets)),
      loss_(std::move(loss)),
      max_displacement_(max_displacement),
      losses_(part_.node_count()),
      growth_(targets_.size()),
      scales_(part_.tree.node_of_slot.size(), Affine::Identity()),
      skinned_(part_.bind.size()),
      carried_(part_.bind.size()),
      moved_(part_.bind.size()),
      field_(part_.bind.size()) {}

double RuntimePart::target_volume(std::span<const Affine> palette) {
    scales_alone(part_.tree, palette, scales_);
    const auto& nodes = part_.tree.nodes;
    const Affine& root = scales_[nodes[0].slot];
    if (std::all_of(nodes.begin(), nodes.end(),
                    [&](const auto& node) { return scales_[node.slot].isApprox(root, 1e-12); }))
        return part_.volume * root.linear().determinant();
    skin_part(part_, scales_, moved_);
    return enclosed_volume(part_, moved_);
}

void RuntimePart::thicken(std::span<const double> weights, std::span<Vec3d> field) const {
    set_zero(field);
    for (std::size_t k = 0; k < targets_.size(); ++k) {
        if (weights[k] == 0.0) continue;
        for (const auto& [point, value] : targets_[k].map)
            field[point] += weights[k] * value * carried_[point];
    }
    place_apexes(part_, field);
}

Cubic RuntimePart::volume_along(std::span<const double> weights, std::span<const double> growth) {
    thicken(weights, moved_);
    add(skinned_, 1.0, moved_);
    thicken(growth, field_);
    return isoskin::volume_along(part_, moved_, field_);
}

bool RuntimePart::solve(std::span<const Affine> palette, std::span<double> weights) {
    assert(weights.size() == targets_.size());
    std::fill(weights.begin(), weights.end(), 0.0);
    if (part_.node_count() == 0) return true;
    if (find_singular(part_, palette) != kNoIndex) return false;
    loss_.compute(part_, palette, losses_);
    if (!moves(losses_)) return true;
    const double target = target_volume(palette);
    skin_part(part_, palette, skinned_);
    carry_directions(part_, palette, carried_);
    guess_weights(targets_, losses_, max_displacement_, weights);
    const auto along = [this](std::span<const double> at, std::span<const double> growth) {
        return volume_along(at, growth);
    };
    const ClosingGoal goal{.volume = target, .max_displacement = max_displacement_};
    const Closing closing = close_volume(targets_, goal, std::cref(along), weights, growth_);
    const bool reached = closing.state == Closing::State::Reached;
    if (!reached) std::fill(weights.begin(), weights.end(), 0.0);
    return reached;
}

}  // namespace isoskin
