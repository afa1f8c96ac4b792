#include "render/legend.h"

#include <algorithm>

#include <fmt/format.h>

#include "render/text.h"

namespace isoskin::render {
namespace {

Vec3 ink_of(Backdrop backdrop) {
    return backdrop == Backdrop::Dark ? Vec3(0.88F, 0.89F, 0.90F) : Vec3(0.16F, 0.17F, 0.19F);
}

struct Bar {
    int x, y, width, height;
};

Bar place_bar(const Picture& picture, int scale) {
    const int width = 7 * scale;
    const int height = picture.height * 2 / 5;
    return {picture.width - 14 * scale - width, (picture.height - height) / 2, width, height};
}

void draw_bar(Picture& picture, const Bar& bar, const ScalarOverlay& scalar, const Vec3& ink) {
    fill_rectangle(picture, bar.x - 1, bar.y - 1, bar.width + 2, bar.height + 2, ink);
    for (int row = 0; row < bar.height; ++row) {
        const float t = 1.0F - static_cast<float>(row) / static_cast<float>(bar.height - 1);
        fill_rectangle(picture, bar.x, bar.y + row, bar.width, 1, map_color(scalar.map, t));
    }
}

void draw_legend(Picture& picture, const ScalarOverlay& scalar, const Vec3& ink) {
    const int scale = text_scale(picture.height);
    const Bar bar = place_bar(picture, scale);
    draw_bar(picture, bar, scalar, ink);
    for (int tick = 0; tick <= 2; ++tick) {
        const float t = 0.5F * static_cast<float>(tick);
        const std::string number =
            fmt::format("{:.3g}", scalar.low + t * (scalar.high - scalar.low));
        const int y = bar.y + (2 - tick) * (bar.height - 1) / 2;
        fill_rectangle(picture, bar.x - 3 * scale, y, 3 * scale, 1, ink);
        draw_text(picture, bar.x - 5 * scale - text_width(number, scale), y - 4 * scale, scale, ink,
                  number);
    }
    const int right = bar.x + bar.width;
    const int width = text_width(scalar.label, scale);
    draw_text(picture, std::max(right - width, 2 * scale), bar.y - 16 * scale, scale, ink,
              scalar.label);
}

}  // namespace

void draw_labels(Picture& picture, const RenderSettings& settings) {
    const Vec3 ink = ink_of(settings.backdrop);
    const int scale = text_scale(picture.height);
    if (settings.scalar) draw_legend(picture, *settings.scalar, ink);
    draw_text(picture, 12 * scale, 12 * scale, scale, ink, settings.caption);
}

}  // namespace isoskin::render
