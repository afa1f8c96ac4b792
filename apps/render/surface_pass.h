#pragma once

#include "render/scene.h"
#include "render/shadow_pass.h"

namespace isoskin::render {

/// The lit character itself.
class SurfacePass {
  public:
    static Result<SurfacePass> create();

    /// Draws into the current framebuffer; `occlusion` has its size.
    void draw(const Scene& scene, const ShadowPass& shadow, const Texture& occlusion);

  private:
    explicit SurfacePass(Program surface);
    void set_colors(ColorMap map);

    Program surface_;
    Texture colors_;
};

}  // namespace isoskin::render
