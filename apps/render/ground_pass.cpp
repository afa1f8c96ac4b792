#include "render/ground_pass.h"

#include <algorithm>
#include <vector>

#include "render/contact.h"
#include "render/shaders.h"
#include "render/visibility_pass.h"

namespace isoskin::render {
namespace {

constexpr Size kGrid{kContactCells, kContactCells};

struct Wall {
    Vec3 center, edge;  // linear
};

Wall wall_of(Backdrop backdrop) {
    if (backdrop == Backdrop::Dark)
        return {Vec3(0.105F, 0.112F, 0.125F), Vec3(0.030F, 0.033F, 0.040F)};
    return {Vec3(0.88F, 0.885F, 0.89F), Vec3(0.52F, 0.55F, 0.59F)};
}

/// Half the side of the square of ground whose sky is measured.
float contact_extent(const Scene& scene) {
    const Vec3 sizes = scene.box.sizes();
    return 0.5F * std::max(sizes.x(), sizes.z()) + 0.3F * sizes.norm() + 1e-6F;
}

Vec3 ground_center(const Scene& scene) {
    const Vec3 center = scene.box.center();
    return {center.x(), scene.ground_height, center.z()};
}

/// Looks up from under the ground: x to the right, z upwards, the lowest surface nearest.
Eigen::Matrix4f clip_from_below(const Scene& scene, float depth) {
    const Vec3 center = ground_center(scene);
    const float extent = contact_extent(scene);
    Eigen::Matrix4f clip = Eigen::Matrix4f::Zero();
    clip(0, 0) = 1.0F / extent;
    clip(0, 3) = -center.x() / extent;
    clip(1, 2) = 1.0F / extent;
    clip(1, 3) = -center.z() / extent;
    clip(2, 1) = 2.0F / depth;
    clip(2, 3) = -2.0F * center.y() / depth - 1.0F;
    clip(3, 3) = 1.0F;
    return clip;
}

bool shows_ground(const Scene& scene) {
    return scene.settings.ground == Ground::Shown && scene.view.eye.y() > scene.ground_height;
}

}  // namespace

GroundPass::GroundPass(Program backdrop, Program ground, Program depth)
    : backdrop_(std::move(backdrop)),
      ground_(std::move(ground)),
      depth_(std::move(depth)),
      heights_(make_texture(kGrid, GL_DEPTH_COMPONENT32F, Filter::Nearest, nullptr,
                            GL_DEPTH_COMPONENT, GL_FLOAT)),
      contact_(make_texture(kGrid, GL_R16F, Filter::Linear, nullptr, GL_RED, GL_FLOAT)),
      heights_buffer_(make_framebuffer(GL_TEXTURE_2D, nullptr, &heights_)) {}

Result<GroundPass> GroundPass::create() {
    auto backdrop = Program::create(full_screen_vertex(), backdrop_fragment());
    if (!backdrop) return backdrop.error();
    auto ground = Program::create(ground_vertex(), ground_fragment());
    if (!ground) return ground.error();
    auto depth = Program::create(ground_vertex(), ground_depth_fragment());
    if (!depth) return depth.error();
    return GroundPass(std::move(*backdrop), std::move(*ground), std::move(*depth));
}

void GroundPass::prepare(const Scene& scene, const Program& depth_program) {
    if (!shows_ground(scene)) return;
    const float depth = std::max(scene.box.max().y() - scene.ground_height, 1e-6F) * 1.01F;
    begin_drawing(heights_buffer_, kGrid);
    // What reaches below the ground touches it.
    glEnable(GL_DEPTH_CLAMP);
    render::draw_depth(scene, depth_program, clip_from_below(scene, depth));
    glDisable(GL_DEPTH_CLAMP);

    std::vector<float> heights(static_cast<std::size_t>(kGrid.width * kGrid.height));
    glReadPixels(0, 0, kGrid.width, kGrid.height, GL_DEPTH_COMPONENT, GL_FLOAT, heights.data());
    const float cell = 2.0F * contact_extent(scene) / static_cast<float>(kContactCells);
    for (float& height : heights)
        height = height < 1.0F ? height * depth / cell : -1.0F;
    const std::vector<float> occlusion = contact_occlusion(heights);
    glBindTexture(GL_TEXTURE_2D, contact_.id());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kGrid.width, kGrid.height, GL_RED, GL_FLOAT,
                    occlusion.data());
}

void GroundPass::draw(const Scene& scene, const VisibilityPass& visibility) const {
    const Wall wall = wall_of(scene.settings.backdrop);
    glDisable(GL_DEPTH_TEST);
    backdrop_.use();
    backdrop_.set("backdrop_center", wall.center);
    backdrop_.set("backdrop_edge", wall.edge);
    draw_full_screen(empty_);
    glEnable(GL_DEPTH_TEST);
    if (shows_ground(scene)) draw_ground(scene, visibility);
}

void GroundPass::draw_ground(const Scene& scene, const VisibilityPass& visibility) const {
    const Wall wall = wall_of(scene.settings.backdrop);
    ground_.use();
    ground_.set("backdrop_center", wall.center);
    ground_.set("backdrop_edge", wall.edge);
    ground_.set("picture_size",
                Vec2(static_cast<float>(scene.size.width), static_cast<float>(scene.size.height)));
    ground_.set("contact_extent", contact_extent(scene));
    ground_.set_texture("contact_image", 0, GL_TEXTURE_2D, contact_);
    visibility.bind(ground_);
    glDepthMask(GL_FALSE);  // it must not hide the soles that sink into it
    draw_quad(scene, ground_);
    glDepthMask(GL_TRUE);
}

void GroundPass::draw_depth(const Scene& scene) const {
    if (!shows_ground(scene)) return;
    depth_.use();
    depth_.set("view_from_model", scene.view.view_from_model);
    draw_quad(scene, depth_);
}

void GroundPass::draw_quad(const Scene& scene, const Program& program) const {
    program.set("clip_from_model", scene.view.clip_from_model);
    program.set("ground_center", ground_center(scene));
    program.set("ground_extent", 2.2F * contact_extent(scene));
    glBindVertexArray(empty_.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace isoskin::render
