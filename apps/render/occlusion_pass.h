#pragma once

#include <optional>

#include "render/scene.h"

namespace isoskin::render {

/// How much of the sky each pixel of the character sees past what is close to it.
class OcclusionPass {
  public:
    static Result<OcclusionPass> create();

    /// `depth_program` is made of the depth shaders.
    void draw(const Scene& scene, const Program& depth_program);

    /// One channel in the size of the picture, 1 where nothing is in the way.
    const Texture& result() const { return targets_->blurred; }

  private:
    struct Targets {
        explicit Targets(Size size);
        Size size;
        Texture depth, normals, raw, blurred;
        Framebuffer geometry_buffer, raw_buffer, blurred_buffer;
    };
    OcclusionPass(Program occlusion, Program blur)
        : occlusion_(std::move(occlusion)), blur_(std::move(blur)) {}

    Program occlusion_, blur_;
    VertexArray empty_;
    std::optional<Targets> targets_;
};

}  // namespace isoskin::render
