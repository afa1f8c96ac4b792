#include "render/screen_target.h"

#include <algorithm>

#include "render/shaders.h"

namespace isoskin::render {

ScreenTarget::Targets::Targets(Size drawn_size, int fine)
    : drawn(drawn_size),
      picture{drawn.width / fine, drawn.height / fine},
      fineness(fine),
      color(make_multisample_texture(drawn, GL_RGBA16F)),
      depth(make_multisample_texture(drawn, GL_DEPTH_COMPONENT32F)),
      resolved(make_texture(picture, GL_RGBA8, Filter::Nearest)),
      scene_buffer(make_framebuffer(GL_TEXTURE_2D_MULTISAMPLE, &color, &depth)),
      resolved_buffer(make_framebuffer(GL_TEXTURE_2D, &resolved, nullptr)) {}

Result<ScreenTarget> ScreenTarget::create() {
    auto resolve = Program::create(full_screen_vertex(), resolve_fragment());
    if (!resolve) return resolve.error();
    return ScreenTarget(std::move(*resolve));
}

void ScreenTarget::begin(Size size, int fineness) {
    const bool fits = targets_ && targets_->drawn == size && targets_->fineness == fineness;
    if (!fits) targets_.emplace(size, fineness);
    begin_drawing(targets_->scene_buffer, size);
    glEnable(GL_MULTISAMPLE);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

Picture ScreenTarget::finish() {
    const Size size = targets_->picture;
    begin_drawing(targets_->resolved_buffer, size);
    glDisable(GL_DEPTH_TEST);
    resolve_.use();
    resolve_.set_texture("scene", 0, GL_TEXTURE_2D_MULTISAMPLE, targets_->color);
    resolve_.set("sample_count", kSamples);
    resolve_.set("fineness", targets_->fineness);
    draw_full_screen(empty_);

    Picture picture{.width = size.width, .height = size.height, .rgb = {}};
    const std::size_t row = 3 * static_cast<std::size_t>(size.width);
    std::vector<std::uint8_t> upside_down(row * static_cast<std::size_t>(size.height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.width, size.height, GL_RGB, GL_UNSIGNED_BYTE, upside_down.data());
    picture.rgb.resize(upside_down.size());
    for (int y = 0; y < size.height; ++y) {
        const auto from = upside_down.begin() + static_cast<std::ptrdiff_t>(row) * y;
        std::copy_n(from, row, picture.pixel(0, size.height - 1 - y));
    }
    return picture;
}

}  // namespace isoskin::render
