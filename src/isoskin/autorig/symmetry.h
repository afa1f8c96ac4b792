#pragma once

#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// A plane across which a surface is more or less its own image.
struct MirrorPlane {
    Vec3d normal = Vec3d::UnitX();
    double offset = 0.0;    ///< Points of the plane have normal · p = offset.
    double residual = 1.0;  ///< Mean distance of mirrored points from the surface, over the
                            ///< box's diagonal.

    Vec3d image(const Vec3d& point) const {
        return point - 2.0 * (normal.dot(point) - offset) * normal;
    }
};

/// The best plane with each of the given normals.
std::vector<MirrorPlane> mirror_planes(std::span<const Vec3> positions,
                                       std::span<const Triangle> triangles,
                                       std::span<const Vec3d> normals);

/// Axes of the surface's second moments: where the coordinate axes are no planes of symmetry,
/// those of a body that was turned are among them.
Mat3d principal_axes(std::span<const Vec3> positions, std::span<const Triangle> triangles);

}  // namespace isoskin
