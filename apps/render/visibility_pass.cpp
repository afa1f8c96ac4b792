#include "render/visibility_pass.h"

#include <Eigen/LU>

#include "render/shaders.h"

namespace isoskin::render {
namespace {

constexpr float kRadius = 0.075F;  // of the model's size

}  // namespace

VisibilityPass::Targets::Targets(Size picture)
    : size(picture),
      depth(make_texture(size, GL_DEPTH_COMPONENT32F, Filter::Nearest, nullptr, GL_DEPTH_COMPONENT,
                         GL_FLOAT)),
      normals(make_texture(size, GL_RGBA8, Filter::Nearest)),
      raw(make_texture(size, GL_RG8, Filter::Nearest, nullptr, GL_RG)),
      blurred(make_texture(size, GL_RG8, Filter::Nearest, nullptr, GL_RG)),
      geometry_buffer(make_framebuffer(GL_TEXTURE_2D, &normals, &depth)),
      raw_buffer(make_framebuffer(GL_TEXTURE_2D, &raw, nullptr)),
      blurred_buffer(make_framebuffer(GL_TEXTURE_2D, &blurred, nullptr)) {}

Result<VisibilityPass> VisibilityPass::create() {
    auto visibility = Program::create(full_screen_vertex(), visibility_fragment());
    if (!visibility) return visibility.error();
    auto blur = Program::create(full_screen_vertex(), visibility_blur_fragment());
    if (!blur) return blur.error();
    return VisibilityPass(std::move(*visibility), std::move(*blur));
}

void VisibilityPass::draw(const Scene& scene, const Program& depth_program,
                          const GroundPass& ground, const ShadowPass& shadow) {
    if (!targets_ || targets_->size != scene.size) targets_.emplace(scene.size);
    begin_drawing(targets_->geometry_buffer, scene.size);
    draw_depth(scene, depth_program, scene.view.clip_from_model);
    ground.draw_depth(scene);
    glDisable(GL_DEPTH_TEST);
    measure(scene, shadow);
    blur(scene);
}

void VisibilityPass::measure(const Scene& scene, const ShadowPass& shadow) const {
    begin_drawing(targets_->raw_buffer, scene.size);
    visibility_.use();
    visibility_.set_texture("depth_image", 0, GL_TEXTURE_2D, targets_->depth);
    visibility_.set_texture("normal_image", 1, GL_TEXTURE_2D, targets_->normals);
    visibility_.set("clip_from_view", scene.view.clip_from_view);
    visibility_.set("model_from_view", Eigen::Matrix4f(scene.view.view_from_model.inverse()));
    visibility_.set("radius", kRadius * scene.model_size);
    visibility_.set("key_direction", scene.lighting.key_direction);
    shadow.bind(scene, visibility_);
    draw_full_screen(empty_);
}

void VisibilityPass::blur(const Scene& scene) const {
    begin_drawing(targets_->blurred_buffer, scene.size);
    blur_.use();
    blur_.set_texture("depth_image", 0, GL_TEXTURE_2D, targets_->depth);
    blur_.set_texture("visibility_image", 1, GL_TEXTURE_2D, targets_->raw);
    blur_.set("clip_from_view", scene.view.clip_from_view);
    blur_.set("radius", kRadius * scene.model_size);
    draw_full_screen(empty_);
}

void VisibilityPass::bind(const Program& program) const {
    program.set_texture("visibility_image", 4, GL_TEXTURE_2D, targets_->blurred);
    program.set_texture("visibility_depth", 5, GL_TEXTURE_2D, targets_->depth);
}

}  // namespace isoskin::render
