#pragma once

#include <optional>

#include "render/gl_objects.h"
#include "render/picture.h"

namespace isoskin::render {

/// Where the visible passes draw: linear light, several samples a pixel.
class ScreenTarget {
  public:
    static Result<ScreenTarget> create();

    /// Makes the target the current framebuffer, with nothing in it. `fineness` divides `size`:
    /// so many drawn pixels along each side make one of the picture.
    void begin(Size size, int fineness);

    /// Tone-maps and averages what was drawn since `begin`.
    Picture finish();

  private:
    struct Targets {
        Targets(Size drawn, int fineness);
        Size drawn, picture;
        int fineness;
        Texture color, depth, resolved;
        Framebuffer scene_buffer, resolved_buffer;
    };
    explicit ScreenTarget(Program resolve) : resolve_(std::move(resolve)) {}

    Program resolve_;
    VertexArray empty_;
    std::optional<Targets> targets_;
};

}  // namespace isoskin::render
