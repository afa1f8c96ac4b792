#include "isoskin/volume/mesh_methods.h"

#include <algorithm>
#include <cmath>

#include "isoskin/volume/mesh_steps.h"
#include "isoskin/volume/mesh_volume.h"

namespace isoskin {

/// The methods that walk over the posed mesh, on the buffers of a corrector.
class MeshSteps {
  public:
    MeshSteps(PartCorrector& corrector, std::span<const Affine> palette, SkinBase base,
              std::span<const Vec3d> carried, std::span<Vec3d> points)
        : c_(corrector),
          w_(corrector.mesh_work()),
          whole_(corrector.part_),
          part_(w_.moving.part),
          palette_(palette),
          base_(base),
          carried_by_base_(carried),
          whole_points_(points),
          points_(w_.points) {}

    PartOutcome run() {
        PartOutcome outcome = c_.begin(palette_);
        if (outcome.trouble_node != kNoIndex) return outcome;
        gather(w_.moving, whole_points_, points_);
        const double still = still_volume(w_.moving, whole_points_, points_[0]);
        outcome.skinned = still + enclosed_volume(part_, points_);
        goal_ = outcome.target - still;
        rounding_ = 1e-15 * outcome.target;
        if (!moves(c_.losses_)) {
            outcome.reached = true;
            return outcome;
        }
        list_tasks(outcome.target - outcome.skinned);
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
        scatter(w_.moving, points_, whole_points_);
        return outcome;
    }

  private:
    struct Task {
        const SparseField* map;
        Index node;
        double loss;  // model units
    };

    // Who has to put back how much, where: one task per moved joint, or one for the whole part.
    template <typename Visit>
    void for_each_task(const Visit& visit) const {
        if (c_.settings_.scope == VolumeScope::Global) {
            visit(Task{&w_.moving.global_map, 0, deficit_});
            return;
        }
        for (std::size_t k = 0; k < c_.targets_.size(); ++k) {
            const CorrectionTarget& target = c_.targets_[k];
            if (target.role != CorrectionTarget::Role::Bend || target.map.empty()) continue;
            if (c_.losses_[target.node].moved)
                visit(Task{&w_.moving.maps[k], target.node, share_of(target.node)});
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
            skin_part(whole_, partial, c_.moved_);
            const double lost = c_.target_volume(partial) - enclosed_volume(whole_, c_.moved_);
            sequential_loss_[last] = lost - before;
            before = lost;
        }
    }

    // The field of one map: along carried normals, or along the gradient over the area.
    void add_field(const SparseField& map, double amount, std::span<Vec3d> field) const {
        for (const auto& [point, value] : map) {
            if (c_.settings_.method == VolumeMethod::Free)
                field[point] += amount * value / part_.area[point] * w_.gradient[point];
            else
                field[point] += amount * value * w_.carried[point];
        }
    }

    void prepare_directions() {
        if (c_.settings_.method == VolumeMethod::Free) {
            volume_gradient(part_, points_, w_.gradient);
            return;
        }
        carry_directions();
    }
    void carry_directions() {
        if (base_ == SkinBase::Linear)
            isoskin::carry_directions(part_, palette_, w_.carried);
        else
            gather_carried();
    }

    void gather_carried() {
        for (std::size_t k = 1; k < part_.point_count(); ++k)
            w_.carried[k] = carried_by_base_[w_.moving.whole_point[k - 1]];
        w_.carried[0].setZero();
    }

    bool step_to(double target) {
        place_field_apexes();
        const Cubic volume = volume_along(part_, points_, w_.field);
        if (std::abs(volume[0] - target) <= rounding_) return true;
        const auto step = nearest_step(volume, target);
        if (!step) return false;
        add(w_.field, *step, points_);
        place_apexes(part_, points_);
        return true;
    }
    void place_field_apexes() { place_apexes(part_, w_.field); }

    // ∂V/∂amount of a map's field on the surface as it is.
    double gain(const SparseField& map) {
        double sum = 0.0;
        volume_gradient(part_, points_, w_.gradient);
        for (const auto& [point, value] : map)
            sum += value * (c_.settings_.method == VolumeMethod::Free
                                ? w_.gradient[point].squaredNorm() / part_.area[point]
                                : w_.gradient[point].dot(w_.carried[point]));
        return sum;
    }

    void run_exact_fields(PartOutcome& outcome) {
        prepare_directions();
        if (c_.settings_.scope == VolumeScope::Sequential) {
            run_sequential_fields(outcome);
            return;
        }
        set_zero(w_.moved);  // what every joint asks for by itself
        set_zero(w_.field);  // the common growth
        bool any = false;
        for_each_task([&](const Task& task) {
            const double able = gain(*task.map);
            if (!(able > 0.0)) return;
            any = true;
            add_field(*task.map, task.loss / able, w_.moved);
            add_field(*task.map, std::abs(task.loss) / able, w_.field);
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
        outcome.reached = step_to(goal_) || step_evenly_to(goal_);
        if (!outcome.reached) outcome.trouble = kFold;
    }

    // One thickness for all joints that moved: the least any of them can be asked for.
    bool step_evenly_to(double target) {
        set_zero(w_.field);
        for_each_task([&](const Task& task) { add_field(*task.map, 1.0, w_.field); });
        return step_to(target);
    }

    void run_sequential_fields(PartOutcome& outcome) {
        double target = goal_ - (outcome.target - outcome.skinned);
        outcome.reached = true;
        for_each_task([&](const Task& task) {
            prepare_directions();
            set_zero(w_.field);
            add_field(*task.map, 1.0, w_.field);
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
        place_field_apexes();
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
    void prepare_outward_growth() {
        carry_directions();
        set_zero(w_.field);
        for_each_task([&](const Task& task) {
            for (const auto& [point, value] : *task.map)
                w_.field[point] += std::abs(task.loss) * value * w_.carried[point];
        });
    }

    AxisTask axis_task(const Task& task, const JointAxes& axes, double share) const {
        AxisTask result{.map = task.map, .axes = axes, .loss = share * task.loss};
        result.shares = axis_shares(part_, *task.map, axes, w_.gradient, c_.shares_[task.node]);
        return result;
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
                volume_gradient(part_, points_, w_.gradient);
                for_each_frame(task, [&](const AxisTask& steps) { three_steps(steps); });
            });
        } else {
            volume_gradient(part_, points_, w_.gradient);
            w_.axis_tasks.clear();
            for_each_task([&](const Task& task) {
                for_each_frame(task,
                               [&](const AxisTask& steps) { w_.axis_tasks.push_back(steps); });
            });
            for (std::size_t axis = 0; axis < 3; ++axis)
                step_all_along(axis);
        }
        outcome.reached = true;
        close_rest(outcome);
    }
    void three_steps(const AxisTask& steps) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            volume_gradient(part_, points_, w_.gradient);
            set_zero(w_.field);
            add_axis_step(part_, steps, axis, w_.gradient, w_.field);
            place_field_apexes();
            add(w_.field, 1.0, points_);
        }
    }
    // Shares are those of the first gradient; steps use the surface as it is.
    void step_all_along(std::size_t axis) {
        if (axis > 0) volume_gradient(part_, points_, w_.gradient);
        set_zero(w_.field);
        for (const AxisTask& steps : w_.axis_tasks)
            add_axis_step(part_, steps, axis, w_.gradient, w_.field);
        place_field_apexes();
        add(w_.field, 1.0, points_);
    }

    void run_linearised(PartOutcome& outcome) {
        for (int iteration = 0; iteration < c_.settings_.iterations; ++iteration) {
            volume_gradient(part_, points_, w_.gradient);
            const double deficit = goal_ - enclosed_volume(part_, points_);
            const double scale = deficit_ != 0.0 ? deficit / deficit_ : 0.0;
            set_zero(w_.field);
            for_each_task([&](Task task) {
                task.loss = iteration == 0 ? task.loss : task.loss * scale;
                if (c_.settings_.method == VolumeMethod::LinearAxes) {
                    for_each_frame(task, [&](const AxisTask& steps) {
                        for (std::size_t axis = 0; axis < 3; ++axis)
                            add_axis_step(part_, steps, axis, w_.gradient, w_.field);
                    });
                } else {
                    add_linear_normal(task);
                }
            });
            place_field_apexes();
            add(w_.field, 1.0, points_);
        }
        outcome.reached = true;  // it makes no promise
    }
    void add_linear_normal(const Task& task) {
        double able = 0.0;
        for (const auto& [point, value] : *task.map)
            able += value / part_.area[point] * w_.gradient[point].squaredNorm();
        if (!(able > 0.0)) return;
        for (const auto& [point, value] : *task.map)
            w_.field[point] += task.loss / able * value / part_.area[point] * w_.gradient[point];
    }

    PartCorrector& c_;
    MeshWork& w_;
    const PartModel& whole_;
    const PartModel& part_;  // what can move of it
    std::span<const Affine> palette_;
    SkinBase base_;
    std::span<const Vec3d> carried_by_base_;
    std::span<Vec3d> whole_points_;
    std::span<Vec3d> points_;
    double goal_ = 0.0;  // volume that what moves ought to have, seen from its centre
    double rounding_ = 0.0;
    double deficit_ = 0.0;
    double sum_ = 0.0;
    double total_ = 0.0;
    std::span<double> sequential_loss_;
    std::span<double> units_;
};

PartOutcome run_on_mesh(PartCorrector& corrector, std::span<const Affine> palette, SkinBase base,
                        std::span<const Vec3d> carried, std::span<Vec3d> points) {
    return MeshSteps(corrector, palette, base, carried, points).run();
}

}  // namespace isoskin
