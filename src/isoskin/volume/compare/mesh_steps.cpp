#include "isoskin/volume/compare/mesh_steps.h"

#include <cmath>

#include "isoskin/math/across.h"
#include "isoskin/math/smoothstep.h"

namespace isoskin {
namespace {

double capacity(const SparseField& willing, const Vec3d& axis, std::span<const Vec3d> gradient) {
    double sum = 0.0;
    for (const PointValue& entry : willing) {
        const double along = gradient[entry.point].dot(axis);
        sum += entry.value * along * along;
    }
    return sum;
}

// The frame in model space with `limb` kept and `first` made orthogonal to it.
JointAxes make_frame(const Vec3d& first, const Vec3d& limb, const Affine& model_from_parent) {
    const auto carried = [&](const Vec3d& v) {
        return Vec3d((model_from_parent.linear() * v).normalized());
    };
    JointAxes axes;
    axes[1] = carried(limb);
    const Vec3d across = carried(first);
    axes[0] = (across - across.dot(axes[1]) * axes[1]).normalized();
    axes[2] = axes[0].cross(axes[1]);
    return axes;
}

}  // namespace

JointFrames joint_frames(const CorrectionTable& table, std::size_t node,
                         std::span<const Affine> motions) {
    constexpr double kFullSwing = 0.35;  // radians from which the swing rules alone
    const Affine& model_from_parent = motions[table.tree.nodes[node].parent];
    const Affine motion = model_from_parent.inverse() * motions[node];
    const Vec3d& axis = table.joints[node].axis;

    const Vec3d turned = (motion.linear() * axis).normalized();
    const Vec3d swing = axis.cross(turned);
    const double angle = std::atan2(swing.norm(), axis.dot(turned));
    JointFrames frames;
    frames.still = make_frame(any_across(axis), axis, model_from_parent);
    frames.swung = frames.still;
    const Vec3d along = axis + turned;
    if (swing.norm() < 1e-9 || along.norm() < 1e-6) return frames;
    frames.swung = make_frame(swing.normalized(), along.normalized(), model_from_parent);
    frames.swung_share = smoothstep(angle / kFullSwing);
    return frames;
}

std::array<double, 3> axis_capacities(const SparseField& willing, const JointAxes& axes,
                                      std::span<const Vec3d> gradient) {
    Mat3d along;
    for (std::size_t a = 0; a < 3; ++a)
        along.row(static_cast<Eigen::Index>(a)) = axes[a];
    Vec3d sum = Vec3d::Zero();
    for (const PointValue& entry : willing)
        sum += entry.value * (along * gradient[entry.point]).cwiseAbs2();
    return {sum.x(), sum.y(), sum.z()};
}

std::array<double, 3> axis_shares(const std::array<double, 3>& capacities,
                                  const std::optional<std::array<double, 3>>& wanted) {
    const double total = capacities[0] + capacities[1] + capacities[2];
    std::array<double, 3> shares{};
    double given = 0.0;
    for (std::size_t a = 0; a < 3; ++a)
        if (capacities[a] > 1e-9 * total)
            given += shares[a] = wanted ? (*wanted)[a] : capacities[a];
    if (given == 0.0) return {};
    for (double& share : shares)
        share /= given;
    return shares;
}

void add_axis_step(const AxisTask& task, std::size_t axis, std::span<const Vec3d> gradient,
                   std::span<Vec3d> points) {
    const Vec3d& e = task.axes[axis];
    const double able = axis == 0 ? task.first_capacity : capacity(*task.willing, e, gradient);
    if (!(able > 0.0) || task.shares[axis] == 0.0) return;
    const double scale = task.shares[axis] * task.loss / able;
    for (const PointValue& entry : *task.willing)
        points[entry.point] += scale * entry.value * gradient[entry.point].dot(e) * e;
}

}  // namespace isoskin
