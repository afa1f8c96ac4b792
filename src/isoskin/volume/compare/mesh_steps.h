#pragma once

#include <array>
#include <optional>
#include <span>

#include "isoskin/volume/solve/correction_table.h"

namespace isoskin {

/// Axes of a joint in model space: rotation axis, limb, across; orthonormal.
using JointAxes = std::array<Vec3d, 3>;

/// Axes along which a joint's loss is put back (docs/volume.md, "Joint frames"). Two frames, and
/// how much of the loss belongs to the second, from 0 to 1: frames themselves cannot be blended
/// without a place where they flip, shares of the loss can.
struct JointFrames {
    JointAxes still;         ///< Fixed across the bone: for a joint that hardly swings, or twists.
    JointAxes swung;         ///< By the axis of the swing.
    double swung_share = 0;  ///< Rises smoothly with the swing.
};

/// `node` is not the root; one motion per node.
JointFrames joint_frames(const CorrectionTable& table, std::size_t node,
                         std::span<const Affine> motions);

/// A share of volume to be put back where one map says, along the axes of one joint.
struct AxisTask {
    const SparseField* willing = nullptr;  ///< Its map over the area.
    JointAxes axes;
    double loss = 0.0;               ///< Volume to add, in model units.
    std::array<double, 3> shares{};  ///< Of the loss along each axis; sum to one.
    double first_capacity = 0.0;     ///< Of the first axis, on the surface it starts from.
};

/// How much volume unit steps along each axis give; `gradient` is that of the surface.
std::array<double, 3> axis_capacities(const SparseField& willing, const JointAxes& axes,
                                      std::span<const Vec3d> gradient);

/// Shares with the least displacement to first order, or the given ones where the surface can take
/// them; what an axis cannot take is handed to the others.
std::array<double, 3> axis_shares(const std::array<double, 3>& capacities,
                                  const std::optional<std::array<double, 3>>& wanted);

/// Adds to `points` the least move along one axis of a task that restores its share to first order;
/// exactly, if nothing else moves. `gradient` is that of the surface it starts from.
void add_axis_step(const AxisTask& task, std::size_t axis, std::span<const Vec3d> gradient,
                   std::span<Vec3d> points);

}  // namespace isoskin
