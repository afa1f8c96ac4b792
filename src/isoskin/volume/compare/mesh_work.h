#pragma once

#include <vector>

#include "isoskin/volume/compare/mesh_steps.h"
#include "isoskin/volume/compare/moving_part.h"
#include "isoskin/volume/compare/moving_surface.h"

namespace isoskin {

/// What the methods that walk over the posed mesh work on (mesh_methods.h), made once.
struct MeshWork {
    explicit MeshWork(MovingPart part)
        : moving(std::move(part)),
          surface(moving),
          points(moving.bind.size(), Vec3d::Zero()),
          base(points.size()),
          skinned(points.size()),
          carried(points.size()),
          moved(points.size()),
          field(points.size()),
          gradient(points.size(), Vec3d::Zero()),
          held(points.size(), 0) {
        for (const SparseField& map : moving.maps)
            willing.push_back(over_area(map));
        globally_willing = over_area(moving.global_map);
        axis_tasks.reserve(2 * moving.maps.size() + 1);
    }

    // Divided by the area, so that dense regions do not move less than coarse ones.
    SparseField over_area(SparseField map) const {
        for (PointValue& entry : map) {
            const double area = moving.area[entry.point];
            entry.value = area > 0.0 ? entry.value / area : 0.0;
        }
        return map;
    }

    MovingPart moving;
    MovingSurface surface;
    std::vector<SparseField> willing;  ///< The maps of `moving` over the area.
    SparseField globally_willing;
    std::vector<Vec3d> points;
    std::vector<Vec3d> base;
    std::vector<Vec3d> skinned;  ///< Where the points came from.
    std::vector<Vec3d> carried;  ///< Directions.
    std::vector<Vec3d> moved;
    std::vector<Vec3d> field;
    std::vector<Vec3d> gradient;
    std::vector<char> held;  ///< Points that are as far out as they may be.
    std::vector<AxisTask> axis_tasks;
};

}  // namespace isoskin
