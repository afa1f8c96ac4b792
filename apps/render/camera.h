#pragma once

#include <span>
#include <string_view>

#include "isoskin/base/result.h"
#include "isoskin/math/types.h"

namespace isoskin::render {

/// From which side a character is seen; how far away follows from what has to be in the picture.
struct Camera {
    double yaw = 0.6;  ///< Radians round y: 0 looks at the face (+z), π/2 at its left side (+x).
    double pitch = 0.22;          ///< Radians above the horizon; π/2 looks straight down.
    double zoom = 1.0;            ///< Above 1 goes nearer than what shows everything.
    double field_of_view = 0.45;  ///< Radians, of the picture's height.
};

/// A view by name (front, side, back, top, three-quarter) or "YAW,PITCH[,ZOOM]" in degrees. Fails
/// with a usage error that lists the names.
Result<Camera> parse_camera(std::string_view text);

/// Where a camera came to stand.
struct View {
    Eigen::Matrix4f clip_from_model;
    Eigen::Matrix4f view_from_model;
    Eigen::Matrix4f clip_from_view;
    Vec3 eye;  ///< In model space.
    double near_plane = 0.0;
    double far_plane = 0.0;
};

/// Stands the camera so that all `points` (at least one, model space) are in the picture with a
/// margin round them; `aspect` is width over height.
View frame_points(const Camera& camera, std::span<const Vec3> points, double aspect);

}  // namespace isoskin::render
