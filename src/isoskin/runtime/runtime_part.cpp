#include "isoskin/runtime/runtime_part.h"

#include <algorithm>
#include <cassert>

namespace isoskin {

RuntimePart::RuntimePart(PartModel part, std::vector<CorrectionTarget> targets, PoseLoss loss,
                         double max_displacement)
    : part_(std::move(part)),
      targets_(std::move(targets)),
      loss_(std::move(loss)),
      max_displacement_(max_displacement),
      surface_(part_, targets_),
      losses_(part_.node_count()),
      growth_(targets_.size()),
      scales_(part_.tree.node_of_slot.size(), Affine::Identity()) {
    closing_.reserve(targets_.size(), part_.node_count());
}

double RuntimePart::target_volume(std::span<const Affine> palette) {
    scales_alone(part_.tree, palette, scales_);
    const auto& nodes = part_.tree.nodes;
    const Affine& root = scales_[nodes[0].slot];
    if (std::all_of(nodes.begin(), nodes.end(),
                    [&](const auto& node) { return scales_[node.slot].isApprox(root, 1e-12); }))
        return part_.volume * root.linear().determinant();
    surface_.pose(part_, scales_);
    return surface_.volume();
}

bool RuntimePart::solve(std::span<const Affine> palette, std::span<double> weights) {
    assert(weights.size() == targets_.size());
    std::fill(weights.begin(), weights.end(), 0.0);
    if (part_.node_count() == 0) return true;
    if (find_singular(part_, palette) != kNoIndex) return false;
    loss_.compute(part_, palette, losses_);
    if (!moves(losses_)) return true;
    const ClosingTask task{.targets = targets_,
                           .tree = part_.tree,
                           .volume = target_volume(palette),
                           .max_displacement = max_displacement_};
    surface_.pose(part_, palette);
    guess_weights(targets_, losses_, weights);
    guess_growth(targets_, losses_, growth_);
    start_closing(task, kBoundOfKnown, closing_);
    start_growth(task, weights, growth_, closing_);
    while (closing_.state == Closing::State::Open)
        advance(task, surface_.volume_along(weights, growth_), weights, growth_, closing_);
    return closing_.state == Closing::State::Reached;
}

}  // namespace isoskin
