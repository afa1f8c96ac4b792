#pragma once

#include <vector>

#include "isoskin/volume/mesh_steps.h"
#include "isoskin/volume/moving_part.h"

namespace isoskin {

/// What the methods that walk over the posed mesh work on (mesh_methods.h), made once.
struct MeshWork {
    explicit MeshWork(MovingPart part)
        : moving(std::move(part)),
          points(moving.part.bind.size()),
          base(points.size()),
          carried(points.size()),
          moved(points.size()),
          field(points.size()),
          gradient(points.size()) {
        axis_tasks.reserve(2 * moving.maps.size() + 1);
    }

    MovingPart moving;
    std::vector<Vec3d> points;
    std::vector<Vec3d> base;
    std::vector<Vec3d> carried;  ///< Directions.
    std::vector<Vec3d> moved;
    std::vector<Vec3d> field;
    std::vector<Vec3d> gradient;
    std::vector<AxisTask> axis_tasks;
};

}  // namespace isoskin
