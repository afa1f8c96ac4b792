#pragma once

#include "render/scene.h"
#include "render/shadow_pass.h"

namespace isoskin::render {

/// The studio: a wall of light, and a ground of the same colour that receives shadows.
class GroundPass {
  public:
    static Result<GroundPass> create();

    /// Measures what hangs over the ground. To be called before `draw`.
    void prepare(const Scene& scene, const Program& depth_program);

    /// Fills the current framebuffer with the backdrop and draws the ground over it.
    void draw(const Scene& scene, const ShadowPass& shadow) const;

  private:
    GroundPass(Program backdrop, Program ground);
    void draw_ground(const Scene& scene, const ShadowPass& shadow) const;

    Program backdrop_, ground_;
    VertexArray empty_;
    Texture heights_, contact_;
    Framebuffer heights_buffer_;
};

}  // namespace isoskin::render
