#pragma once

#include <optional>

#include "render/ground_pass.h"
#include "render/scene.h"
#include "render/shadow_pass.h"

namespace isoskin::render {

/// How much each pixel sees of the sky, past what is close to it, and of the key light.
class VisibilityPass {
  public:
    static Result<VisibilityPass> create();

    /// `depth_program` is made of the depth shaders.
    void draw(const Scene& scene, const Program& depth_program, const GroundPass& ground,
              const ShadowPass& shadow);

    /// Gives a program what the visibility library of its shader asks for; texture units 4 and 5.
    void bind(const Program& program) const;

  private:
    struct Targets {
        explicit Targets(Size size);
        Size size;
        Texture depth, normals, raw, blurred;
        Framebuffer geometry_buffer, raw_buffer, blurred_buffer;
    };
    VisibilityPass(Program visibility, Program blur)
        : visibility_(std::move(visibility)), blur_(std::move(blur)) {}
    void measure(const Scene& scene, const ShadowPass& shadow) const;
    void blur(const Scene& scene) const;

    Program visibility_, blur_;
    VertexArray empty_;
    std::optional<Targets> targets_;
};

}  // namespace isoskin::render
