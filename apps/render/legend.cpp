#include "render/legend.h"

#include <algorithm>

#include <fmt/format.h>

#include "render/text.h"

namespace isoskin::render {
namespace {

struct Ink {
    Vec3 pen;   // sRGB
    Vec3 halo;  // round each letter, so that it can be read over the character too
};

Ink ink_of(Backdrop backdrop) {
    if (backdrop == Backdrop::Dark) return {Vec3(0.88F, 0.89F, 0.90F), Vec3(0.20F, 0.21F, 0.23F)};
    return {Vec3(0.16F, 0.17F, 0.19F), Vec3(0.88F, 0.89F, 0.90F)};
}

void write_line(Picture& picture, int x, int y, const Ink& ink, std::string_view text) {
    const int scale = text_scale(picture.height);
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            draw_text(picture, x + dx, y + dy, scale, ink.halo, text);
        }
    }
    draw_text(picture, x, y, scale, ink.pen, text);
}

struct Bar {
    int x, y, width, height;
};

Bar place_bar(const Picture& picture, int scale) {
    const int width = 7 * scale;
    const int height = picture.height * 2 / 5;
    return {picture.width - 14 * scale - width, (picture.height - height) / 2, width, height};
}

void draw_bar(Picture& picture, const Bar& bar, const ScalarOverlay& scalar, const Ink& ink) {
    fill_rectangle(picture, bar.x - 1, bar.y - 1, bar.width + 2, bar.height + 2, ink.pen);
    for (int row = 0; row < bar.height; ++row) {
        const float t = 1.0F - static_cast<float>(row) / static_cast<float>(bar.height - 1);
        fill_rectangle(picture, bar.x, bar.y + row, bar.width, 1, map_color(scalar.map, t));
    }
}

void draw_legend(Picture& picture, const ScalarOverlay& scalar, const Ink& ink) {
    const int scale = text_scale(picture.height);
    const Bar bar = place_bar(picture, scale);
    draw_bar(picture, bar, scalar, ink);
    for (int tick = 0; tick <= 2; ++tick) {
        const float t = 0.5F * static_cast<float>(tick);
        const std::string number =
            fmt::format("{:.3g}", scalar.low + t * (scalar.high - scalar.low));
        const int y = bar.y + (2 - tick) * (bar.height - 1) / 2;
        fill_rectangle(picture, bar.x - 3 * scale, y, 3 * scale, 1, ink.pen);
        write_line(picture, bar.x - 5 * scale - text_width(number, scale), y - 4 * scale, ink,
                   number);
    }
    const int right = bar.x + bar.width;
    const int width = text_width(scalar.label, scale);
    write_line(picture, std::max(right - width, 2 * scale), bar.y - 16 * scale, ink, scalar.label);
}

// A line of colour and a word for each group, from the lower left corner up; coarse on top.
void draw_line_legend(Picture& picture, std::span<const LineGroup> groups, const Ink& ink) {
    const int scale = text_scale(picture.height);
    int y = picture.height - 22 * scale;
    for (const LineGroup& group : groups) {
        if (group.label.empty()) continue;
        fill_rectangle(picture, 12 * scale, y + 3 * scale, 14 * scale, 2 * scale, group.color);
        write_line(picture, 30 * scale, y, ink, group.label);
        y -= 12 * scale;
    }
}

}  // namespace

void draw_labels(Picture& picture, const RenderSettings& settings) {
    const Ink ink = ink_of(settings.backdrop);
    const int scale = text_scale(picture.height);
    if (settings.scalar) draw_legend(picture, *settings.scalar, ink);
    draw_line_legend(picture, settings.lines, ink);
    write_line(picture, 12 * scale, 12 * scale, ink, settings.caption);
}

}  // namespace isoskin::render
