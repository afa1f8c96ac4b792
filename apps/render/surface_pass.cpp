#include "render/surface_pass.h"

#include <array>
#include <cmath>
#include <vector>

#include "render/shaders.h"

namespace isoskin::render {
namespace {

constexpr Size kColors{256, 1};
enum Unit { kBaseImage, kScalarColors };

int coloring_of(const Scene& scene, const MeshBuffers& mesh) {
    if (!scene.settings.scalar) return 0;
    return mesh.has_scalar() ? 1 : 2;
}

void set_surface(const Program& program, const Surface& surface) {
    program.set("base_color", surface.base_color);
    program.set("roughness", surface.roughness);
    program.set("metallic", surface.metallic);
    program.set("alpha_cutoff", surface.alpha_cutoff);
}

}  // namespace

SurfacePass::SurfacePass(Program surface)
    : surface_(std::move(surface)), colors_(make_texture(kColors, GL_SRGB8, Filter::Linear)) {}

Result<SurfacePass> SurfacePass::create() {
    auto surface = Program::create(surface_vertex(), surface_fragment());
    if (!surface) return surface.error();
    return SurfacePass(std::move(*surface));
}

void SurfacePass::set_colors(ColorMap map) {
    std::vector<std::uint8_t> pixels;
    for (int i = 0; i < kColors.width; ++i) {
        const Vec3 color = map_color(map, static_cast<float>(i) / 255.0F);
        for (const float channel : {color.x(), color.y(), color.z()}) {
            pixels.push_back(static_cast<std::uint8_t>(std::lround(255.0F * channel)));
        }
    }
    glBindTexture(GL_TEXTURE_2D, colors_.id());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kColors.width, 1, GL_RGB, GL_UNSIGNED_BYTE,
                    pixels.data());
}

void SurfacePass::draw(const Scene& scene, const VisibilityPass& visibility) {
    if (scene.settings.scalar) set_colors(scene.settings.scalar->map);
    surface_.use();
    surface_.set("clip_from_model", scene.view.clip_from_model);
    surface_.set("eye", scene.view.eye);
    surface_.set("key_direction", scene.lighting.key_direction);
    surface_.set("fill_direction", scene.lighting.fill_direction);
    surface_.set("rim_direction", scene.lighting.rim_direction);
    surface_.set("ground_height", scene.ground_height);
    surface_.set("model_size", scene.model_size);
    surface_.set_texture("scalar_colors", kScalarColors, GL_TEXTURE_2D, colors_);
    visibility.bind(surface_);
    for (const MeshBuffers& mesh : scene.meshes) {
        surface_.set("coloring", coloring_of(scene, mesh));
        for (const SurfaceRange& range : mesh.ranges()) {
            set_surface(surface_, range.surface);
            surface_.set_texture("base_image", kBaseImage, GL_TEXTURE_2D,
                                 scene.image_of(range.surface));
            const bool holes = range.surface.alpha_cutoff >= 0.0F;
            if (holes) glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
            mesh.draw(range);
            if (holes) glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
        }
    }
}

}  // namespace isoskin::render
