#include "isoskin/io/text.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (LineReader reader(text); reader.next();)
        lines.push_back(std::to_string(reader.number()) + ":" + std::string(reader.line()));
    return lines;
}

TEST(LineReader, takes_the_line_ends_of_any_system) {
    EXPECT_EQ(lines_of("a\nb\r\nc\rd"), (std::vector<std::string>{"1:a", "2:b", "3:c", "4:d"}));
}

TEST(LineReader, joins_lines_at_a_backslash_and_goes_on_counting) {
    EXPECT_EQ(lines_of("f 1 \\\n2 3\nend"), (std::vector<std::string>{"1:f 1  2 3", "3:end"}));
    EXPECT_EQ(lines_of("f 1\\"), (std::vector<std::string>{"1:f 1 "}));
}

TEST(ParseNumber, takes_what_people_write_and_nothing_else) {
    EXPECT_EQ(parse_number("+2.e1"), 20.0);
    EXPECT_EQ(parse_number("-3E-2"), -0.03);
    for (const char* word : {"", "+", "1x", "nan", "inf", "1e999", "+-1", "0x10"})
        EXPECT_FALSE(parse_number(word)) << word;
}

TEST(Utf8FromMarked, reads_utf16_of_both_byte_orders) {
    using std::string_literals::operator""s;
    EXPECT_EQ(utf8_from_marked("\xFE\xFF\0v\0 \x20\xAC"s), "v €");
    EXPECT_EQ(utf8_from_marked("\xFF\xFEv\0\x3D\xD8\x00\xDE"s), "v\xF0\x9F\x98\x80");
    EXPECT_EQ(utf8_from_marked("\xEF\xBB\xBFv"), "v");
}

}  // namespace
}  // namespace isoskin
