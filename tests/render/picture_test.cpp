#include "render/picture.h"

#include <gtest/gtest.h>
#include <png.h>

#include "render/color_map.h"

namespace isoskin::render {
namespace {

Picture gradient(int width, int height) {
    Picture picture{.width = width, .height = height, .rgb = {}};
    for (int i = 0; i < width * height * 3; ++i) {
        picture.rgb.push_back(static_cast<std::uint8_t>(i * 7));
    }
    return picture;
}

TEST(EncodePng, is_read_back_as_it_was) {
    const Picture picture = gradient(13, 7);
    const auto bytes = encode_png(picture);
    ASSERT_TRUE(bytes);

    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    ASSERT_NE(png_image_begin_read_from_memory(&header, bytes->data(), bytes->size()), 0);
    header.format = PNG_FORMAT_RGB;
    std::vector<std::uint8_t> decoded(PNG_IMAGE_SIZE(header));
    ASSERT_NE(png_image_finish_read(&header, nullptr, decoded.data(), 0, nullptr), 0);
    EXPECT_EQ(header.width, 13U);
    EXPECT_EQ(decoded, picture.rgb);
}

TEST(JoinPanels, keeps_every_panel_and_even_sizes) {
    const std::vector<Picture> panels(4, gradient(10, 6));
    const Picture joined = join_panels(panels, 2);
    EXPECT_EQ(joined.width, 22);
    EXPECT_EQ(joined.height, 14);
    EXPECT_TRUE(std::equal(joined.pixel(12, 8), joined.pixel(12, 8) + 30, panels[3].pixel(0, 0)));
}

TEST(MapColor, diverging_is_white_in_the_middle_and_sequential_gets_brighter) {
    EXPECT_GT(map_color(ColorMap::Diverging, 0.5F).minCoeff(), 0.95F);
    float before = 0.0F;
    for (int i = 0; i <= 20; ++i) {
        const Vec3 color = map_color(ColorMap::Sequential, static_cast<float>(i) / 20.0F);
        const float luminance = color.dot(Vec3(0.2126F, 0.7152F, 0.0722F));
        EXPECT_GT(luminance, before);
        before = luminance;
    }
}

}  // namespace
}  // namespace isoskin::render
