#pragma once

#include <span>
#include <string>
#include <string_view>

namespace isoskin::cli {

/// The known name most like `name`, or an empty string if none is near: about a third of the
/// letters differ at most, or one contains the other; case does not count.
std::string nearest_name(std::string_view name, std::span<const std::string> known);

/// The tail of a sentence about a name that does not exist: "; did you mean 'Run'? There are: …",
/// with a long list cut short.
std::string name_hint(std::string_view name, std::span<const std::string> known);

}  // namespace isoskin::cli
