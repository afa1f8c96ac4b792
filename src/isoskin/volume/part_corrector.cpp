#include "isoskin/volume/part_corrector.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "isoskin/volume/mesh_methods.h"
#include "isoskin/volume/mesh_volume.h"

namespace isoskin {
namespace {

// How many numbers of a reduced form may stand against one triangle of the posed mesh: for weights
// alone, and in a frame, where the mesh is skinned anyway. And what is too much whatever it saves.
// Half of what is foretold may turn out too small to keep, so more is let through.
constexpr double kPerMovingTriangle = 20.0;
constexpr double kPerStillTriangle = 9.0;
constexpr double kPerTriangleOfFrame = 8.5;
constexpr double kForetoldPerKept = 2.5;
constexpr double kMaxCoefficients = 6e5;
constexpr double kMaxBuildProducts = 4e10;  // some seconds

// Over another base weights grow from nothing, in proportion to what a linear blend would lose;
// most bases lose less, or gain.
constexpr double kBoundOfUnknown = 2.0;

std::optional<ReducedForm> make_form(const PartModel& part, const reduced::TriangleLists& lists,
                                     std::span<const CorrectionTarget> targets, double worth) {
    const ReducedForm::Cells cells(part, lists, targets);
    const ReducedForm::Cost limit{
        .coefficients = std::min(kMaxCoefficients, kForetoldPerKept * worth),
        .build = kMaxBuildProducts};
    if (!ReducedForm::estimate(cells, limit)) return std::nullopt;
    ReducedForm form(part, cells, targets);
    if (static_cast<double>(form.coefficient_count()) > worth) return std::nullopt;
    return form;
}

// Those that a closing moves: twists do not grow.
std::vector<char> points_that_grow(const PartModel& part,
                                   std::span<const CorrectionTarget> targets) {
    std::vector<char> grows(part.point_count(), 0);
    for (const CorrectionTarget& target : targets)
        if (target.role == CorrectionTarget::Role::Bend)
            for (const PointValue& entry : target.map)
                grows[entry.point] = 1;
    return grows;
}

}  // namespace

PartCorrector::PartCorrector(PartModel part, const VolumeSurface& surface,
                             std::span<const std::string> joint_names,
                             const VolumeSettings& settings, const Progress& progress)
    : part_(std::move(part)),
      settings_(settings),
      targets_(settings.method == VolumeMethod::None
                   ? std::vector<CorrectionTarget>()
                   : make_correction_targets(part_, surface, joint_names, settings, progress)),
      pose_loss_(part_),
      losses_(part_.node_count()),
      weights_(targets_.size()),
      growth_(targets_.size()),
      base_(part_.bind.size()),
      moved_(part_.bind.size()),
      field_(part_.bind.size()),
      scales_(joint_names.size(), Affine::Identity()),
      partial_(joint_names.size(), Affine::Identity()),
      sequential_loss_(part_.node_count(), 0.0),
      units_(part_.node_count(), 1.0) {
    for (const Index point : part_.surface_point)
        vertex_of_point_.push_back(surface.weld.vertex_of_point[point]);
    vertex_count_ = surface.weld.point_of_vertex.size();
    closing_.reserve(targets_.size(), part_.node_count());
    worst_losses_.resize(part_.node_count());
    update_loss_shares();
    if (is_closed_form(SkinBase::Linear)) {
        prepare_posed_volume();
        prepare_closed_form();
    }
    if (settings.scope == VolumeScope::Global)
        global_map_ = make_global_map(part_, surface, joint_names, settings);
    fill_axis_shares(joint_names);
    if (!is_closed_form(SkinBase::Linear)) prepare_mesh_methods();
}

void PartCorrector::update_loss_shares() {
    if (settings_.method == VolumeMethod::Normal && settings_.scope == VolumeScope::Joints)
        share_losses(part_, pose_loss_, settings_.max_displacement, worst_losses_, targets_);
}

void PartCorrector::fill_axis_shares(std::span<const std::string> joint_names) {
    axis_shares_.clear();
    for (const auto& node : part_.tree.nodes) {
        auto shares = settings_.shares;
        if (!shares && settings_.effect == VolumeEffect::Rubber) shares = {{0.8, 0.2, 0.0}};
        for (const auto& joint : settings_.joints)
            if (joint.joint == joint_names[node.slot] && joint.shares) shares = joint.shares;
        axis_shares_.push_back(shares);
    }
}

MeshWork& PartCorrector::mesh_work() {
    if (!mesh_work_) mesh_work_.emplace(make_moving_part(part_, targets_, global_map_));
    return *mesh_work_;
}

void PartCorrector::prepare_mesh_methods() {
    const MovingPart& moving = mesh_work().moving;
    const auto still = static_cast<double>(moving.still.size() + moving.half_still.size());
    if (still > 0.0)
        still_form_ =
            make_form(part_, {moving.still, moving.half_still}, {}, kPerStillTriangle * still);
}

void PartCorrector::prepare_posed_volume() {
    let_grow(points_that_grow(part_, targets_));
}

void PartCorrector::let_grow(std::vector<char> grows) {
    if (posed_ && grows == grows_) return;
    grows_ = std::move(grows);
    posed_.emplace(part_, vertex_of_point_, grows_, vertex_count_);
}

// Points that no longer grow may go on counting as if they did: nothing moves them.
void PartCorrector::draft_posed_volume() {
    std::vector<char> grows = points_that_grow(part_, targets_);
    for (std::size_t point = 0; point < grows.size(); ++point)
        grows[point] = static_cast<char>(grows[point] | grows_[point]);
    let_grow(std::move(grows));
}

void PartCorrector::prepare_closed_form() {
    const reduced::TriangleLists all{part_.triangles, part_.half_triangles};
    const auto count = static_cast<double>(part_.triangles.size() + part_.half_triangles.size());
    const auto still = static_cast<double>(posed_->still_count());
    if (settings_.solver == VolumeSolver::Cheapest)
        reduced_ = make_form(part_, all, targets_,
                             kPerMovingTriangle * (count - still) + kPerStillTriangle * still);
    if (reduced_) {
        form_pays_in_frames_ =
            static_cast<double>(reduced_->coefficient_count()) < kPerTriangleOfFrame * count;
        return;
    }
    if (!skinned_form_) skinned_form_ = make_form(part_, all, {}, kPerStillTriangle * count);
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

void PartCorrector::restore_bind(std::span<const Vec3d> points) {
    if (!rebound_) return;
    set_bind(points);
    rebound_ = false;
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
    return skinned_volume(scales_);
}

double PartCorrector::skinned_volume(std::span<const Affine> palette) {
    auto& form = reduced_ ? reduced_ : skinned_form_;
    if (form && !rebound_) return form->volume(part_, palette, form->posed_centre(part_, palette));
    skin_part(part_, palette, moved_);
    return enclosed_volume(part_, moved_);
}

ClosingTask PartCorrector::closing_task(const PartOutcome& outcome) const {
    return {.targets = targets_,
            .tree = part_.tree,
            .volume = outcome.target,
            .max_displacement = settings_.max_displacement};
}

bool PartCorrector::is_closed_form(SkinBase base) const {
    return settings_.method == VolumeMethod::Normal && settings_.scope == VolumeScope::Joints &&
           base == SkinBase::Linear;
}

void PartCorrector::make_field(std::span<const Affine> palette, std::span<const double> weights,
                               std::span<Vec3d> field) const {
    set_zero(field);
    for (std::size_t k = 0; k < targets_.size(); ++k) {
        if (weights[k] == 0.0) continue;
        for (std::size_t entry = 0; entry < targets_[k].map.size(); ++entry)
            field[targets_[k].map[entry].point] += weights[k] * move_of(part_, targets_[k], entry);
    }
    carry(part_, palette, field);
    place_apexes(part_, field);
}

Cubic PartCorrector::volume_along_on_mesh(std::span<const Affine> palette,
                                          std::span<const double> weights,
                                          std::span<const double> growth) {
    make_field(palette, weights, moved_);
    add(base_, 1.0, moved_);
    make_field(palette, growth, field_);
    return volume_along(part_, moved_, field_);
}

PartOutcome PartCorrector::solve_weights(std::span<const Affine> palette,
                                         std::span<double> weights) {
    PartOutcome outcome = propose(palette, SkinBase::Linear, MeshUse::None, weights, growth_);
    outcome.skinned = skinned_volume(palette);
    if (closing_.state != Closing::State::Open) return outcome;
    skin_part(part_, palette, base_);
    while (closing_.state == Closing::State::Open)
        advance(closing_task(outcome), volume_along_on_mesh(palette, weights, growth_), weights,
                growth_, closing_);
    end_closing(outcome);
    return outcome;
}

PartOutcome PartCorrector::propose(std::span<const Affine> palette, SkinBase base, MeshUse mesh,
                                   std::span<double> weights, std::span<double> growth) {
    assert(weights.size() == targets_.size() && growth.size() == targets_.size());
    PartOutcome outcome = begin(palette);
    corrected_scale_ = 0.0;
    std::fill(weights.begin(), weights.end(), 0.0);
    std::fill(growth.begin(), growth.end(), 0.0);
    closing_.state = Closing::State::Failed;
    if (outcome.trouble_node != kNoIndex) return outcome;
    if (!moves(losses_)) {
        outcome.reached = true;
        closing_.state = Closing::State::Reached;
        return outcome;
    }
    guess_growth(targets_, losses_, growth);
    if (base == SkinBase::Other) {
        start_closing(closing_task(outcome), kBoundOfUnknown, closing_);
        return outcome;
    }
    start_closing(closing_task(outcome), kBoundOfKnown, closing_);
    guess_weights(targets_, losses_, weights);
    start_growth(closing_task(outcome), weights, growth, closing_);
    if (!is_reduced() || (mesh == MeshUse::AtHand && !form_pays_in_frames_)) return outcome;
    while (closing_.state == Closing::State::Open)
        advance(closing_task(outcome), reduced_->volume_along(part_, palette, weights, growth),
                weights, growth, closing_);
    end_closing(outcome);
    return outcome;
}

void PartCorrector::settle(std::span<const Vec3> vertices, std::span<const Vec3> field,
                           std::span<double> weights, std::span<double> growth,
                           PartOutcome& outcome) {
    const Vec3 centre = posed_->any_vertex(vertices);
    Cubic volume = posed_->moving_along(vertices, field, centre);
    volume[0] += posed_->still_volume(vertices, centre);
    advance(closing_task(outcome), volume, weights, growth, closing_);
    if (closing_.state != Closing::State::Open) end_closing(outcome);
}

void PartCorrector::end_closing(PartOutcome& outcome) const {
    outcome.reached = closing_.state == Closing::State::Reached;
    outcome.capped = closing_.capped;
    if (outcome.reached) return;
    outcome.trouble = closing_.capped > 0 ? kCapped : kFold;
}

PartOutcome PartCorrector::thicken(std::span<const Affine> palette, std::span<Vec3d> points) {
    assert(points.size() == part_.bind.size());
    const PartOutcome outcome = solve_weights(palette, weights_);
    make_field(palette, weights_, field_);
    add(field_, 1.0, points);
    return outcome;
}

PartOutcome PartCorrector::correct(std::span<const Affine> palette, SkinBase base, double still) {
    const PartOutcome outcome = run_on_mesh(*this, palette, base, still);
    const bool has_moved = outcome.trouble_node == kNoIndex && moves(losses_);
    corrected_scale_ = has_moved ? std::cbrt(outcome.target / part_.volume) : 0.0;
    return outcome;
}

double PartCorrector::largest_move_on_mesh(Index node) const {
    if (!(corrected_scale_ > 0.0) || settings_.scope == VolumeScope::Global) return 0.0;
    if (!losses_[node].moved) return 0.0;
    double largest = 0.0;
    for (std::size_t k = 0; k < targets_.size(); ++k)
        if (targets_[k].node == node && targets_[k].role == CorrectionTarget::Role::Bend)
            for (const PointValue& entry : mesh_work_->moving.maps[k])
                largest = std::max(
                    largest, (mesh_work_->points[entry.point] - mesh_work_->skinned[entry.point])
                                 .squaredNorm());
    return std::sqrt(largest) / corrected_scale_;
}

std::optional<double> PartCorrector::still_volume(std::span<const Affine> palette, SkinBase base,
                                                  const Vec3d& centre) {
    if (mesh_work().moving.still.empty() && mesh_work().moving.half_still.empty()) return 0.0;
    const bool is_known = still_form_ && !rebound_ && base == SkinBase::Linear;
    if (!is_known) return std::nullopt;
    return still_form_->volume(part_, palette, centre);
}

}  // namespace isoskin
