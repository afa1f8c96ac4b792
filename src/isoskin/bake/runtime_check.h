#pragma once

#include <cstdint>
#include <span>

#include "isoskin/bake/bake_check.h"

namespace isoskin {

/// How the run-time does on poses nobody baked, measured.
struct RuntimeCheck {
    std::size_t poses = 0;
    std::size_t refused = 0;  ///< Poses in which it said that a part cannot keep its volume.
    ErrorFigures plain;
    ErrorFigures volume;    ///< Of the player with the run-time's weights; refused poses left out.
    ErrorFigures distance;  ///< To the native surface.
};

/// Turns every joint at random (by 40° at most about any axis, same poses each time), gives its
/// matrices as floats to the run-time read from `runtime_bytes`, and plays `baked` with what comes
/// back.
Result<RuntimeCheck> check_runtime(const Character& original, const Character& baked,
                                   std::span<const std::uint8_t> runtime_bytes,
                                   const BakeSettings& settings, std::size_t poses);

}  // namespace isoskin
