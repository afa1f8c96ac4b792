#include "isoskin/volume/part_corrector.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace isoskin {

PartCorrector::PartCorrector(PartModel part, const VolumeSurface& surface,
                             std::span<const std::string> joint_names,
                             const VolumeSettings& settings, const Progress& progress)
    : settings_(settings),
      builder_(std::move(part), settings),
      table_(builder_.build(surface, joint_names, progress)),
      solver_(table_),
      vertex_count_(surface.weld.point_of_vertex.size()),
      weights_(table_.targets.size()),
      field_(table_.bind.size()),
      motions_(table_.node_count(), Affine::Identity()) {
    for (const Index point : builder_.part().surface_point)
        vertex_of_point_.push_back(surface.weld.vertex_of_point[point]);
    wishes_ = make_mesh_wishes(builder_.part(), surface, joint_names, settings);
    if (isoskin::is_by_targets(settings))
        let_grow(points_that_grow());
    else
        mesh_methods();
}

std::vector<std::size_t> PartCorrector::reshape(const VolumeSurface& surface,
                                                std::span<const std::string> joint_names,
                                                const VolumeSettings& settings,
                                                Reshaping reshaping) {
    const auto changed = builder_.reshape(surface, joint_names, settings, reshaping, table_);
    settings_ = settings;
    built_ = reshaping;
    if (!changed.empty()) solver_ = PartSolver(table_);
    wishes_ = make_mesh_wishes(builder_.part(), surface, joint_names, settings);
    mesh_methods_.reset();
    amounts_.clear();
    if (!isoskin::is_by_targets(settings)) {
        mesh_methods();
        return changed;
    }
    std::vector<char> grows = points_that_grow();
    // Points that no longer grow may go on counting as if they did while a map is drawn.
    for (std::size_t point = 0; point < grows.size() && reshaping == Reshaping::Draft; ++point)
        grows[point] = static_cast<char>(grows[point] | grows_[point]);
    let_grow(std::move(grows));
    return changed;
}

MeshMethods& PartCorrector::mesh_methods() {
    if (!mesh_methods_) mesh_methods_.emplace(builder_, table_, settings_, wishes_, built_);
    return *mesh_methods_;
}

// Those that a closing moves: twists do not grow.
std::vector<char> PartCorrector::points_that_grow() const {
    std::vector<char> grows(table_.point_count(), 0);
    for (const CorrectionTarget& target : table_.targets)
        if (target.role == CorrectionTarget::Role::Bend)
            for (const PointValue& entry : target.map)
                grows[entry.point] = 1;
    return grows;
}

void PartCorrector::let_grow(std::vector<char> grows) {
    if (posed_ && grows == grows_) return;
    grows_ = std::move(grows);
    posed_.emplace(table_, vertex_of_point_, grows_, vertex_count_);
}

PartOutcome PartCorrector::propose(std::span<const Affine> palette, SkinBase base, MeshUse mesh,
                                   std::span<double> weights, std::span<double> growth) {
    PartOutcome outcome = solver_.propose(table_, palette, base, weights, growth);
    const bool is_reduced = table_.reduced && !solver_.is_rebound() && base == SkinBase::Linear;
    if (!solver_.is_open() || !is_reduced) return outcome;
    const auto triangles = table_.triangles.size() + table_.half_triangles.size();
    const bool pays = static_cast<double>(table_.reduced->coefficients.size()) <
                      kFormPerTriangleOfFrame * static_cast<double>(triangles);
    if (mesh == MeshUse::None || pays)
        solver_.close(table_, solver_.reduced_volume_along(table_, weights, growth), weights,
                      growth, outcome);
    return outcome;
}

double PartCorrector::settle(std::span<const Vec3> vertices, std::span<const Vec3> field,
                             std::span<double> weights, std::span<const double> growth,
                             PartOutcome& outcome) {
    assert(is_open());
    const Vec3 centre = posed_->any_vertex(vertices);
    Cubic volume = posed_->moving_along(vertices, field, centre);
    volume[0] += posed_->still_volume(vertices, centre);
    return solver_.close(table_, volume, weights, growth, outcome);
}

double PartCorrector::skinned_volume(std::span<const Affine> palette) {
    gather_motions(table_.tree, palette, motions_);
    return solver_.skinned_volume(table_, motions_);
}

PartOutcome PartCorrector::thicken(std::span<const Affine> palette, std::span<Vec3d> points) {
    assert(points.size() == table_.bind.size());
    const PartOutcome outcome = solver_.solve(table_, palette, weights_);
    sum_targets(table_, weights_, field_);
    carry_vectors(table_, solver_.motions(), field_);
    place_apexes(table_, field_);
    add_field(field_, 1.0, points);
    return outcome;
}

PartOutcome PartCorrector::correct(std::span<const Affine> palette, SkinBase base, double still) {
    PartOutcome outcome = mesh_methods().correct(
        {.table = table_, .palette = palette, .base = base, .still = still}, solver_);
    play_in_part(outcome);
    return outcome;
}

// Points go as much of their way as is asked for of the joints that move them.
void PartCorrector::play_in_part(PartOutcome& outcome) {
    for (std::size_t node = 1; node < table_.node_count(); ++node)
        if (losses()[node].moved)
            outcome.amount = std::min(outcome.amount, table_.joints[node].amount);
    if (!(outcome.amount < 1.0)) return;
    MeshWork& work = mesh_work();
    if (amounts_.empty()) find_amounts(work.moving);
    for (std::size_t point = 0; point < work.points.size(); ++point)
        work.points[point] =
            work.skinned[point] + amounts_[point] * (work.points[point] - work.skinned[point]);
    outcome.reached = false;
    outcome.trouble = kInPart;
}

// Where several joints move a point, the mean of their amounts, by how far each does.
void PartCorrector::find_amounts(const MovingPart& moving) {
    amounts_.assign(moving.bind.size(), settings_.amount);
    std::vector<double> sum(amounts_.size(), 0.0);
    std::vector<double> weighed(amounts_.size(), 0.0);
    for (std::size_t k = 0; k < moving.maps.size(); ++k)
        for (const auto& [point, value] : moving.maps[k]) {
            sum[point] += std::abs(value);
            weighed[point] += std::abs(value) * table_.joints[table_.targets[k].node].amount;
        }
    for (std::size_t point = 0; point < sum.size(); ++point)
        if (sum[point] > 0.0) amounts_[point] = weighed[point] / sum[point];
}

double PartCorrector::largest_move_on_mesh(Index node) const {
    return mesh_methods_ && losses()[node].moved ? mesh_methods_->largest_move(table_, node) : 0.0;
}

std::optional<double> PartCorrector::still_volume(std::span<const Affine> palette, SkinBase base,
                                                  const Vec3d& centre) {
    const MovingPart& moving = mesh_work().moving;
    if (moving.still.empty() && moving.half_still.empty()) return 0.0;
    if (solver_.is_rebound() || base != SkinBase::Linear) return std::nullopt;
    gather_motions(table_.tree, palette, motions_);
    return mesh_methods().still_volume(motions_, centre);
}

}  // namespace isoskin
