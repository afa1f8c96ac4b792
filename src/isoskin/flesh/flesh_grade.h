#pragma once

#include "isoskin/flesh/region.h"

namespace isoskin {

/// How finely flesh is cut, in a word.
enum class FleshGrade { Draft, Normal, Fine };

FleshQuality quality_of(FleshGrade grade);

}  // namespace isoskin
