#pragma once

#include "render/scene.h"

namespace isoskin::render {

/// Lines and dots beside the skin: bold where they are in front of it, faint behind.
class LinePass {
  public:
    static Result<LinePass> create();

    /// Draws all groups of the settings into the current framebuffer, whose depth is that of the
    /// character; the last group comes to lie on top.
    void draw(const Scene& scene) const;

  private:
    struct Corner {
        Vec4 clip;  // clip space, the width of the line included
        Vec2 side;  // from the middle of a dot, in radii; (0, 0) in lines
    };
    explicit LinePass(Program program);
    static std::vector<Corner> ribbons(const Scene& scene, const LineGroup& group);
    static std::vector<Corner> dots(const Scene& scene, const LineGroup& group);
    void draw_corners(std::span<const Corner> corners, const Vec3& color, float opacity) const;

    Program program_;
    VertexArray array_;
    Buffer buffer_;
};

}  // namespace isoskin::render
