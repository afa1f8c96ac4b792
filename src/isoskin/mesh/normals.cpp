#include "isoskin/mesh/normals.h"

#include <cassert>
#include <cmath>
#include <numeric>

#include "isoskin/base/parallel.h"

namespace isoskin {
namespace {

constexpr float kSameNormalCosine = 0.9998F;  // about one degree
constexpr std::size_t kChunk = 4096;

// Twice the area vector; for a quad, of the bilinear patch.
Vec3 area_vector(const Face& face, std::span<const Vec3> p) {
    const auto& v = face.vertices;
    if (face.is_quad()) return (p[v[2]] - p[v[0]]).cross(p[v[3]] - p[v[1]]);
    return (p[v[1]] - p[v[0]]).cross(p[v[2]] - p[v[0]]);
}

Weld group_wedges(const Mesh& mesh) {
    std::vector<Vec3> wedge_positions(mesh.wedge_count());
    for (std::size_t w = 0; w < wedge_positions.size(); ++w)
        wedge_positions[w] = mesh.positions[mesh.vertex_of_wedge(w)];
    const Weld by_position = weld_by_position(wedge_positions);
    if (mesh.normals.empty()) return by_position;
    return split_weld(by_position, [&](Index a, Index b) {
        return mesh.normals[a].dot(mesh.normals[b]) >= kSameNormalCosine;
    });
}

// Turns counts stored one place ahead into offsets.
void to_offsets(std::vector<Index>& counts) {
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
}

}  // namespace

NormalTable::NormalTable(const Mesh& mesh) : faces_(mesh.faces) {
    const Weld groups = group_wedges(mesh);
    group_of_wedge_ = groups.point_of_vertex;
    const std::size_t group_count = groups.point_count();

    offsets_.assign(group_count + 1, 0);
    const auto for_each_corner = [&](auto&& visit) {
        for (std::size_t f = 0; f < mesh.faces.size(); ++f)
            for (int k = 0; k < mesh.faces[f].size(); ++k)
                visit(f, group_of_wedge_[mesh.wedges_of_face(f)[static_cast<std::size_t>(k)]]);
    };
    for_each_corner([&](std::size_t, Index group) { ++offsets_[group + 1]; });
    to_offsets(offsets_);
    face_of_group_.resize(offsets_.back());
    std::vector<Index> next(offsets_.begin(), offsets_.end() - 1);
    for_each_corner(
        [&](std::size_t f, Index group) { face_of_group_[next[group]++] = static_cast<Index>(f); });

    group_wedge_offsets_.assign(group_count + 1, 0);
    for (const Index group : group_of_wedge_)
        ++group_wedge_offsets_[group + 1];
    to_offsets(group_wedge_offsets_);
    wedges_of_group_.resize(group_of_wedge_.size());
    next.assign(group_wedge_offsets_.begin(), group_wedge_offsets_.end() - 1);
    for (std::size_t w = 0; w < group_of_wedge_.size(); ++w)
        wedges_of_group_[next[group_of_wedge_[w]]++] = static_cast<Index>(w);
}

void NormalTable::compute(std::span<const Vec3> positions, std::span<Vec3> face_normals,
                          std::span<Vec3> normals) const {
    assert(face_normals.size() == faces_.size());
    assert(normals.size() == group_of_wedge_.size());
    parallel_chunks(faces_.size(), kChunk, [&](std::size_t begin, std::size_t end) {
        for (std::size_t f = begin; f < end; ++f)
            face_normals[f] = area_vector(faces_[f], positions);
    });
    parallel_chunks(group_count(), kChunk, [&](std::size_t begin, std::size_t end) {
        for (std::size_t group = begin; group < end; ++group) {
            Vec3 sum = Vec3::Zero();
            for (Index k = offsets_[group]; k < offsets_[group + 1]; ++k)
                sum += face_normals[face_of_group_[k]];
            const float length = sum.norm();
            const Vec3 normal = length > 0.0F ? Vec3(sum / length) : Vec3(Vec3::Zero());
            for (Index k = group_wedge_offsets_[group]; k < group_wedge_offsets_[group + 1]; ++k)
                normals[wedges_of_group_[k]] = normal;
        }
    });
}

std::vector<Vec3> compute_normals(const Mesh& mesh, std::span<const Vec3> positions) {
    const NormalTable table(mesh);
    std::vector<Vec3> face_normals(table.face_count());
    std::vector<Vec3> normals(table.wedge_count());
    table.compute(positions, face_normals, normals);
    return normals;
}

}  // namespace isoskin
