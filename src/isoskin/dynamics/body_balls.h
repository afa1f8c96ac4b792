#pragma once

#include <span>
#include <vector>

#include "isoskin/dynamics/dynamics_settings.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// A ball that a joint carries: part of a rough body that cloth cannot enter.
struct BodyBall {
    JointIndex joint = 0;
    Vec3d centre = Vec3d::Zero();  ///< In the space of the joint.
    double radius = 1.0;           ///< In model units.
};

/// Balls within the skin of a character, each as large as there is room and touching it, until all
/// of it is near one; a ball goes with the joint that the skin it touches follows most.
std::vector<BodyBall> body_balls(const Character& character);

/// Where a pose has them, `margin` larger in radius. With `seconds` since the balls were `before`,
/// as many, they have their velocities; empty: they stand.
std::vector<Ball> posed_balls(std::span<const BodyBall> body,
                              std::span<const Affine> model_from_joint, double margin,
                              std::span<const Ball> before = {}, double seconds = 0.0);

}  // namespace isoskin
