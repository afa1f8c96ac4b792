#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "isoskin/volume/flesh_joint.h"

namespace isoskin {

/// Flesh as it stands in settings (docs/formats/settings_json.md): functions as numbers, targets as
/// 16-bit shares of the largest move, in base 64.
nlohmann::ordered_json flesh_to_json(const FleshJoint& joint);

/// Empty if the numbers do not fit together.
std::optional<FleshJoint> flesh_from_json(const nlohmann::ordered_json& json);

}  // namespace isoskin
