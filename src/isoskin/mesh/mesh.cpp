#include "isoskin/mesh/mesh.h"

namespace isoskin {
namespace {

void append_fan(const std::array<Index, 4>& corners, bool is_quad, std::vector<Triangle>& out) {
    out.push_back({corners[0], corners[1], corners[2]});
    if (is_quad) out.push_back({corners[0], corners[2], corners[3]});
}

}  // namespace

std::vector<Triangle> triangulate(std::span<const Face> faces) {
    std::vector<Triangle> triangles;
    triangles.reserve(faces.size());
    for (const Face& face : faces)
        append_fan(face.vertices, face.is_quad(), triangles);
    return triangles;
}

std::vector<Triangle> triangulate_wedges(const Mesh& mesh) {
    std::vector<Triangle> triangles;
    triangles.reserve(mesh.faces.size());
    for (std::size_t face = 0; face < mesh.faces.size(); ++face)
        append_fan(mesh.wedges_of_face(face), mesh.faces[face].is_quad(), triangles);
    return triangles;
}

Eigen::AlignedBox3f bounding_box(std::span<const Vec3> positions) {
    Eigen::AlignedBox3f box;
    for (const Vec3& p : positions)
        box.extend(p);
    return box;
}

}  // namespace isoskin
