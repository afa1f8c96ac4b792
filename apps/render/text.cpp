#include "render/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <stb/stb_easy_font.h>

namespace isoskin::render {
namespace {

constexpr std::string_view kMinus = "\xE2\x88\x92";  // U+2212

std::string to_ascii(std::string_view text) {
    std::string ascii;
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text.front());
        const bool minus = text.substr(0, kMinus.size()) == kMinus;
        const bool continues_letter = (byte & 0xC0U) == 0x80U;
        if (minus) {
            ascii += '-';
        } else if (!continues_letter) {
            ascii += byte < 0x80 ? text.front() : '?';
        }
        text.remove_prefix(minus ? kMinus.size() : 1);
    }
    return ascii;
}

/// As stb_easy_font lays them out: four corners a rectangle.
struct Corner {
    float x, y, z;
    std::array<unsigned char, 4> color;
};
static_assert(sizeof(Corner) == 16);

constexpr std::size_t kCornersPerLetter = 64;  // the library asks for about 270 bytes a letter

}  // namespace

int text_scale(int picture_height) {
    return std::max(1, (picture_height + 180) / 360);
}

int text_width(std::string_view text, int scale) {
    std::string ascii = to_ascii(text);
    return scale * stb_easy_font_width(ascii.data());
}

void fill_rectangle(Picture& picture, int x, int y, int width, int height, const Vec3& color) {
    std::array<std::uint8_t, 3> bytes{};
    for (std::size_t c = 0; c < 3; ++c) {
        const float channel = std::clamp(color[static_cast<Eigen::Index>(c)], 0.0F, 1.0F);
        bytes[c] = static_cast<std::uint8_t>(std::lround(255.0F * channel));
    }
    for (int row = std::max(y, 0); row < std::min(y + height, picture.height); ++row) {
        for (int column = std::max(x, 0); column < std::min(x + width, picture.width); ++column) {
            std::copy_n(bytes.data(), 3, picture.pixel(column, row));
        }
    }
}

void draw_text(Picture& picture, int x, int y, int scale, const Vec3& color,
               std::string_view text) {
    std::string ascii = to_ascii(text);
    std::vector<Corner> corners((ascii.size() + 1) * kCornersPerLetter);
    const int count = stb_easy_font_print(0.0F, 0.0F, ascii.data(), nullptr, corners.data(),
                                          static_cast<int>(corners.size() * sizeof(Corner)));
    for (int i = 0; i < count; ++i) {
        const Corner& low = corners[static_cast<std::size_t>(4 * i)];
        const Corner& high = corners[static_cast<std::size_t>(4 * i + 2)];
        fill_rectangle(picture, x + scale * static_cast<int>(low.x),
                       y + scale * static_cast<int>(low.y),
                       scale * static_cast<int>(high.x - low.x),
                       scale * static_cast<int>(high.y - low.y), color);
    }
}

}  // namespace isoskin::render
