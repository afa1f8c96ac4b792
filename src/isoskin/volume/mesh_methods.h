#pragma once

#include <span>

#include "isoskin/volume/part_corrector.h"

namespace isoskin {

/// Moves `points`, the skinned surface of the corrector's part, by the method and scope of its
/// settings: all but the closed form, on any base.
PartOutcome run_on_mesh(PartCorrector& corrector, std::span<const Affine> palette, SkinBase base,
                        std::span<const Vec3d> carried, std::span<Vec3d> points);

}  // namespace isoskin
