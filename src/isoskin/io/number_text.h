#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace isoskin {

/// The number a whole word stands for, decimal, in any locale; empty if it stands for none. What is
/// too large or too small for a double is none.
std::optional<double> number_from_text(std::string_view word);

/// The shortest digits that read back to the same float, in any locale.
std::string text_from_number(float value);

}  // namespace isoskin
