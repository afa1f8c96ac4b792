#pragma once

#include <span>
#include <vector>

#include "isoskin/rig/character.h"
#include "render/gl_objects.h"
#include "render/renderer.h"

namespace isoskin::render {

/// What a section looks like.
struct Surface {
    Vec4 base_color = Vec4::Ones();  ///< Linear.
    int image = -1;
    float roughness = 1.0F;
    float metallic = 0.0F;
    float alpha_cutoff = -1.0F;
};

/// One draw call: triangles of one material.
struct SurfaceRange {
    std::size_t first_triangle = 0;
    std::size_t triangle_count = 0;
    Surface surface;
};

/// One mesh in the driver's memory: what is fixed from the start, what moves before each picture.
class MeshBuffers {
  public:
    MeshBuffers(const Mesh& mesh, std::span<const Material> materials);

    /// `scalar` holds one value in [0, 1] per vertex, or is empty.
    void update(const PosedMesh& posed, std::span<const float> scalar);

    std::span<const SurfaceRange> ranges() const { return ranges_; }
    bool has_scalar() const { return has_scalar_; }
    std::size_t edge_count() const { return edge_count_; }
    void draw(const SurfaceRange& range) const;
    void draw_edges() const;

  private:
    struct Moving {
        Vec3 position;
        Vec3 normal;
        float scalar;
    };
    void upload_fixed(const Mesh& mesh);
    std::vector<Vec3> normals_from_faces(const PosedMesh& posed) const;

    std::vector<Index> vertex_of_wedge_;
    std::vector<Triangle> triangles_;  // over wedges
    std::vector<SurfaceRange> ranges_;
    std::vector<Moving> moving_;
    std::size_t edge_count_ = 0;
    bool has_scalar_ = false;
    VertexArray surface_array_, edge_array_;
    Buffer fixed_buffer_, moving_buffer_, triangle_buffer_, edge_buffer_;
};

}  // namespace isoskin::render
