#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace isoskin {

/// A word people type or a file holds, and what it means.
template <typename Value, std::size_t kCount>
using WordList = std::array<std::pair<const char*, Value>, kCount>;

/// The word for a value; every value has one.
template <typename Value, std::size_t kCount>
constexpr const char* word_of(Value value, const WordList<Value, kCount>& words) {
    for (const auto& [word, meaning] : words)
        if (meaning == value) return word;
    return "";
}

}  // namespace isoskin
