#include "render/overlay_pass.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "render/shaders.h"

namespace isoskin::render {
namespace {

const Vec3 kLineColor(0.02F, 0.03F, 0.05F);
const Vec4 kBoneColor(0.02F, 0.13F, 0.30F, 0.80F);
const Vec4 kJointColor(1.0F, 0.33F, 0.03F, 1.0F);

/// Lines that crowd each other get fainter, or the skin below would be black. A closed surface of
/// n edges that covers a share of the picture has edges of about so many pixels.
float line_opacity(const Scene& scene) {
    std::size_t edges = 1;
    for (const MeshBuffers& mesh : scene.meshes)
        edges += mesh.edge_count();
    const float pixels =
        static_cast<float>(scene.size.width) * static_cast<float>(scene.size.height);
    const float length = std::sqrt(0.5F * pixels / static_cast<float>(edges));
    return std::clamp(0.055F * length, 0.10F, 0.50F);
}

}  // namespace

OverlayPass::OverlayPass(Program wire, Program bone)
    : wire_(std::move(wire)), bone_(std::move(bone)) {
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(BoneVertex), nullptr);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(
        1, 3, GL_FLOAT, GL_FALSE, sizeof(BoneVertex),
        reinterpret_cast<const void*>(offsetof(BoneVertex, normal)));  // NOLINT: as OpenGL asks
}

Result<OverlayPass> OverlayPass::create() {
    auto wire = Program::create(flat_vertex(), wire_fragment());
    if (!wire) return wire.error();
    auto bone = Program::create(flat_vertex(), bone_fragment());
    if (!bone) return bone.error();
    return OverlayPass(std::move(*wire), std::move(*bone));
}

void OverlayPass::draw_edges(const Scene& scene) const {
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    wire_.use();
    wire_.set("clip_from_model", scene.view.clip_from_model);
    wire_.set("pull", 4e-4F);
    wire_.set("line_color",
              Vec4(kLineColor.x(), kLineColor.y(), kLineColor.z(), line_opacity(scene)));
    glLineWidth(scene.settings.detail == Detail::Fine ? 2.0F : 1.0F);
    for (const MeshBuffers& mesh : scene.meshes)
        mesh.draw_edges();
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

void OverlayPass::draw_shapes(std::span<const BoneVertex> triangles, const Vec4& color) const {
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(triangles.size_bytes()), triangles.data(),
                 GL_STREAM_DRAW);
    const auto count = static_cast<GLsizei>(triangles.size());
    bone_.set("bone_color", color);
    // Depth first, then colour where it is equal: translucent, yet no bone shows its own back.
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glDrawArrays(GL_TRIANGLES, 0, count);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    glDrawArrays(GL_TRIANGLES, 0, count);
    glDepthFunc(GL_LESS);
}

void OverlayPass::draw_skeleton(const Scene& scene, const BoneShapes& shapes) const {
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    bone_.use();
    bone_.set("clip_from_model", scene.view.clip_from_model);
    bone_.set("pull", 0.0F);
    bone_.set("key_direction", scene.lighting.key_direction);
    glBindVertexArray(array_.id());
    draw_shapes(shapes.joints, kJointColor);
    draw_shapes(shapes.bones, kBoneColor);
    glDisable(GL_BLEND);
}

}  // namespace isoskin::render
