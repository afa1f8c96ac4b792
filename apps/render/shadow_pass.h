#pragma once

#include "render/scene.h"

namespace isoskin::render {

/// How far the key light reaches, as a depth map.
class ShadowPass {
  public:
    ShadowPass();

    /// Draws the map with a program made of the depth shaders.
    void draw(const Scene& scene, const Program& depth_program);

    /// Gives a program what the shadow library of its shader asks for; uses texture units 6 and 7.
    void bind(const Scene& scene, const Program& program) const;

  private:
    Texture depth_;
    Framebuffer framebuffer_;
    Sampler compare_;
};

}  // namespace isoskin::render
