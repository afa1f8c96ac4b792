#include "isoskin/volume/mesh_methods.h"

#include <algorithm>
#include <cmath>

#include "isoskin/volume/mesh_steps.h"
#include "isoskin/volume/mesh_volume.h"

namespace isoskin {

/// The methods that walk over the posed mesh, on the buffers of a corrector.
class MeshSteps {
  public:
    MeshSteps(PartCorrector& corrector, std::span<const Affine> palette, SkinBase base)
        : c_(corrector),
          w_(corrector.mesh_work()),
          whole_(corrector.part_),
          part_(w_.moving.part),
          palette_(palette),
          base_(base),
          points_(w_.points) {}

    PartOutcome run(double still) {
        PartOutcome outcome = c_.begin(palette_);
        if (outcome.trouble_node != kNoIndex) return outcome;
        outcome.skinned = still + update_gradient();
        goal_ = outcome.target - still;
        rounding_ = 1e-15 * outcome.target;
        if (!moves(c_.losses_)) {
            outcome.reached = true;
            return outcome;
        }
        list_tasks(outcome.target - outcome.skinned);
        farthest_ = c_.settings_.max_displacement * std::cbrt(outcome.target / whole_.volume);
        switch (c_.settings_.method) {
            case VolumeMethod::None:
                outcome.reached = true;
                break;
            case VolumeMethod::Normal:
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
        if (c_.settings_.scope == VolumeScope::Global) {
            visit(Task{&w_.moving.global_map, &w_.globally_willing, 0, deficit_});
            return;
        }
        for (std::size_t k = 0; k < c_.targets_.size(); ++k) {
            const CorrectionTarget& target = c_.targets_[k];
            if (target.role != CorrectionTarget::Role::Bend || target.map.empty()) continue;
            if (c_.losses_[target.node].moved)
                visit(Task{&w_.moving.maps[k], &w_.willing[k], target.node, share_of(target.node)});
        }
    }

    // Signed shares on a linear base, where losses are known; on another, all take part of the
    // deficit in proportion to what a linear blend would lose.
    double share_of(Index node) const {
        if (c_.settings_.scope == VolumeScope::Sequential && base_ == SkinBase::Linear)
            return sequential_loss_[node];
        const double loss = c_.losses_[node].total * units_[node];
        const double part = total_ > 0.0 ? std::abs(loss) / total_ : 0.0;
        if (base_ == SkinBase::Other) return deficit_ * part;
        return loss + (deficit_ - sum_) * part;
    }

    void list_tasks(double deficit) {
        deficit_ = deficit;
        sequential_loss_ = c_.sequential_loss_;
        units_ = c_.units_;
        for (std::size_t node = 1; node < part_.node_count(); ++node) {
            const Index parent = part_.tree.nodes[node].parent;
            const double unit =
                std::abs(palette_[part_.tree.nodes[parent].slot].linear().determinant());
            units_[node] = unit;
            sum_ += c_.losses_[node].total * unit;
            total_ += std::abs(c_.losses_[node].total * unit);
        }
        if (c_.settings_.scope == VolumeScope::Sequential && base_ == SkinBase::Linear)
            measure_sequence();
    }

    // Joint after joint is posed, root to leaves, and what each changes is its own.
    void measure_sequence() {
        auto& partial = c_.partial_;
        const auto pose_up_to = [&](std::size_t last) {
            for (std::size_t node = 0; node < whole_.node_count(); ++node) {
                const auto& entry = whole_.tree.nodes[node];
                partial[entry.slot] = node <= last ? palette_[entry.slot]
                                                   : partial[whole_.tree.nodes[entry.parent].slot];
            }
        };
        double before = 0.0;
        for (std::size_t last = 0; last < whole_.node_count(); ++last) {
            pose_up_to(last);
            const double wanted = c_.target_volume(partial);  // may use the buffer, too
            skin_part(whole_, partial, c_.moved_);
            const double lost = wanted - enclosed_volume(whole_, c_.moved_);
            sequential_loss_[last] = lost - before;
            before = lost;
        }
    }

    // Volume of what moves, from the first point.
    double update_gradient() { return w_.surface.gradient(part_, points_, w_.gradient); }

    // The field of one map: along carried normals if that is the method, else along the gradient.
    void add_field(const Task& task, double amount, std::span<Vec3d> field) const {
        if (c_.settings_.method == VolumeMethod::Normal)
            for (const auto& [point, value] : *task.map)
                field[point] += amount * value * w_.carried[point];
        else
            for (const auto& [point, value] : *task.willing)
                field[point] += amount * value * w_.gradient[point];
    }

    // Over another base who made the points has carried them, too.
    void carry_directions() {
        if (c_.settings_.method == VolumeMethod::Normal && base_ == SkinBase::Linear)
            isoskin::carry_directions(part_, palette_, w_.carried);
    }

    bool step_to(double target) {
        place_apexes(part_, w_.field);
        const Cubic volume = w_.surface.along(points_, w_.field);
        if (std::abs(volume[0] - target) <= rounding_) return true;
        const auto step = nearest_step(volume, target);
        if (!step) return false;
        add(w_.field, *step, points_);
        place_apexes(part_, points_);
        return true;
    }

    // ∂V/∂amount of a map's field on the surface as it is.
    double gain(const Task& task) const {
        double sum = 0.0;
        if (c_.settings_.method == VolumeMethod::Normal)
            for (const auto& [point, value] : *task.map)
                sum += value * w_.gradient[point].dot(w_.carried[point]);
        else
            for (const auto& [point, value] : *task.willing)
                sum += value * w_.gradient[point].squaredNorm();
        return sum;
    }

    void run_exact_fields(PartOutcome& outcome) {
        carry_directions();
        if (c_.settings_.scope == VolumeScope::Sequential) {
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
            add_field(task, task.loss / able, w_.moved);
            add_field(task, std::abs(task.loss) / able, w_.field);
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
        place_apexes(part_, w_.moved);
        add(w_.moved, 1.0, points_);
        outcome.reached = step_to(goal_);
        if (outcome.reached) return;
        // What the joints asked for may itself lie behind a fold: start again from the skin.
        std::copy(w_.base.begin(), w_.base.end(), points_.begin());
        outcome.reached = step_to(goal_);
        if (outcome.reached) return;
        outcome.reached = outcome.evened = step_evenly_to(goal_);
        if (!outcome.reached) outcome.trouble = kFold;
    }

    // One thickness for all joints that moved: the least any of them can be asked for.
    bool step_evenly_to(double target) {
        set_zero(w_.field);
        for_each_task([&](const Task& task) { add_field(task, 1.0, w_.field); });
        return step_to(target);
    }

    void run_sequential_fields(PartOutcome& outcome) {
        double target = goal_ - (outcome.target - outcome.skinned);
        outcome.reached = true;
        for_each_task([&](const Task& task) {
            update_gradient();
            set_zero(w_.field);
            add_field(task, 1.0, w_.field);
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
            std::abs(enclosed_volume(part_, points_) - goal_) <= 1e-9 * outcome.target;
        if (!outcome.reached && outcome.trouble[0] == '\0') outcome.trouble = kNothingMoves;
    }
    // The gradient is that before the last step: near enough to outward.
    void prepare_outward_growth() {
        set_zero(w_.field);
        for_each_task([&](const Task& task) { add_field(task, std::abs(task.loss), w_.field); });
    }

    AxisTask axis_task(const Task& task, const JointAxes& axes, double share) const {
        const auto capacities = axis_capacities(*task.willing, axes, w_.gradient);
        return {.willing = task.willing,
                .axes = axes,
                .loss = share * task.loss,
                .shares = axis_shares(capacities, c_.axis_shares_[task.node]),
                .first_capacity = capacities[0]};
    }
    // A joint that swings a little puts back part of its loss in either of its frames.
    template <typename Visit>
    void for_each_frame(const Task& task, const Visit& visit) const {
        if (c_.settings_.scope == VolumeScope::Global) {
            const Mat3d frame =
                to_transform(palette_[part_.tree.nodes[0].slot]).rotation.toRotationMatrix();
            visit(axis_task(task, {frame.col(0), frame.col(1), frame.col(2)}, 1.0));
            return;
        }
        const JointFrames frames = joint_frames(part_, task.node, palette_);
        if (frames.swung_share < 1.0)
            visit(axis_task(task, frames.still, 1.0 - frames.swung_share));
        if (frames.swung_share > 0.0) visit(axis_task(task, frames.swung, frames.swung_share));
    }

    void run_axes(PartOutcome& outcome) {
        if (c_.settings_.scope == VolumeScope::Sequential) {
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
            place_apexes(part_, points_);
        }
    }

    void run_linearised(PartOutcome& outcome) {
        for (int iteration = 0; iteration < c_.settings_.iterations; ++iteration) {
            const double deficit = goal_ - update_gradient();
            const double scale = deficit_ != 0.0 ? deficit / deficit_ : 0.0;
            for_each_task([&](Task task) {
                task.loss = iteration == 0 ? task.loss : task.loss * scale;
                if (c_.settings_.method == VolumeMethod::LinearAxes) {
                    for_each_frame(task, [&](const AxisTask& steps) {
                        for (std::size_t axis = 0; axis < 3; ++axis)
                            add_axis_step(steps, axis, w_.gradient, points_);
                    });
                } else {
                    add_linear_normal(task);
                }
            });
            place_apexes(part_, points_);
        }
        outcome.reached = true;  // it makes no promise
    }
    void add_linear_normal(const Task& task) {
        const double able = gain(task);
        if (able > 0.0) add_field(task, task.loss / able, points_);
    }

    // No point goes farther than allowed: it is held there, and what it leaves is closed over those
    // that are not; again, while these come too far.
    void hold_back(PartOutcome& outcome) {
        constexpr int kMaxRounds = 16;
        std::fill(w_.held.begin(), w_.held.end(), 0);
        for (int round = 0; hold_points(); ++round) {
            place_apexes(part_, points_);
            if (outcome.capped = count_held_tasks(); !is_exact()) return;
            update_gradient();
            prepare_outward_growth();
            for (std::size_t k = 0; k < w_.held.size(); ++k)
                if (w_.held[k] != 0) w_.field[k].setZero();
            outcome.reached = round < kMaxRounds && step_to(goal_);
            if (outcome.reached) continue;
            outcome.trouble = kCapped;
            return;
        }
    }

    bool is_exact() const {
        return c_.settings_.method != VolumeMethod::LinearAxes &&
               c_.settings_.method != VolumeMethod::LinearNormal;
    }

    // Whether a point had to be held that was not before.
    bool hold_points() {
        bool found = false;
        for (std::size_t k = 1; k < part_.point_count(); ++k) {
            const Vec3d move = points_[k] - w_.skinned[k];
            const double most = farthest_ * w_.moving.radius[k];
            if (move.squaredNorm() <= most * most) continue;
            found = found || w_.held[k] == 0;
            w_.held[k] = 1;
            points_[k] = w_.skinned[k] + (most / move.norm()) * move;
        }
        return found;
    }

    std::size_t count_held_tasks() const {
        std::size_t count = 0;
        for_each_task([&](const Task& task) {
            count += std::any_of(task.map->begin(), task.map->end(), [&](const PointValue& entry) {
                return w_.held[entry.point] != 0;
            });
        });
        return count;
    }

    PartCorrector& c_;
    MeshWork& w_;
    const PartModel& whole_;
    const PartModel& part_;  // what can move of it
    std::span<const Affine> palette_;
    SkinBase base_;
    std::span<Vec3d> points_;
    double goal_ = 0.0;  // volume that what moves ought to have, seen from its centre
    double rounding_ = 0.0;
    double farthest_ = 0.0;  // move allowed, in bind radii
    double deficit_ = 0.0;
    double sum_ = 0.0;
    double total_ = 0.0;
    std::span<double> sequential_loss_;
    std::span<double> units_;
};

PartOutcome run_on_mesh(PartCorrector& corrector, std::span<const Affine> palette, SkinBase base,
                        double still) {
    return MeshSteps(corrector, palette, base).run(still);
}

}  // namespace isoskin
