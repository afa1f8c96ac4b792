#pragma once

#include "render/scene.h"

namespace isoskin::render {

class VisibilityPass;

/// The studio: a wall of light, and a ground of the same colour that receives shadows.
class GroundPass {
  public:
    static Result<GroundPass> create();

    /// Measures what hangs over the ground. To be called before `draw`.
    void prepare(const Scene& scene, const Program& depth_program);

    /// Adds the ground to a picture made by the depth shaders.
    void draw_depth(const Scene& scene) const;

    /// Fills the current framebuffer with the backdrop and draws the ground over it.
    void draw(const Scene& scene, const VisibilityPass& visibility) const;

  private:
    GroundPass(Program backdrop, Program ground, Program depth);
    void draw_quad(const Scene& scene, const Program& program) const;
    void draw_ground(const Scene& scene, const VisibilityPass& visibility) const;

    Program backdrop_, ground_, depth_;
    VertexArray empty_;
    Texture heights_, contact_;
    Framebuffer heights_buffer_;
};

}  // namespace isoskin::render
