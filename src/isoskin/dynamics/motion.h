#pragma once

#include "isoskin/dynamics/swing.h"

namespace isoskin {

/// Fills in what a recipe asks for; the rest stays as it is.
void set_motion(const MotionRecipe& recipe, DynamicsSettings& settings);
void set_motion(const MotionRecipe& recipe, SwingSettings& settings);

}  // namespace isoskin
