#include "isoskin/io/number_text.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace isoskin {

#ifdef __cpp_lib_to_chars

std::optional<double> number_from_text(std::string_view word) {
    double value = 0.0;
    const char* end = word.data() + word.size();
    const auto [stop, failure] = std::from_chars(word.data(), end, value);
    if (failure != std::errc{} || stop != end) return std::nullopt;
    return value;
}

std::string text_from_number(float value) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof(digits), value).ptr};
}

#else  // libc++ 14 has neither for floating point; WebAssembly knows one locale, so these agree

std::optional<double> number_from_text(std::string_view word) {
    // strtod takes spaces, signs, hexadecimal numbers and words besides.
    if (word.empty() || word.front() == '+') return std::nullopt;
    if (word.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return std::nullopt;
    const std::string text(word);
    char* stop = nullptr;
    errno = 0;
    const double value = std::strtod(text.c_str(), &stop);
    if (stop != text.c_str() + text.size() || errno == ERANGE) return std::nullopt;
    return value;
}

std::string text_from_number(float value) {
    char digits[32];
    for (int precision = 1; precision <= 9; ++precision) {
        std::snprintf(digits, sizeof(digits), "%.*g", precision, static_cast<double>(value));
        if (std::strtof(digits, nullptr) == value) break;
    }
    return digits;
}

#endif

}  // namespace isoskin
