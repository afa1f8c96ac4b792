#include "isoskin/volume/part_corrector.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>

#include "isoskin/volume/mesh_methods.h"
#include "isoskin/volume/mesh_volume.h"

namespace isoskin {
namespace {

// A pass over the mesh takes some hundred products a triangle; building may take a second or so.
bool reduced_form_pays(const PartModel& part, std::span<const CorrectionTarget> targets) {
    constexpr double kMeshProductsPerTriangle = 100.0;
    constexpr double kMaxBuildProducts = 4e9;
    const ReducedForm::Cost cost = ReducedForm::estimate(part, targets);
    return cost.build < kMaxBuildProducts &&
           cost.per_frame <
               kMeshProductsPerTriangle *
                   static_cast<double>(part.triangles.size() + part.half_triangles.size());
}

}  // namespace

PartCorrector::PartCorrector(PartModel part, const VolumeSurface& surface,
                             std::span<const std::string> joint_names,
                             const VolumeSettings& settings)
    : part_(std::move(part)),
      settings_(settings),
      targets_(make_correction_targets(part_, surface, joint_names, settings)),
      pose_loss_(part_),
      losses_(part_.node_count()),
      weights_(targets_.size()),
      growth_(targets_.size()),
      base_(part_.bind.size()),
      carried_(part_.bind.size()),
      moved_(part_.bind.size()),
      field_(part_.bind.size()),
      gradient_(part_.bind.size()),
      scales_(joint_names.size(), Affine::Identity()),
      partial_(joint_names.size(), Affine::Identity()),
      sequential_loss_(part_.node_count(), 0.0),
      units_(part_.node_count(), 1.0) {
    if (is_closed_form(SkinBase::Linear) && reduced_form_pays(part_, targets_))
        reduced_.emplace(part_, targets_);
    if (settings.scope == VolumeScope::Global)
        global_map_ = make_global_map(part_, surface, joint_names, settings);
    for (const auto& node : part_.tree.nodes) {
        auto shares = settings.shares;
        if (!shares && settings.effect == VolumeEffect::Rubber) shares = {{0.8, 0.2, 0.0}};
        for (const auto& joint : settings.joints)
            if (joint.joint == joint_names[node.slot] && joint.shares) shares = joint.shares;
        shares_.push_back(shares);
    }
}

PartOutcome PartCorrector::begin(std::span<const Affine> palette) {
    PartOutcome outcome;
    outcome.trouble_node = find_singular(part_, palette);
    if (outcome.trouble_node != kNoIndex) {
        outcome.trouble = kSingular;
        return outcome;
    }
    outcome.target = target_volume(palette);
    pose_loss_.compute(part_, palette, losses_);
    return outcome;
}

void PartCorrector::set_bind(std::span<const Vec3d> points) {
    assert(points.size() == part_.bind.size());
    std::copy(points.begin(), points.end(), part_.bind.begin());
    part_.volume = enclosed_volume(part_, part_.bind);
    rebound_ = true;
}

double PartCorrector::target_volume(std::span<const Affine> palette) {
    scales_alone(part_.tree, palette, scales_);
    const auto& nodes = part_.tree.nodes;
    const bool scaled_alike = std::all_of(nodes.begin(), nodes.end(), [&](const auto& node) {
        return scales_[node.slot].isApprox(scales_[nodes[0].slot], 1e-12);
    });
    if (scaled_alike)
        return nodes.empty() ? part_.volume
                             : part_.volume * scales_[nodes[0].slot].linear().determinant();
    if (is_reduced()) return reduced_->volume(part_, scales_);
    skin_part(part_, scales_, moved_);
    return enclosed_volume(part_, moved_);
}

bool PartCorrector::is_closed_form(SkinBase base) const {
    return settings_.method == VolumeMethod::Normal && settings_.scope == VolumeScope::Joints &&
           base == SkinBase::Linear;
}

void PartCorrector::thicken(std::span<const double> weights, std::span<Vec3d> field) const {
    set_zero(field);
    for (std::size_t k = 0; k < targets_.size(); ++k) {
        if (weights[k] == 0.0) continue;
        for (const auto& [point, value] : targets_[k].map)
            field[point] += weights[k] * value * carried_[point];
    }
    place_apexes(part_, field);
}

Cubic PartCorrector::volume_along_on_mesh(std::span<const double> weights,
                                          std::span<const double> growth) {
    thicken(weights, moved_);
    add(base_, 1.0, moved_);
    thicken(growth, field_);
    return volume_along(part_, moved_, field_);
}

PartOutcome PartCorrector::solve_weights(std::span<const Affine> palette,
                                         std::span<double> weights) {
    assert(weights.size() == targets_.size());
    PartOutcome outcome = begin(palette);
    std::fill(weights.begin(), weights.end(), 0.0);
    if (outcome.trouble_node != kNoIndex) return outcome;
    if (is_reduced()) {
        outcome.skinned = reduced_->volume(part_, palette);
    } else {
        skin_part(part_, palette, base_);
        outcome.skinned = enclosed_volume(part_, base_);
    }
    if (!moves(losses_)) {
        outcome.reached = true;
        return outcome;
    }
    if (!is_reduced()) carry_directions(part_, palette, carried_);
    guess_weights(targets_, losses_, settings_.max_displacement, weights);
    const auto along = [this, palette](std::span<const double> at, std::span<const double> growth) {
        return is_reduced() ? reduced_->volume_along(part_, palette, at, growth)
                            : volume_along_on_mesh(at, growth);
    };
    const Closing closing = close_volume(targets_, outcome.target, settings_.max_displacement,
                                         std::cref(along), weights, growth_);
    outcome.reached = closing.reached;
    outcome.capped = closing.capped;
    if (!closing.reached) {
        outcome.trouble = closing.capped > 0 ? kCapped : kFold;
        std::fill(weights.begin(), weights.end(), 0.0);
    }
    return outcome;
}

PartOutcome PartCorrector::correct(std::span<const Affine> palette, SkinBase base,
                                   std::span<Vec3d> points) {
    assert(points.size() == part_.bind.size());
    if (!is_closed_form(base)) return run_on_mesh(*this, palette, base, points);
    PartOutcome outcome = solve_weights(palette, weights_);
    if (!outcome.reached) return outcome;
    carry_directions(part_, palette, carried_);
    thicken(weights_, field_);
    add(field_, 1.0, points);
    return outcome;
}

}  // namespace isoskin
