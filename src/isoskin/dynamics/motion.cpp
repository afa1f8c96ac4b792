#include "isoskin/dynamics/motion.h"

namespace isoskin {

void set_motion(const MotionRecipe& recipe, DynamicsSettings& settings) {
    settings.mass = recipe.mass.value_or(settings.mass);
    settings.stiffness = recipe.stiffness.value_or(settings.stiffness);
    settings.levels = recipe.levels.value_or(settings.levels);
    settings.damping = recipe.damping.value_or(settings.damping);
    settings.drag = recipe.drag.value_or(settings.drag);
    settings.friction = recipe.friction.value_or(settings.friction);
    settings.gravity = recipe.gravity.value_or(settings.gravity);
}

void set_motion(const MotionRecipe& recipe, SwingSettings& settings) {
    set_motion(recipe, settings.dynamics);
    settings.return_rate = recipe.return_rate.value_or(settings.return_rate);
    if (!recipe.soft.empty()) settings.soft = recipe.soft;
}

}  // namespace isoskin
