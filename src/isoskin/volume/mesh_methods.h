#pragma once

#include <span>

#include "isoskin/volume/part_corrector.h"

namespace isoskin {

/// Moves the points of the corrector's mesh work, taken from the skinned surface, by the method and
/// scope of its settings: all but the closed form, on any base. `still` is the volume between the
/// first of them and what stands still.
PartOutcome run_on_mesh(PartCorrector& corrector, std::span<const Affine> palette, SkinBase base,
                        double still);

}  // namespace isoskin
