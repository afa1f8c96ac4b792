#pragma once

#include <span>

#include "isoskin/volume/build/part_model.h"

namespace isoskin {

/// The heat map shown to people: the thickness that a correction put back at each real point over
/// the radius of the limb there, positive where flesh had been lost.
///
/// `skinned` and `corrected` are shapes of the part, apexes placed; `scale` is their length of one
/// unit of bind space; `heat` has one element per real point.
void thickness_heat(const PartModel& part, std::span<const Vec3d> skinned,
                    std::span<const Vec3d> corrected, double scale, std::span<double> heat);

}  // namespace isoskin
