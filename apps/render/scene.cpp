#include "render/scene.h"

namespace isoskin::render {

const Texture& Scene::image_of(const Surface& surface) const {
    const bool known =
        surface.image >= 0 && static_cast<std::size_t>(surface.image) < images.size();
    return known ? images[static_cast<std::size_t>(surface.image)] : white;
}

void draw_depth(const Scene& scene, const Program& program,
                const Eigen::Matrix4f& clip_from_model) {
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glClearColor(0.5F, 0.5F, 1.0F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    program.use();
    program.set("clip_from_model", clip_from_model);
    program.set("view_from_model", scene.view.view_from_model);
    for (const MeshBuffers& mesh : scene.meshes) {
        for (const SurfaceRange& range : mesh.ranges()) {
            program.set("alpha_cutoff", range.surface.alpha_cutoff);
            program.set_texture("base_image", 0, GL_TEXTURE_2D, scene.image_of(range.surface));
            mesh.draw(range);
        }
    }
}

}  // namespace isoskin::render
