#include "isoskin/deform/detail_normals.h"

#include <cassert>

#include "isoskin/base/parallel.h"

namespace isoskin {
namespace {

constexpr std::size_t kChunk = 4096;

using Frame = Eigen::Matrix3f;  // columns: normal, tangent, bitangent

Frame frame_of(const Vec3& normal, const Vec3& edge) {
    Frame frame;
    Vec3 tangent = edge - edge.dot(normal) * normal;
    if (tangent.squaredNorm() < 1e-20F) tangent = normal.unitOrthogonal();
    tangent.normalize();
    frame << normal, tangent, normal.cross(tangent);
    return frame;
}

}  // namespace

DetailNormals::DetailNormals(const Mesh& mesh)
    : table_(mesh),
      details_(mesh.wedge_count()),
      face_normals_(mesh.faces.size()),
      smooth_(mesh.wedge_count()) {
    assert(!mesh.normals.empty());
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        const auto size = static_cast<std::size_t>(mesh.faces[f].size());
        for (std::size_t k = 0; k < size; ++k) {
            Detail& detail = details_[mesh.wedges_of_face(f)[k]];
            detail.vertex = mesh.faces[f].vertices[k];
            detail.along = mesh.faces[f].vertices[(k + 1) % size];
        }
    }
    table_.compute(mesh.positions, face_normals_, smooth_);
    for (std::size_t w = 0; w < details_.size(); ++w) {
        Detail& detail = details_[w];
        const Vec3 edge = mesh.positions[detail.along] - mesh.positions[detail.vertex];
        const Vec3 smooth = smooth_[w].isZero() ? mesh.normals[w] : smooth_[w];
        const Frame frame = frame_of(smooth, edge);
        detail.normal = frame.transpose() * mesh.normals[w];
        if (!mesh.tangents.empty()) {
            detail.tangent = frame.transpose() * mesh.tangents[w].head<3>();
            tangent_signs_.push_back(mesh.tangents[w].w());
        }
    }
}

void DetailNormals::compute(std::span<const Vec3> positions, std::span<Vec3> normals,
                            std::span<Vec4> tangents) {
    table_.compute(positions, face_normals_, smooth_);
    parallel_chunks(details_.size(), kChunk, [&](std::size_t begin, std::size_t end) {
        for (std::size_t w = begin; w < end; ++w) {
            const Detail& detail = details_[w];
            const Vec3 smooth = smooth_[w].isZero() ? Vec3(Vec3::UnitY()) : smooth_[w];
            const Frame frame =
                frame_of(smooth, positions[detail.along] - positions[detail.vertex]);
            const Vec3 normal = (frame * detail.normal).normalized();
            if (!normals.empty()) normals[w] = normal;
            if (tangents.empty()) continue;
            Vec3 tangent = frame * detail.tangent;
            tangent -= tangent.dot(normal) * normal;
            if (tangent.squaredNorm() > 1e-20F) tangent.normalize();
            tangents[w] = {tangent.x(), tangent.y(), tangent.z(), tangent_signs_[w]};
        }
    });
}

}  // namespace isoskin
