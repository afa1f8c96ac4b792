#pragma once

#include "render/scene.h"
#include "render/visibility_pass.h"

namespace isoskin::render {

/// The lit character itself.
class SurfacePass {
  public:
    static Result<SurfacePass> create();

    /// Draws into the current framebuffer.
    void draw(const Scene& scene, const VisibilityPass& visibility);

  private:
    explicit SurfacePass(Program surface);
    void set_colors(ColorMap map);

    Program surface_;
    Texture colors_;
};

}  // namespace isoskin::render
