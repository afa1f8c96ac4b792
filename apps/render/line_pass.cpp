#include "render/line_pass.h"

#include <cmath>
#include <cstddef>

#include "render/shaders.h"

namespace isoskin::render {
namespace {

constexpr float kPull = 2e-4F;  // towards the eye, so that lines on the skin win over it
constexpr float kHiddenOpacity = 0.16F;
constexpr float kUsualHeight = 720.0F;  // pixels of the picture that widths are given for

Eigen::Vector4f to_clip(const Scene& scene, const Vec3& point) {
    Eigen::Vector4f clip = scene.view.clip_from_model * point.homogeneous();
    clip.z() -= kPull * clip.w();
    return clip;
}

// Half the size of a pixel of the usual picture, in normalised device coordinates.
Vec2 half_pixel(const Scene& scene) {
    const auto aspect =
        static_cast<float>(scene.size.width) / static_cast<float>(scene.size.height);
    return {1.0F / (kUsualHeight * aspect), 1.0F / kUsualHeight};
}

Vec4 shifted(const Eigen::Vector4f& clip, const Vec2& offset) {
    return {clip.x() + offset.x() * clip.w(), clip.y() + offset.y() * clip.w(), clip.z(), clip.w()};
}

Vec3 linear_from_srgb(const Vec3& color) {
    return color.unaryExpr(
        [](float c) { return c <= 0.04045F ? c / 12.92F : std::pow((c + 0.055F) / 1.055F, 2.4F); });
}

}  // namespace

LinePass::LinePass(Program program) : program_(std::move(program)) {
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(Corner), nullptr);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(
        1, 2, GL_FLOAT, GL_FALSE, sizeof(Corner),
        reinterpret_cast<const void*>(offsetof(Corner, side)));  // NOLINT: as OpenGL asks
}

Result<LinePass> LinePass::create() {
    auto program = Program::create(line_vertex(), line_fragment());
    if (!program) return program.error();
    return LinePass(std::move(*program));
}

std::vector<LinePass::Corner> LinePass::ribbons(const Scene& scene, const LineGroup& group) {
    const Vec2 pixel = half_pixel(scene);
    std::vector<Corner> corners;
    corners.reserve(6 * group.segments.size());
    for (const auto& segment : group.segments) {
        const Eigen::Vector4f a = to_clip(scene, segment[0]);
        const Eigen::Vector4f b = to_clip(scene, segment[1]);
        if (a.w() <= 0.0F || b.w() <= 0.0F) continue;  // behind the eye
        const Vec2 along = (b.head<2>() / b.w() - a.head<2>() / a.w()).cwiseQuotient(pixel);
        const float length = along.norm();
        const Vec2 across =
            length > 0.0F ? Vec2(Vec2(-along.y(), along.x()) / length) : Vec2(0.0F, 0.0F);
        const Vec2 offset = group.width * across.cwiseProduct(pixel);
        const std::array<Vec4, 4> quad{shifted(a, offset), shifted(a, -offset), shifted(b, offset),
                                       shifted(b, -offset)};
        for (const std::size_t i : {0U, 1U, 2U, 2U, 1U, 3U})
            corners.push_back({quad[i], Vec2::Zero()});
    }
    return corners;
}

std::vector<LinePass::Corner> LinePass::dots(const Scene& scene, const LineGroup& group) {
    const Vec2 radius = group.dot_width * half_pixel(scene);
    std::vector<Corner> corners;
    for (const Vec3& dot : group.dots) {
        const Eigen::Vector4f middle = to_clip(scene, dot);
        if (middle.w() <= 0.0F) continue;
        for (const Vec2& side :
             {Vec2(-1, -1), Vec2(1, -1), Vec2(-1, 1), Vec2(-1, 1), Vec2(1, -1), Vec2(1, 1)})
            corners.push_back({shifted(middle, radius.cwiseProduct(side)), side});
    }
    return corners;
}

void LinePass::draw_corners(std::span<const Corner> corners, const Vec3& color,
                            float opacity) const {
    if (corners.empty()) return;
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size_bytes()), corners.data(),
                 GL_STREAM_DRAW);
    const auto draw = [&](GLenum where, float share) {
        glDepthFunc(where);
        program_.set("line_color", Vec4(color.x(), color.y(), color.z(), share * opacity));
        glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
    };
    draw(GL_GREATER, kHiddenOpacity);
    draw(GL_LEQUAL, 1.0F);
    glDepthFunc(GL_LESS);
}

void LinePass::draw(const Scene& scene) const {
    if (scene.settings.lines.empty()) return;
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    program_.use();
    glBindVertexArray(array_.id());
    for (const LineGroup& group : scene.settings.lines) {
        const Vec3 color = linear_from_srgb(group.color);
        draw_corners(ribbons(scene, group), color, group.opacity);
        draw_corners(dots(scene, group), color, 1.0F);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

}  // namespace isoskin::render
