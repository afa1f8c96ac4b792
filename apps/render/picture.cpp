#include "render/picture.h"

#include <algorithm>
#include <cassert>

#include <png.h>

namespace isoskin::render {
Result<std::vector<std::uint8_t>> encode_png(const Picture& picture) {
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    header.width = static_cast<png_uint_32>(picture.width);
    header.height = static_cast<png_uint_32>(picture.height);
    header.format = PNG_FORMAT_RGB;

    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(header);
    std::vector<std::uint8_t> bytes(size);
    if (png_image_write_to_memory(&header, bytes.data(), &size, 0, picture.rgb.data(), 0,
                                  nullptr) == 0) {
        return cannot_write(std::string("the picture cannot be coded as PNG: ") + header.message);
    }
    bytes.resize(size);
    return bytes;
}

Picture join_panels(std::span<const Picture> panels, int columns) {
    assert(!panels.empty() && columns > 0);
    const int width = panels[0].width;
    const int height = panels[0].height;
    const int count = static_cast<int>(panels.size());
    const int rows = (count + columns - 1) / columns;

    // Even sizes, because films need them.
    Picture joined;
    joined.width = columns * width + (columns - 1) * kPanelGap;
    joined.height = rows * height + (rows - 1) * kPanelGap;
    joined.rgb.assign(
        3 * static_cast<std::size_t>(joined.width) * static_cast<std::size_t>(joined.height), 255);
    for (int i = 0; i < count; ++i) {
        const Picture& panel = panels[static_cast<std::size_t>(i)];
        assert(panel.width == width && panel.height == height);
        const int left = (i % columns) * (width + kPanelGap);
        const int top = (i / columns) * (height + kPanelGap);
        for (int y = 0; y < height; ++y) {
            std::copy_n(panel.pixel(0, y), 3 * width, joined.pixel(left, top + y));
        }
    }
    return joined;
}

}  // namespace isoskin::render
