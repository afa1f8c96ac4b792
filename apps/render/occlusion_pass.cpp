#include "render/occlusion_pass.h"

#include "render/shaders.h"

namespace isoskin::render {
namespace {

constexpr float kRadius = 0.075F;  // of the model's size

}  // namespace

OcclusionPass::Targets::Targets(Size picture)
    : size(picture),
      depth(make_texture(size, GL_DEPTH_COMPONENT32F, Filter::Nearest, nullptr, GL_DEPTH_COMPONENT,
                         GL_FLOAT)),
      normals(make_texture(size, GL_RGBA8, Filter::Nearest)),
      raw(make_texture(size, GL_R8, Filter::Nearest, nullptr, GL_RED)),
      blurred(make_texture(size, GL_R8, Filter::Nearest, nullptr, GL_RED)),
      geometry_buffer(make_framebuffer(GL_TEXTURE_2D, &normals, &depth)),
      raw_buffer(make_framebuffer(GL_TEXTURE_2D, &raw, nullptr)),
      blurred_buffer(make_framebuffer(GL_TEXTURE_2D, &blurred, nullptr)) {}

Result<OcclusionPass> OcclusionPass::create() {
    auto occlusion = Program::create(full_screen_vertex(), occlusion_fragment());
    if (!occlusion) return occlusion.error();
    auto blur = Program::create(full_screen_vertex(), occlusion_blur_fragment());
    if (!blur) return blur.error();
    return OcclusionPass(std::move(*occlusion), std::move(*blur));
}

void OcclusionPass::draw(const Scene& scene, const Program& depth_program) {
    if (!targets_ || targets_->size != scene.size) targets_.emplace(scene.size);
    begin_drawing(targets_->geometry_buffer, scene.size);
    draw_depth(scene, depth_program, scene.view.clip_from_model);

    glDisable(GL_DEPTH_TEST);
    begin_drawing(targets_->raw_buffer, scene.size);
    occlusion_.use();
    occlusion_.set_texture("depth_image", 0, GL_TEXTURE_2D, targets_->depth);
    occlusion_.set_texture("normal_image", 1, GL_TEXTURE_2D, targets_->normals);
    occlusion_.set("clip_from_view", scene.view.clip_from_view);
    occlusion_.set("radius", kRadius * scene.model_size);
    draw_full_screen(empty_);

    begin_drawing(targets_->blurred_buffer, scene.size);
    blur_.use();
    blur_.set_texture("depth_image", 0, GL_TEXTURE_2D, targets_->depth);
    blur_.set_texture("occlusion_image", 1, GL_TEXTURE_2D, targets_->raw);
    blur_.set("clip_from_view", scene.view.clip_from_view);
    blur_.set("radius", kRadius * scene.model_size);
    draw_full_screen(empty_);
}

}  // namespace isoskin::render
