#pragma once

#include "render/renderer.h"

namespace isoskin::render {

/// Writes the caption and draws the colour bar that `settings` ask for.
void draw_labels(Picture& picture, const RenderSettings& settings);

}  // namespace isoskin::render
