#pragma once

#include <span>

#include "render/gl_objects.h"
#include "render/lighting.h"
#include "render/mesh_buffers.h"

namespace isoskin::render {

/// What all passes of one picture share. Refers to what the renderer owns.
struct Scene {
    std::span<const MeshBuffers> meshes;
    std::span<const Texture> images;
    const Texture& white;
    const RenderSettings& settings;
    Size size;
    View view;
    Lighting lighting;
    Eigen::AlignedBox3f box;  ///< Round what is posed.
    float ground_height = 0.0F;
    float model_size = 1.0F;  ///< Diagonal of what is framed.

    /// The texture of a surface, white if it has none.
    const Texture& image_of(const Surface& surface) const;
};

/// Draws all meshes into the current framebuffer with a program made of the depth shaders.
void draw_depth(const Scene& scene, const Program& program, const Eigen::Matrix4f& clip_from_model);

}  // namespace isoskin::render
