#pragma once

#include <span>

#include "isoskin/volume/build/part_model.h"

namespace isoskin {

/// Shapes the map of a joint's bend for what bends do to the skin: tries the limb in a few bends,
/// puts the lost volume back by the map, and goes on changing the map while that makes the posed
/// skin smoother. What the map does not reach it does not reach afterwards; its largest value is
/// one.
///
/// A map made in the bind shape alone is smooth there and nowhere else: in the crook of a bent limb
/// linear skinning crowds triangles together, and there a move of a hundredth turns them over.
///
/// `gradient` is that of the bind shape's volume. Maps of very many points are left as they are: it
/// would take long, and small triangles have little to gain.
void shape_bend_map(const PartModel& part, const SurfaceDiffusion& diffusion,
                    std::span<const Vec3d> gradient, std::size_t node, std::span<double> map);

}  // namespace isoskin
