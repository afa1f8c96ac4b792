#include "render/text.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace isoskin::render {
namespace {

Picture white(int width, int height) {
    Picture picture{.width = width, .height = height, .rgb = {}};
    picture.rgb.assign(3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 255);
    return picture;
}

TEST(DrawText, puts_ink_inside_its_width_only) {
    Picture picture = white(200, 30);
    const int width = text_width("linear -7.1 %", 1);
    draw_text(picture, 5, 5, 1, Vec3::Zero(), "linear -7.1 %");
    int leftmost = 200;
    int rightmost = 0;
    for (int y = 0; y < 30; ++y) {
        for (int x = 0; x < 200; ++x) {
            if (picture.pixel(x, y)[0] == 255) continue;
            leftmost = std::min(leftmost, x);
            rightmost = std::max(rightmost, x);
        }
    }
    EXPECT_GE(leftmost, 5);
    EXPECT_LT(rightmost, 5 + width);
    EXPECT_GT(rightmost, width / 2);
}

TEST(DrawText, writes_the_minus_sign_as_a_hyphen_and_other_letters_as_one_mark) {
    EXPECT_EQ(text_width("\xE2\x88\x92", 2), text_width("-", 2));
    EXPECT_EQ(text_width("\xC3\xA4", 1), text_width("?", 1));
}

TEST(DrawText, cuts_what_falls_outside) {
    Picture picture = white(20, 10);
    draw_text(picture, -7, -3, 4, Vec3::Zero(), "a line that is far too long for it");
    EXPECT_EQ(picture.rgb.size(), 600U);
}

}  // namespace
}  // namespace isoskin::render
