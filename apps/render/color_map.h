#pragma once

#include "isoskin/math/types.h"

namespace isoskin::render {

enum class ColorMap {
    Sequential,  ///< Dark violet over red to pale yellow, evenly brighter: amounts, weights.
    Diverging,   ///< Blue, white, red: signed errors, white in the middle of the range.
};

/// The sRGB colour, each channel in [0, 1], at `t` in [0, 1]; outside it the nearer end.
Vec3 map_color(ColorMap map, float t);

}  // namespace isoskin::render
