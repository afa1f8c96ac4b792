#pragma once

#include <array>
#include <optional>
#include <span>

#include "isoskin/rig/character.h"

namespace isoskin {

/// Where a ray meets a posed surface first.
struct SurfaceHit {
    std::size_t mesh = 0;
    Vec3d point = Vec3d::Zero();
    Vec3d normal = Vec3d::Zero();           ///< Of the face, towards its outside.
    JointIndex joint = 0;                   ///< The one that moves this place most.
    Triangle triangle = {};                 ///< The vertices of the face it lies on,
    std::array<double, 3> corner_shares{};  ///< and how near to each, together 1.
    double distance = 0.0;                  ///< Along the ray, in lengths of `direction`.
};

/// Faces seen from behind count too. One element of `posed` per mesh; linear in the triangles.
std::optional<SurfaceHit> pick_surface(const Character& character, std::span<const PosedMesh> posed,
                                       const Vec3d& origin, const Vec3d& direction);

}  // namespace isoskin
