#pragma once

#include "render/bones.h"
#include "render/scene.h"

namespace isoskin::render {

/// Edges on the skin, and bones over it.
class OverlayPass {
  public:
    static Result<OverlayPass> create();

    /// Both draw into the current framebuffer, whose depth is that of the character.
    void draw_edges(const Scene& scene) const;
    /// Forgets the depth of the character, so that bones show through the skin.
    void draw_skeleton(const Scene& scene, const BoneShapes& shapes) const;

  private:
    OverlayPass(Program wire, Program bone);
    void draw_shapes(std::span<const BoneVertex> triangles, const Vec4& color) const;

    Program wire_, bone_;
    VertexArray array_;
    Buffer buffer_;
};

}  // namespace isoskin::render
