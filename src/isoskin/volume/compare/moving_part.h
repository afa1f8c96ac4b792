#pragma once

#include <span>
#include <vector>

#include "isoskin/volume/build/correction_maps.h"
#include "isoskin/volume/build/part_model.h"

namespace isoskin {

/// The piece of a part that maps can move, as a part of its own: what a pass over the posed mesh
/// has to visit. What it leaves out stands still and counts once.
///
/// Its surface is open, so its volume depends on the centre it is measured from: that is its first
/// point, which belongs to no triangle and no map. Nor does the last, which is there so that a
/// kernel may read a little past the one before. Its `bind` is not filled in.
struct MovingPart : SkinnedSurface {
    std::vector<double> area;        ///< Per real point.
    std::vector<Vec3d> direction;    ///< The same: where flesh goes when it thickens.
    std::vector<Index> whole_point;  ///< In the whole part, of every point but first and last.
    std::vector<double> radius;      ///< Of the limb at every point.
    std::vector<SparseField> maps;   ///< Of each target.
    SparseField global_map;
    std::vector<Triangle> still;  ///< The rest of the whole part, over its own points.
    std::vector<Triangle> half_still;
};

/// A global map, if there is one, moves all; otherwise the bends do.
MovingPart make_moving_part(const PartModel& whole, const CorrectionTable& table,
                            const SparseField& global_map);

/// Volume between `centre` and what stands still.
double still_volume(const MovingPart& moving, std::span<const Vec3d> whole, const Vec3d& centre);

}  // namespace isoskin
