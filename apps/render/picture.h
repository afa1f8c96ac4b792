#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/base/result.h"

namespace isoskin::render {

/// An RGB picture in sRGB, one byte a channel, first row on top, rows without padding.
struct Picture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;  ///< width · height · 3.

    std::uint8_t* pixel(int x, int y) { return rgb.data() + offset(x, y); }
    const std::uint8_t* pixel(int x, int y) const { return rgb.data() + offset(x, y); }

  private:
    std::size_t offset(int x, int y) const {
        return 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                    static_cast<std::size_t>(x));
    }
};

/// The bytes of a PNG file.
Result<std::vector<std::uint8_t>> encode_png(const Picture& picture);

/// Pixels between panels.
inline constexpr int kPanelGap = 2;

/// Panels of one size in rows of `columns`, parted by a slim line: the form of a comparison.
Picture join_panels(std::span<const Picture> panels, int columns);

}  // namespace isoskin::render
