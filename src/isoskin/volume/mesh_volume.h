#pragma once

#include <span>

#include "isoskin/volume/cubic.h"
#include "isoskin/volume/part_model.h"

namespace isoskin {

/// Linear skinning of a part in double: bind point to posed point. `palette` has one motion per
/// slot.
void skin_part(const PartModel& part, std::span<const Affine> palette, std::span<Vec3d> points);

/// Direction of each real point carried by its blended matrix, not normalised: thickening along it
/// is the same as thickening the bind shape and skinning that.
void carry_directions(const PartModel& part, std::span<const Affine> palette,
                      std::span<Vec3d> carried);

/// The same for any vectors of bind space, one per real point, in place.
void carry(const PartModel& part, std::span<const Affine> palette, std::span<Vec3d> vectors);

void set_zero(std::span<Vec3d> field);
/// points += step × field.
void add(std::span<const Vec3d> field, double step, std::span<Vec3d> points);

/// Volume of `points + ε field` for all ε, by one pass over the triangles. Both spans hold real
/// points and apexes.
Cubic volume_along(const PartModel& part, std::span<const Vec3d> points,
                   std::span<const Vec3d> field);

}  // namespace isoskin
