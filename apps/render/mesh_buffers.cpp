#include "render/mesh_buffers.h"

#include <cassert>
#include <cstddef>

#include "render/edges.h"

namespace isoskin::render {
namespace {

// Warm light grey, for characters that bring no colour of their own.
const Vec4 kClay(0.52F, 0.47F, 0.43F, 1.0F);
constexpr float kClayRoughness = 0.62F;

struct Fixed {
    Vec2 uv;
    Vec4 color;
};

template <typename T>
void upload(GLenum target, const Buffer& buffer, std::span<const T> data, GLenum usage) {
    glBindBuffer(target, buffer.id());
    glBufferData(target, static_cast<GLsizeiptr>(data.size_bytes()), data.data(), usage);
}

void attribute(GLuint index, GLint components, std::size_t stride, std::size_t offset) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(offset));  // NOLINT: as OpenGL asks
}

bool is_white(const Vec4& color) {
    return color.head<3>().minCoeff() > 0.999F;
}

Surface surface_of(const Mesh& mesh, int material, std::span<const Material> materials) {
    Surface surface;
    if (material >= 0 && static_cast<std::size_t>(material) < materials.size()) {
        const Material& given = materials[static_cast<std::size_t>(material)];
        surface.base_color = given.base_color;
        surface.image = mesh.uvs.empty() ? -1 : given.base_color_image;
        surface.roughness = given.roughness;
        surface.metallic = given.metallic;
        surface.alpha_cutoff = given.alpha_cutoff;
    }
    const bool colorless = surface.image < 0 && mesh.colors.empty() && is_white(surface.base_color);
    if (!colorless) return surface;
    surface.base_color = kClay;
    surface.roughness = kClayRoughness;
    surface.metallic = 0.0F;
    return surface;
}

}  // namespace

MeshBuffers::MeshBuffers(const Mesh& mesh, std::span<const Material> materials)
    : triangles_(triangulate_wedges(mesh)) {
    for (std::size_t w = 0; w < mesh.wedge_count(); ++w) {
        vertex_of_wedge_.push_back(mesh.vertex_of_wedge(w));
    }
    std::size_t next_triangle = 0;
    for (const Section& section : mesh.sections) {
        SurfaceRange range;
        range.first_triangle = next_triangle;
        range.surface = surface_of(mesh, section.material, materials);
        for (std::size_t f = 0; f < section.face_count; ++f) {
            next_triangle += mesh.faces[section.first_face + f].is_quad() ? 2U : 1U;
        }
        range.triangle_count = next_triangle - range.first_triangle;
        if (range.triangle_count > 0) ranges_.push_back(range);
    }
    upload_fixed(mesh);
}

void MeshBuffers::upload_fixed(const Mesh& mesh) {
    std::vector<Fixed> fixed(mesh.wedge_count(), {Vec2::Zero(), Vec4::Ones()});
    for (std::size_t w = 0; w < fixed.size(); ++w) {
        if (!mesh.uvs.empty()) fixed[w].uv = mesh.uvs[w];
        if (!mesh.colors.empty()) fixed[w].color = mesh.colors[w];
    }
    moving_.resize(fixed.size());
    const auto edges = unique_edges(mesh);
    edge_count_ = edges.size();

    glBindVertexArray(edge_array_.id());
    upload<std::array<Index, 2>>(GL_ELEMENT_ARRAY_BUFFER, edge_buffer_, edges, GL_STATIC_DRAW);
    upload<Moving>(GL_ARRAY_BUFFER, moving_buffer_, moving_, GL_STREAM_DRAW);
    attribute(0, 3, sizeof(Moving), offsetof(Moving, position));

    glBindVertexArray(surface_array_.id());
    upload<Triangle>(GL_ELEMENT_ARRAY_BUFFER, triangle_buffer_, triangles_, GL_STATIC_DRAW);
    attribute(0, 3, sizeof(Moving), offsetof(Moving, position));
    attribute(1, 3, sizeof(Moving), offsetof(Moving, normal));
    attribute(2, 1, sizeof(Moving), offsetof(Moving, scalar));
    upload<Fixed>(GL_ARRAY_BUFFER, fixed_buffer_, fixed, GL_STATIC_DRAW);
    attribute(3, 2, sizeof(Fixed), offsetof(Fixed, uv));
    attribute(4, 4, sizeof(Fixed), offsetof(Fixed, color));
    glBindVertexArray(0);
}

std::vector<Vec3> MeshBuffers::normals_from_faces(const PosedMesh& posed) const {
    std::vector<Vec3> sums(posed.positions.size(), Vec3::Zero());
    for (const Triangle& triangle : triangles_) {
        const Index a = vertex_of_wedge_[triangle[0]];
        const Index b = vertex_of_wedge_[triangle[1]];
        const Index c = vertex_of_wedge_[triangle[2]];
        const Vec3 area = (posed.positions[b] - posed.positions[a])
                              .cross(posed.positions[c] - posed.positions[a]);
        sums[a] += area;
        sums[b] += area;
        sums[c] += area;
    }
    std::vector<Vec3> normals;
    for (const Index vertex : vertex_of_wedge_)
        normals.push_back(sums[vertex].normalized());
    return normals;
}

void MeshBuffers::update(const PosedMesh& posed, std::span<const float> scalar) {
    const bool given = posed.normals.size() == moving_.size();
    const std::vector<Vec3> made = given ? std::vector<Vec3>() : normals_from_faces(posed);
    const std::span<const Vec3> normals = given ? posed.normals : made;
    has_scalar_ = !scalar.empty();
    assert(!has_scalar_ || scalar.size() == posed.positions.size());
    for (std::size_t w = 0; w < moving_.size(); ++w) {
        const Index vertex = vertex_of_wedge_[w];
        moving_[w] = {posed.positions[vertex], normals[w], has_scalar_ ? scalar[vertex] : 0.0F};
    }
    upload<Moving>(GL_ARRAY_BUFFER, moving_buffer_, moving_, GL_STREAM_DRAW);
}

void MeshBuffers::draw(const SurfaceRange& range) const {
    glBindVertexArray(surface_array_.id());
    const std::size_t offset = range.first_triangle * sizeof(Triangle);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * range.triangle_count), GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(offset));  // NOLINT: as OpenGL asks
}

void MeshBuffers::draw_edges() const {
    glBindVertexArray(edge_array_.id());
    glDrawElements(GL_LINES, static_cast<GLsizei>(2 * edge_count_), GL_UNSIGNED_INT, nullptr);
}

}  // namespace isoskin::render
