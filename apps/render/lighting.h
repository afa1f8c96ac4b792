#pragma once

#include <span>

#include "render/camera.h"

namespace isoskin::render {

/// A key light with a shadow, a fill beside it and a rim from behind, which turn with the camera:
/// every view is lit alike, and a turntable turns the character, not the studio.
struct Lighting {
    Vec3 key_direction;  ///< Towards the light, model space, as the other two.
    Vec3 fill_direction;
    Vec3 rim_direction;
    Eigen::Matrix4f light_from_model;  ///< Orthographic clip space of the shadow map.
    float map_width = 1.0F;            ///< Model units the shadow map spans.
    float softness = 0.0F;             ///< Penumbra in map widths per unit of map depth.
};

/// Lights all `points`, which are not empty.
Lighting light_points(const Camera& camera, std::span<const Vec3> points);

}  // namespace isoskin::render
