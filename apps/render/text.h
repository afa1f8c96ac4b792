#pragma once

#include <string_view>

#include "isoskin/math/types.h"
#include "render/picture.h"

namespace isoskin::render {

/// Pixels per unit of the built-in font that suit a picture of this height; a line is 12 units.
int text_scale(int picture_height);

/// Width in pixels of one line of text.
int text_width(std::string_view text, int scale);

/// Draws one line with its upper left corner at (x, y); `color` is sRGB in [0, 1]. Letters beyond
/// ASCII become "?", save the minus sign; what falls outside the picture is cut.
void draw_text(Picture& picture, int x, int y, int scale, const Vec3& color, std::string_view text);

/// Fills the pixels of a rectangle that lie in the picture.
void fill_rectangle(Picture& picture, int x, int y, int width, int height, const Vec3& color);

}  // namespace isoskin::render
