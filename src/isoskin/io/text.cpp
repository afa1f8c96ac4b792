#include "isoskin/io/text.h"

#include <charconv>
#include <cmath>
#include <cstdint>

#include "isoskin/io/file.h"
#include "isoskin/io/number_text.h"

namespace isoskin {
namespace {

constexpr std::string_view kBlanks = " \t\r\f\v";

bool is_blank(char c) {
    return kBlanks.find(c) != std::string_view::npos;
}

void append_utf8(std::uint32_t code, std::string& out) {
    const auto tail = [&](int shift) {
        out.push_back(static_cast<char>(0x80U | ((code >> shift) & 0x3FU)));
    };
    if (code < 0x80U) {
        out.push_back(static_cast<char>(code));
    } else if (code < 0x800U) {
        out.push_back(static_cast<char>(0xC0U | (code >> 6U)));
        tail(0);
    } else if (code < 0x10000U) {
        out.push_back(static_cast<char>(0xE0U | (code >> 12U)));
        tail(6);
        tail(0);
    } else {
        out.push_back(static_cast<char>(0xF0U | (code >> 18U)));
        tail(12);
        tail(6);
        tail(0);
    }
}

enum class ByteOrder { Big, Little };

// Surrogates without a partner become the replacement character; a last odd byte is dropped.
std::string utf8_from_utf16(std::string_view bytes, ByteOrder order) {
    const auto unit = [&](std::size_t i) -> std::uint32_t {
        const auto first = static_cast<unsigned char>(bytes[i]);
        const auto second = static_cast<unsigned char>(bytes[i + 1]);
        return order == ByteOrder::Big ? first * 256U + second : second * 256U + first;
    };
    std::string out;
    out.reserve(bytes.size() / 2);
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        std::uint32_t code = unit(i);
        const bool high = code >= 0xD800U && code < 0xDC00U;
        const std::uint32_t low = high && i + 3 < bytes.size() ? unit(i + 2) : 0;
        if (low >= 0xDC00U && low < 0xE000U) {
            code = 0x10000U + ((code - 0xD800U) << 10U) + (low - 0xDC00U);
            i += 2;
        } else if (code >= 0xD800U && code < 0xE000U) {
            code = 0xFFFDU;
        }
        append_utf8(code, out);
    }
    return out;
}

}  // namespace

std::string utf8_from_marked(std::string bytes) {
    if (starts_with(bytes, "\xEF\xBB\xBF")) return bytes.substr(3);
    if (starts_with(bytes, "\xFE\xFF"))
        return utf8_from_utf16(std::string_view(bytes).substr(2), ByteOrder::Big);
    if (starts_with(bytes, "\xFF\xFE"))
        return utf8_from_utf16(std::string_view(bytes).substr(2), ByteOrder::Little);
    return bytes;
}

Result<std::string> read_marked_text(const std::filesystem::path& path) {
    auto text = read_text(path);
    if (!text) return text.error();
    return utf8_from_marked(*std::move(text));
}

std::string_view LineReader::next_physical() {
    const std::size_t end = rest_.find_first_of("\r\n");
    const std::string_view line = rest_.substr(0, end);
    if (end == std::string_view::npos) {
        rest_ = {};
    } else {
        const bool pair = rest_.substr(end, 2) == "\r\n";
        rest_.remove_prefix(end + (pair ? 2 : 1));
    }
    ++lines_taken_;
    return line;
}

bool LineReader::next() {
    if (rest_.empty()) return false;
    number_ = lines_taken_ + 1;
    line_ = next_physical();
    if (line_.empty() || line_.back() != '\\') return true;

    joined_.clear();
    while (!line_.empty() && line_.back() == '\\') {
        joined_.append(line_.substr(0, line_.size() - 1)).push_back(' ');
        line_ = rest_.empty() ? std::string_view{} : next_physical();
    }
    joined_.append(line_);
    line_ = joined_;
    return true;
}

void split_words(std::string_view line, std::vector<std::string_view>& words) {
    words.clear();
    std::size_t at = 0;
    while (at < line.size()) {
        while (at < line.size() && is_blank(line[at]))
            ++at;
        const std::size_t first = at;
        while (at < line.size() && !is_blank(line[at]))
            ++at;
        if (at > first) words.push_back(line.substr(first, at - first));
    }
}

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n\f\v");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n\f\v") - first + 1);
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

std::optional<double> parse_number(std::string_view word) {
    if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
    const auto value = number_from_text(word);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<long long> parse_integer(std::string_view word) {
    if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
    long long value = 0;
    const char* end = word.data() + word.size();
    const auto [stop, failure] = std::from_chars(word.data(), end, value);
    if (failure != std::errc{} || stop != end) return std::nullopt;
    return value;
}

Error invalid_at(std::string_view file, std::size_t number, const std::string& what) {
    return invalid(std::string(file) + ", line " + std::to_string(number) + ": " + what);
}

std::string in_quotes(std::string_view word) {
    constexpr std::size_t kLongest = 40;
    std::string out = "'";
    for (const char c : word.substr(0, kLongest))
        out.push_back(static_cast<unsigned char>(c) < 0x20U || c == 0x7F ? '?' : c);
    return out + (word.size() > kLongest ? "…'" : "'");
}

}  // namespace isoskin
