#pragma once

#include <span>

#include "isoskin/base/result.h"
#include "isoskin/dynamics/dynamics_settings.h"

namespace isoskin {

/// Refuses settings out of range and matter that is not numbers, naming which.
Status check_dynamics(const DynamicsSettings& settings, std::span<const Vec3> matter);

}  // namespace isoskin
