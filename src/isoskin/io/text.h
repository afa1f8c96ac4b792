#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isoskin/base/result.h"

/// What the readers of text formats share: lines with their numbers, words, numbers.
namespace isoskin {

/// The same text in UTF-8 without a byte-order mark; UTF-16 is recognised by its mark.
std::string utf8_from_marked(std::string bytes);

/// A text file in UTF-8, whatever it was stored in.
Result<std::string> read_marked_text(const std::filesystem::path& path);

/// Hands out one logical line after the other: line ends of any system, joined where a backslash
/// ends a line.
class LineReader {
  public:
    explicit LineReader(std::string_view text) : rest_(text) {}

    /// False at the end of the text. `line` and `number` are those of the line just reached.
    bool next();
    std::string_view line() const { return line_; }
    std::size_t number() const { return number_; }  ///< Counted from 1; of a joined line the first.

  private:
    std::string_view next_physical();

    std::string_view rest_;
    std::string_view line_;
    std::string joined_;
    std::size_t number_ = 0;
    std::size_t lines_taken_ = 0;
};

/// Cuts `line` at blanks and tabs into `words`, which keeps its storage from call to call.
void split_words(std::string_view line, std::vector<std::string_view>& words);

std::string_view trim(std::string_view text);
std::string lower_case(std::string_view text);
bool starts_with(std::string_view text, std::string_view start);

/// The whole word as a finite number, independent of the locale; a leading plus is allowed.
std::optional<double> parse_number(std::string_view word);

/// The whole word as a whole number.
std::optional<long long> parse_integer(std::string_view word);

/// A sentence about line `number` of `file`.
Error invalid_at(std::string_view file, std::size_t number, const std::string& what);

/// `word` in quotes, shortened and without control characters, so that it can stand in a sentence.
std::string in_quotes(std::string_view word);

}  // namespace isoskin
