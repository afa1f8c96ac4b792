#include "render/shadow_pass.h"

namespace isoskin::render {
namespace {

constexpr Size kMapSize{1024, 1024};
constexpr int kDepthUnit = 6;
constexpr int kCompareUnit = 7;

}  // namespace

ShadowPass::ShadowPass()
    : depth_(make_texture(kMapSize, GL_DEPTH_COMPONENT32F, Filter::Nearest, nullptr,
                          GL_DEPTH_COMPONENT, GL_FLOAT)),
      framebuffer_(make_framebuffer(GL_TEXTURE_2D, nullptr, &depth_)) {
    const auto set = [this](GLenum name, GLint value) {
        glSamplerParameteri(compare_.id(), name, value);
    };
    set(GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    set(GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    set(GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    set(GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    set(GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    set(GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
}

void ShadowPass::draw(const Scene& scene, const Program& depth_program) {
    begin_drawing(framebuffer_, kMapSize);
    draw_depth(scene, depth_program, scene.lighting.light_from_model);
}

void ShadowPass::bind(const Scene& scene, const Program& program) const {
    program.set_texture("shadow_depth", kDepthUnit, GL_TEXTURE_2D, depth_);
    program.set_texture("shadow_test", kCompareUnit, GL_TEXTURE_2D, depth_);
    glBindSampler(kCompareUnit, compare_.id());
    program.set("light_from_model", scene.lighting.light_from_model);
    program.set("light_softness", scene.lighting.softness);
    const float texel = 1.0F / static_cast<float>(kMapSize.width);
    program.set("light_texel", texel);
    // How far a point is lifted off its surface so that it does not shadow itself.
    program.set("shadow_bias", 3.0F * texel * scene.lighting.map_width);
}

}  // namespace isoskin::render
