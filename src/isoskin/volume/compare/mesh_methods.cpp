#include "isoskin/volume/compare/mesh_methods.h"

#include <algorithm>
#include <cmath>

#include "isoskin/math/transform.h"

namespace isoskin {
namespace {

void set_zero(std::span<Vec3d> field) {
    std::fill(field.begin(), field.end(), Vec3d::Zero());
}

/// One pose of the methods that walk over the posed mesh.
class MeshSteps {
  public:
    MeshSteps(const MeshMethods::Input& input, const VolumeSettings& settings, PartSolver& solver,
              MeshWork& work, std::span<double> sequential_loss, std::span<Affine> partial,
              std::span<const std::optional<std::array<double, 3>>> axis_shares)
        : table_(input.table),
          settings_(settings),
          solver_(solver),
          w_(work),
          moving_(work.moving),
          base_(input.base),
          points_(work.points),
          sequential_loss_(sequential_loss),
          partial_(partial),
          asked_shares_(axis_shares) {}

    PartOutcome run(std::span<const Affine> palette, double still) {
        PartOutcome outcome = solver_.begin(table_, palette);
        motions_ = solver_.motions();
        losses_ = solver_.losses();
        if (outcome.trouble_node != kNoIndex) return outcome;
        outcome.skinned = still + update_gradient();
        goal_ = outcome.target - still;
        rounding_ = 1e-15 * outcome.target;
        if (!moves(losses_)) {
            outcome.reached = true;
            return outcome;
        }
        list_tasks(outcome.target - outcome.skinned);
        switch (settings_.method) {
            case VolumeMethod::None:
                outcome.reached = true;
                break;
            case VolumeMethod::Normal:
            case VolumeMethod::Flesh:
            case VolumeMethod::Free:
                run_exact_fields(outcome);
                break;
            case VolumeMethod::Axes:
                run_axes(outcome);
                break;
            case VolumeMethod::LinearAxes:
            case VolumeMethod::LinearNormal:
                run_linearised(outcome);
                break;
        }
        hold_back(outcome);
        return outcome;
    }

  private:
    struct Task {
        const SparseField* map;
        const SparseField* willing;  // the map over the area
        Index node;
        double loss;  // model units
    };

    // Who has to put back how much, where: one task per moved joint, or one for the whole part.
    template <typename Visit>
    void for_each_task(const Visit& visit) const {
        if (settings_.scope == VolumeScope::Global) {
            visit(Task{&w_.moving.global_map, &w_.globally_willing, 0, deficit_});
            return;
        }
        for (std::size_t k = 0; k < table_.targets.size(); ++k) {
            const CorrectionTarget& target = table_.targets[k];
            if (target.role != CorrectionTarget::Role::Bend || target.map.empty()) continue;
            if (losses_[target.node].moved)
                visit(Task{&w_.moving.maps[k], &w_.willing[k], target.node, share_of(target.node)});
        }
    }

    // In model units: motions may scale.
    double loss_of(std::size_t node) const {
        return losses_[node].total *
               std::abs(motions_[table_.tree.nodes[node].parent].linear().determinant());
    }

    // Signed shares on a linear base, where losses are known; on another, all take part of the
    // deficit in proportion to what a linear blend would lose.
    double share_of(Index node) const {
        if (settings_.scope == VolumeScope::Sequential && base_ == SkinBase::Linear)
            return sequential_loss_[node];
        const double loss = loss_of(node);
        const double part = total_ > 0.0 ? std::abs(loss) / total_ : 0.0;
        if (base_ == SkinBase::Other) return deficit_ * part;
        return loss + (deficit_ - sum_) * part;
    }

    void list_tasks(double deficit) {
        deficit_ = deficit;
        for (std::size_t node = 1; node < table_.node_count(); ++node) {
            sum_ += loss_of(node);
            total_ += std::abs(loss_of(node));
        }
        if (settings_.scope == VolumeScope::Sequential && base_ == SkinBase::Linear)
            measure_sequence();
    }

    // Joint after joint is posed, root to leaves, and what each changes is its own.
    void measure_sequence() {
        double before = 0.0;
        for (std::size_t last = 0; last < table_.node_count(); ++last) {
            for (std::size_t node = 0; node < table_.node_count(); ++node)
                partial_[node] =
                    node <= last ? motions_[node] : partial_[table_.tree.nodes[node].parent];
            const double lost =
                solver_.target_volume(table_, partial_) - solver_.skinned_volume(table_, partial_);
            sequential_loss_[last] = lost - before;
            before = lost;
        }
    }

    // Volume of what moves, from the first point.
    double update_gradient() { return w_.surface.gradient(moving_, points_, w_.gradient); }

    // The field of one map: along carried normals if that is the method, else along the gradient.
    void add_task(const Task& task, double amount, std::span<Vec3d> field) const {
        if (thickens(settings_.method))
            for (const auto& [point, value] : *task.map)
                field[point] += amount * value * w_.carried[point];
        else
            for (const auto& [point, value] : *task.willing)
                field[point] += amount * value * w_.gradient[point];
    }

    // Over another base who made the points has carried them, too.
    void carry_directions() {
        if (!thickens(settings_.method) || base_ != SkinBase::Linear) return;
        std::copy(moving_.direction.begin(), moving_.direction.end(), w_.carried.begin());
        carry_vectors(moving_, motions_, w_.carried);
    }

    bool step_to(double target) {
        place_apexes(moving_, w_.field);
        const Cubic volume = w_.surface.along(points_, w_.field);
        if (std::abs(volume[0] - target) <= rounding_) return true;
        const auto step = nearest_step(volume, target);
        if (!step) return false;
        isoskin::add_field(w_.field, *step, points_);
        place_apexes(moving_, points_);
        return true;
    }

    // ∂V/∂amount of a map's field on the surface as it is.
    double gain(const Task& task) const {
        double sum = 0.0;
        if (thickens(settings_.method))
            for (const auto& [point, value] : *task.map)
                sum += value * w_.gradient[point].dot(w_.carried[point]);
        else
            for (const auto& [point, value] : *task.willing)
                sum += value * w_.gradient[point].squaredNorm();
        return sum;
    }

    void run_exact_fields(PartOutcome& outcome) {
        carry_directions();
        if (settings_.scope == VolumeScope::Sequential) {
            run_sequential_fields(outcome);
            return;
        }
        set_zero(w_.moved);  // what every joint asks for by itself
        set_zero(w_.field);  // the common growth
        bool any = false;
        for_each_task([&](const Task& task) {
            const double able = gain(task);
            if (!(able > 0.0)) return;
            any = true;
            add_task(task, task.loss / able, w_.moved);
            add_task(task, std::abs(task.loss) / able, w_.field);
        });
        finish_with_growth(outcome, any);
    }

    void finish_with_growth(PartOutcome& outcome, bool any) {
        if (!any) {
            outcome.reached = std::abs(deficit_) <= 1e-12 * outcome.target;
            outcome.trouble = outcome.reached ? "" : kNothingMoves;
            return;
        }
        w_.base.assign(points_.begin(), points_.end());
        place_apexes(moving_, w_.moved);
        isoskin::add_field(w_.moved, 1.0, points_);
        outcome.reached = step_to(goal_);
        if (outcome.reached) return;
        // What the joints asked for may itself lie behind a fold: start again from the skin.
        std::copy(w_.base.begin(), w_.base.end(), points_.begin());
        outcome.reached = step_to(goal_);
        if (outcome.reached) return;
        // One thickness for all joints that moved: the least any of them can be asked for.
        set_zero(w_.field);
        for_each_task([&](const Task& task) { add_task(task, 1.0, w_.field); });
        outcome.reached = step_to(goal_);
        if (!outcome.reached) outcome.trouble = kFold;
    }

    void run_sequential_fields(PartOutcome& outcome) {
        double target = goal_ - (outcome.target - outcome.skinned);
        outcome.reached = true;
        for_each_task([&](const Task& task) {
            update_gradient();
            set_zero(w_.field);
            add_task(task, 1.0, w_.field);
            target += task.loss;
            if (step_to(target)) return;
            outcome.reached = false;
            outcome.trouble = kFold;
            outcome.trouble_node = task.node;
        });
        close_rest(outcome);
    }

    // What the tasks left (joints that may not move, rounding) is closed over all their maps.
    void close_rest(PartOutcome& outcome) {
        prepare_outward_growth();
        if (step_to(goal_)) {
            outcome.reached = true;
            outcome.trouble = "";
            outcome.trouble_node = kNoIndex;
            return;
        }
        outcome.reached =
            std::abs(enclosed_volume(moving_, points_) - goal_) <= 1e-9 * outcome.target;
        if (!outcome.reached && outcome.trouble[0] == '\0') outcome.trouble = kNothingMoves;
    }
    // The gradient is that before the last step: near enough to outward.
    void prepare_outward_growth() {
        set_zero(w_.field);
        for_each_task([&](const Task& task) { add_task(task, std::abs(task.loss), w_.field); });
    }

    AxisTask axis_task(const Task& task, const JointAxes& axes, double share) const {
        const auto capacities = axis_capacities(*task.willing, axes, w_.gradient);
        return {.willing = task.willing,
                .axes = axes,
                .loss = share * task.loss,
                .shares = axis_shares(capacities, asked_shares_[task.node]),
                .first_capacity = capacities[0]};
    }
    // A joint that swings a little puts back part of its loss in either of its frames.
    template <typename Visit>
    void for_each_frame(const Task& task, const Visit& visit) const {
        if (settings_.scope == VolumeScope::Global) {
            const Mat3d frame = to_transform(motions_[0]).rotation.toRotationMatrix();
            visit(axis_task(task, {frame.col(0), frame.col(1), frame.col(2)}, 1.0));
            return;
        }
        const JointFrames frames = joint_frames(table_, task.node, motions_);
        if (frames.swung_share < 1.0)
            visit(axis_task(task, frames.still, 1.0 - frames.swung_share));
        if (frames.swung_share > 0.0) visit(axis_task(task, frames.swung, frames.swung_share));
    }

    void run_axes(PartOutcome& outcome) {
        if (settings_.scope == VolumeScope::Sequential) {
            for_each_task([&](const Task& task) {
                for_each_frame(task, [&](const AxisTask& steps) {
                    three_steps({&steps, 1});
                    update_gradient();
                });
            });
        } else {
            w_.axis_tasks.clear();
            for_each_task([&](const Task& task) {
                for_each_frame(task,
                               [&](const AxisTask& steps) { w_.axis_tasks.push_back(steps); });
            });
            three_steps(w_.axis_tasks);
        }
        outcome.reached = true;
        close_rest(outcome);
    }
    // Shares are those of the first gradient; steps use the surface as it is.
    void three_steps(std::span<const AxisTask> tasks) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (axis > 0) update_gradient();
            for (const AxisTask& task : tasks)
                add_axis_step(task, axis, w_.gradient, points_);
            place_apexes(moving_, points_);
        }
    }

    void run_linearised(PartOutcome& outcome) {
        for (int iteration = 0; iteration < settings_.iterations; ++iteration) {
            const double deficit = goal_ - update_gradient();
            const double scale = deficit_ != 0.0 ? deficit / deficit_ : 0.0;
            for_each_task([&](Task task) {
                task.loss = iteration == 0 ? task.loss : task.loss * scale;
                if (settings_.method == VolumeMethod::LinearAxes) {
                    for_each_frame(task, [&](const AxisTask& steps) {
                        for (std::size_t axis = 0; axis < 3; ++axis)
                            add_axis_step(steps, axis, w_.gradient, points_);
                    });
                } else {
                    add_linear_normal(task);
                }
            });
            place_apexes(moving_, points_);
        }
        outcome.reached = true;  // it makes no promise
    }
    void add_linear_normal(const Task& task) {
        const double able = gain(task);
        if (able > 0.0) add_task(task, task.loss / able, points_);
    }

    // No point goes farther than allowed: it is held there, and what it leaves is closed over those
    // that are not, again while these come too far. Where that cannot be, the whole correction is
    // scaled back.
    void hold_back(PartOutcome& outcome) {
        constexpr int kMaxRounds = 16;
        farthest_ = settings_.max_displacement * std::cbrt(outcome.target / solver_.bind_volume());
        std::copy(points_.begin(), points_.end(), w_.base.begin());
        std::fill(w_.held.begin(), w_.held.end(), 0);
        for (int round = 0; hold_points(); ++round) {
            place_apexes(moving_, points_);
            if (!is_exact()) return scale_back(outcome);
            update_gradient();
            prepare_outward_growth();
            for (std::size_t k = 0; k < w_.held.size(); ++k)
                if (w_.held[k] != 0) w_.field[k].setZero();
            outcome.reached = round < kMaxRounds && step_to(goal_);
            if (!outcome.reached) return scale_back(outcome);
        }
    }

    bool is_exact() const {
        return settings_.method != VolumeMethod::LinearAxes &&
               settings_.method != VolumeMethod::LinearNormal;
    }

    // Whether a point had to be held that was not before.
    bool hold_points() {
        bool found = false;
        for (std::size_t k = 1; k < moving_.point_count(); ++k) {
            const Vec3d move = points_[k] - w_.skinned[k];
            const double most = farthest_ * w_.moving.radius[k];
            if (move.squaredNorm() <= most * most) continue;
            found = found || w_.held[k] == 0;
            w_.held[k] = 1;
            points_[k] = w_.skinned[k] + (most / move.norm()) * move;
        }
        return found;
    }

    // What the method did by itself, by one factor.
    void scale_back(PartOutcome& outcome) {
        double most = 0.0;
        Index at = kNoIndex;
        for (std::size_t k = 1; k < moving_.point_count(); ++k) {
            const double move =
                (w_.base[k] - w_.skinned[k]).norm() / (farthest_ * w_.moving.radius[k]);
            if (!(move > most)) continue;
            most = move;
            at = static_cast<Index>(k);
        }
        outcome.kept = 1.0 / most;
        outcome.reached = false;
        outcome.trouble = kHeldBack;
        outcome.trouble_node = joint_that_moves(at);
        for (std::size_t k = 0; k < points_.size(); ++k)
            points_[k] = w_.skinned[k] + outcome.kept * (w_.base[k] - w_.skinned[k]);
    }

    Index joint_that_moves(Index point) const {
        Index most = kNoIndex;
        double value = 0.0;
        for_each_task([&](const Task& task) {
            for (const PointValue& entry : *task.map)
                if (entry.point == point && entry.value * std::abs(task.loss) > value) {
                    value = entry.value * std::abs(task.loss);
                    most = task.node;
                }
        });
        return most;
    }

    const CorrectionTable& table_;
    const VolumeSettings& settings_;
    PartSolver& solver_;
    MeshWork& w_;
    const MovingPart& moving_;
    SkinBase base_;
    std::span<Vec3d> points_;
    std::span<double> sequential_loss_;  // per node
    std::span<Affine> partial_;          // per node: a pose that is only partly taken up
    std::span<const std::optional<std::array<double, 3>>> asked_shares_;  // per node
    std::span<const Affine> motions_;
    std::span<const JointLoss> losses_;
    double goal_ = 0.0;  // volume that what moves ought to have, seen from its centre
    double rounding_ = 0.0;
    double farthest_ = 0.0;  // move allowed, in bind radii
    double deficit_ = 0.0;
    double sum_ = 0.0;
    double total_ = 0.0;
};

}  // namespace

MeshWishes make_mesh_wishes(const PartModel& part, const VolumeSurface& surface,
                            std::span<const std::string> joint_names,
                            const VolumeSettings& settings) {
    MeshWishes wishes;
    if (settings.scope == VolumeScope::Global)
        wishes.global_map = make_global_map(part, surface, joint_names, settings);
    for (const auto& node : part.tree.nodes) {
        auto shares = settings.shares;
        if (!shares && settings.effect == VolumeEffect::Rubber) shares = {{0.8, 0.2, 0.0}};
        for (const auto& joint : settings.joints)
            if (joint.joint == joint_names[node.slot] && joint.shares) shares = joint.shares;
        wishes.axis_shares.push_back(shares);
    }
    return wishes;
}

MeshMethods::MeshMethods(const TableBuilder& builder, const CorrectionTable& table,
                         const VolumeSettings& settings, MeshWishes wishes, Reshaping reshaping)
    : settings_(settings),
      work_(make_moving_part(builder.part(), table, wishes.global_map)),
      axis_shares_(std::move(wishes.axis_shares)),
      sequential_loss_(table.node_count(), 0.0),
      partial_(table.node_count(), Affine::Identity()) {
    const MovingPart& moving = work_.moving;
    const auto still = static_cast<double>(moving.still.size() + moving.half_still.size());
    if (still > 0.0 && !is_by_targets(settings) && reshaping == Reshaping::Complete)
        still_form_ =
            builder.make_form(moving.still, moving.half_still, {}, kFormPerStillTriangle * still);
    if (still_form_) still_work_.reserve(*still_form_, table.node_count());
}

std::optional<double> MeshMethods::still_volume(std::span<const Affine> motions,
                                                const Vec3d& centre) {
    if (work_.moving.still.empty() && work_.moving.half_still.empty()) return 0.0;
    if (!still_form_) return std::nullopt;
    return still_work_.volume(*still_form_, motions, centre);
}

PartOutcome MeshMethods::correct(const Input& input, PartSolver& solver) {
    const PartOutcome outcome =
        MeshSteps(input, settings_, solver, work_, sequential_loss_, partial_, axis_shares_)
            .run(input.palette, input.still);
    const bool has_moved = outcome.trouble != kSingular && moves(solver.losses());
    scale_ = has_moved ? std::cbrt(outcome.target / solver.bind_volume()) : 0.0;
    return outcome;
}

double MeshMethods::largest_move(const CorrectionTable& table, Index node) const {
    if (!(scale_ > 0.0) || settings_.scope == VolumeScope::Global) return 0.0;
    double largest = 0.0;
    for (std::size_t k = 0; k < table.targets.size(); ++k)
        if (table.targets[k].node == node && table.targets[k].role == CorrectionTarget::Role::Bend)
            for (const PointValue& entry : work_.moving.maps[k])
                largest = std::max(
                    largest,
                    (work_.points[entry.point] - work_.skinned[entry.point]).squaredNorm());
    return std::sqrt(largest) / scale_;
}

}  // namespace isoskin
