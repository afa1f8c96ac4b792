#include "isoskin/volume/solve/part_solver.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace isoskin {

PartSolver::PartSolver(const CorrectionTable& table)
    : volume_(table.volume),
      bound_(table),
      motions_(table.node_count(), Affine::Identity()),
      scales_(table.node_count()),
      losses_(table.node_count()),
      growth_(table.targets.size()),
      points_(table.bind.size()),
      field_(table.bind.size()) {
    for (const auto* form : {&table.reduced, &table.unmoved})
        if (*form) reduced_.reserve(**form, table.node_count());
}

void PartSolver::set_bind(const CorrectionTable& table, std::span<const Vec3d> points) {
    assert(points.size() == table.bind.size());
    bind_.assign(points.begin(), points.end());
    volume_ = enclosed_volume(table, bind_);
    rebound_ = true;
}

void PartSolver::restore_bind(const CorrectionTable& table) {
    volume_ = table.volume;
    rebound_ = false;
}

PartOutcome PartSolver::begin(const CorrectionTable& table, std::span<const Affine> palette) {
    PartOutcome outcome;
    gather_motions(table.tree, palette, motions_);
    outcome.trouble_node = find_singular(motions_);
    if (outcome.trouble_node != kNoIndex) {
        outcome.trouble = kSingular;
        return outcome;
    }
    find_losses(table, motions_, losses_);
    const bool scaled = std::any_of(losses_.begin(), losses_.end(),
                                    [](const JointLoss& loss) { return loss.scaled; });
    outcome.target = scaled || motions_.empty()
                         ? target_volume(table, motions_)
                         : volume_ * std::abs(motions_[0].linear().determinant());
    return outcome;
}

double PartSolver::target_volume(const CorrectionTable& table, std::span<const Affine> motions) {
    if (motions.empty()) return volume_;
    scales_alone(table.tree, motions, scales_);
    const bool alike = std::all_of(scales_.begin(), scales_.end(), [&](const Affine& scale) {
        return scale.isApprox(scales_[0], 1e-12);
    });
    return alike ? volume_ * scales_[0].linear().determinant() : skinned_volume(table, scales_);
}

double PartSolver::skinned_volume(const CorrectionTable& table, std::span<const Affine> motions) {
    const auto& form = table.reduced ? table.reduced : table.unmoved;
    if (form && !rebound_) return reduced_.volume(*form, motions, form->posed_centre(motions));
    skin_surface(table, bind(table), motions, points_);
    return enclosed_volume(table, points_);
}

PartOutcome PartSolver::propose(const CorrectionTable& table, std::span<const Affine> palette,
                                SkinBase base, std::span<double> weights,
                                std::span<double> growth) {
    assert(weights.size() == table.targets.size() && growth.size() == weights.size());
    PartOutcome outcome = begin(table, palette);
    std::fill(weights.begin(), weights.end(), 0.0);
    std::fill(growth.begin(), growth.end(), 0.0);
    open_ = false;
    if (outcome.trouble_node != kNoIndex) return outcome;
    outcome.reached = !moves(losses_);
    if (outcome.reached) return outcome;
    open_ = true;
    guess_growth(table.targets, losses_, growth);
    if (base == SkinBase::Linear) guess_weights(table.targets, losses_, weights);
    return outcome;
}

double PartSolver::close(const CorrectionTable& table, const Cubic& volume,
                         std::span<double> weights, std::span<const double> growth,
                         PartOutcome& outcome) {
    open_ = false;
    const BoundedStep step = bounded_step(volume, outcome.target);
    for (std::size_t k = 0; k < weights.size(); ++k)
        weights[k] += step.length * growth[k];
    outcome.reached = step.reaches;
    if (!step.reaches) outcome.trouble = volume[1] == 0.0 ? kNothingMoves : kFold;
    play_in_part(table, weights, outcome);
    const LargestMove largest =
        bound_.largest(table, weights, motions_, std::cbrt(outcome.target / volume_));
    if (largest.radii <= table.max_displacement) return step.length;
    outcome.kept = table.max_displacement / largest.radii;
    outcome.reached = false;
    outcome.trouble = kHeldBack;
    outcome.trouble_node = largest.node;
    for (double& weight : weights)
        weight *= outcome.kept;
    return step.length;
}

void PartSolver::play_in_part(const CorrectionTable& table, std::span<double> weights,
                              PartOutcome& outcome) {
    for (std::size_t k = 0; k < weights.size(); ++k) {
        const double amount = table.joints[table.targets[k].node].amount;
        if (amount == 1.0 || weights[k] == 0.0) continue;
        weights[k] *= amount;
        outcome.amount = std::min(outcome.amount, amount);
    }
    if (!(outcome.amount < 1.0)) return;
    outcome.reached = false;
    outcome.trouble = kInPart;
}

PartOutcome PartSolver::solve(const CorrectionTable& table, std::span<const Affine> palette,
                              std::span<double> weights) {
    PartOutcome outcome = propose(table, palette, SkinBase::Linear, weights, growth_);
    if (outcome.trouble_node != kNoIndex) return outcome;
    outcome.skinned = skinned_volume(table);
    if (open_) close(table, volume_along(table, weights, growth_), weights, growth_, outcome);
    return outcome;
}

Cubic PartSolver::reduced_volume_along(const CorrectionTable& table,
                                       std::span<const double> weights,
                                       std::span<const double> growth) {
    assert(table.reduced && !rebound_);
    return reduced_.volume_along(*table.reduced, motions_, weights, growth);
}

Cubic PartSolver::volume_along(const CorrectionTable& table, std::span<const double> weights,
                               std::span<const double> growth) {
    if (table.reduced && !rebound_) return reduced_volume_along(table, weights, growth);
    sum_targets(table, weights, points_);
    const std::span<const Vec3d> shape = bind(table);
    for (std::size_t point = 0; point < table.point_count(); ++point)
        points_[point] += shape[point];
    std::copy(points_.begin(), points_.end(), field_.begin());
    skin_surface(table, field_, motions_, points_);
    sum_targets(table, growth, field_);
    carry_vectors(table, motions_, field_);
    place_apexes(table, field_);
    return isoskin::volume_along(table, points_, field_);
}

}  // namespace isoskin
