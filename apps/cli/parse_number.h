#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace isoskin::cli {

/// The number that `text` is, all of it; empty if it is none.
template <typename Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc{} || end != text.data() + text.size()) return {};
    return value;
}

}  // namespace isoskin::cli
