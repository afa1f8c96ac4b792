#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "isoskin/base/result.h"

namespace isoskin {

/// The document, or a sentence that names the line where it stops being JSON.
Result<nlohmann::json> parse_json(std::string_view text, std::string_view file);

}  // namespace isoskin
