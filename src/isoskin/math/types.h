#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

/// Positions and everything per vertex are float; poses, palettes and sums are double.
///
/// A variable `b_from_a` maps points of space a to space b, so a chain reads by cancelling
/// neighbours: `c_from_a = c_from_b * b_from_a`. Right-handed, y up, counter-clockwise faces,
/// column vectors, radians, seconds, mesh units.
namespace isoskin {

using Vec2 = Eigen::Vector2f;
using Vec3 = Eigen::Vector3f;
using Vec4 = Eigen::Matrix<float, 4, 1, Eigen::DontAlign>;  // packed: tangents, colours
using Vec3d = Eigen::Vector3d;
using Quatd = Eigen::Quaterniond;
using Mat3d = Eigen::Matrix3d;
using Affine = Eigen::Affine3d;

inline constexpr double kPi = 3.14159265358979323846;

}  // namespace isoskin
