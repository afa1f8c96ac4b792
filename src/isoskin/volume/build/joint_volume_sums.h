#pragma once

#include "isoskin/volume/build/part_model.h"
#include "isoskin/volume/solve/joint_volume.h"

namespace isoskin {

/// The volume form of one node but the root, summed over the triangles that it moves.
JointVolume sum_joint_volume(const PartModel& part, const TrianglesOfPoints& triangles,
                             std::size_t node);

}  // namespace isoskin
