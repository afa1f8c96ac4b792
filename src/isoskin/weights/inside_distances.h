#pragma once

#include <span>
#include <vector>

#include "isoskin/base/keep_on.h"
#include "isoskin/mesh/solid_voxels.h"
#include "isoskin/weights/distance_weights.h"

namespace isoskin {

/// How far a joint's bones are from a point, through the body.
struct JointReach {
    JointIndex joint = 0;
    double distance = 0.0;
    bool seen = false;  ///< The straight way stays inside.
};

/// Per point the joints that reach it through the solid, nearest first, up to the nearest distance
/// plus two limb radii of the nearest joint: what is farther away belongs to another limb. The limb
/// radius of a joint is the mean distance of the points nearest to it. A point that no bone reaches
/// has none.
struct InsideReach {
    std::vector<std::vector<JointReach>> of_point;
    std::vector<double> limb_radius;  ///< Per joint; 0 where nothing is nearest to it.
};

/// Ways lead from cell to cell through faces, edges and corners, straight where the bone is seen.
/// Incomplete if `keep_on` ended it.
InsideReach inside_reach(std::span<const Vec3> points, std::span<const Bone> bones,
                         std::size_t joint_count, const SolidVoxels& solid,
                         const KeepOn& keep_on = {});

/// How much a joint belongs to the limb a point is on: 1 up to one limb radius farther than the
/// nearest joint, then falling to 0 at two, so that no weight ends in a step.
double share_of_limb(const InsideReach& reach, std::size_t point, JointIndex joint);

/// The point of a bone nearest to another point.
Vec3d nearest_on_bone(const Vec3d& point, const Bone& bone);

}  // namespace isoskin
