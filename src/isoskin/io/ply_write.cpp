#include "isoskin/io/ply_write.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>

#include "isoskin/io/little_endian.h"

namespace isoskin {
namespace {

struct Layout {
    bool normals = true;
    bool uvs = false;
    bool colors = false;
    std::size_t vertex_count = 0;
    std::size_t face_count = 0;
};

Layout layout_of(const Character& character, std::span<const PosedMesh> posed) {
    Layout layout;
    for (std::size_t i = 0; i < posed.size(); ++i) {
        const Mesh& mesh = character.meshes[i].mesh;
        layout.normals = layout.normals && !posed[i].normals.empty();
        layout.uvs = layout.uvs || !mesh.uvs.empty();
        layout.colors = layout.colors || !mesh.colors.empty();
        layout.vertex_count += mesh.wedge_count();
        layout.face_count += mesh.faces.size();
    }
    return layout;
}

std::string header(const Layout& layout) {
    std::string text = "ply\nformat binary_little_endian 1.0\ncomment isoskin\n";
    text += "element vertex " + std::to_string(layout.vertex_count) + '\n';
    for (const char* name : {"x", "y", "z"})
        text += std::string("property float ") + name + '\n';
    if (layout.normals)
        for (const char* name : {"nx", "ny", "nz"})
            text += std::string("property float ") + name + '\n';
    if (layout.uvs) text += "property float s\nproperty float t\n";
    if (layout.colors)
        for (const char* name : {"red", "green", "blue", "alpha"})
            text += std::string("property uchar ") + name + '\n';
    text += "element face " + std::to_string(layout.face_count) + '\n';
    return text + "property list uchar uint vertex_indices\nend_header\n";
}

std::uint8_t byte_from(float unit) {
    return static_cast<std::uint8_t>(std::lround(255.0F * std::clamp(unit, 0.0F, 1.0F)));
}

void append_color(const Vec4& linear, std::vector<std::uint8_t>& out) {
    for (Eigen::Index c = 0; c < 3; ++c) {
        const float l = std::clamp(linear[c], 0.0F, 1.0F);
        out.push_back(
            byte_from(l <= 0.0031308F ? 12.92F * l : 1.055F * std::pow(l, 1.0F / 2.4F) - 0.055F));
    }
    out.push_back(byte_from(linear[3]));
}

void append_vertices(const Mesh& mesh, const PosedMesh& posed, const Layout& layout,
                     std::vector<std::uint8_t>& out) {
    for (std::size_t wedge = 0; wedge < mesh.wedge_count(); ++wedge) {
        append_floats(posed.positions[mesh.vertex_of_wedge(wedge)], out);
        if (layout.normals) append_floats(posed.normals[wedge], out);
        if (layout.uvs) {
            const Vec2 uv = mesh.uvs.empty() ? Vec2(0.0F, 1.0F) : mesh.uvs[wedge];
            append_floats(Vec2(uv.x(), 1.0F - uv.y()), out);
        }
        if (layout.colors)
            append_color(mesh.colors.empty() ? Vec4(Vec4::Ones()) : mesh.colors[wedge], out);
    }
}

void append_faces(const Mesh& mesh, std::size_t first_vertex, std::vector<std::uint8_t>& out) {
    for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
        const auto size = static_cast<std::size_t>(mesh.faces[face].size());
        out.push_back(static_cast<std::uint8_t>(size));
        for (std::size_t i = 0; i < size; ++i)
            append_little_endian(
                static_cast<std::uint32_t>(first_vertex + mesh.wedges_of_face(face)[i]), out);
    }
}

}  // namespace

std::vector<std::uint8_t> ply_bytes(const Character& character, std::span<const PosedMesh> posed) {
    assert(posed.size() == character.meshes.size());
    const Layout layout = layout_of(character, posed);
    const std::string head = header(layout);
    std::vector<std::uint8_t> out(head.begin(), head.end());
    for (std::size_t i = 0; i < posed.size(); ++i)
        append_vertices(character.meshes[i].mesh, posed[i], layout, out);
    std::size_t first_vertex = 0;
    for (const SkinnedMesh& skinned : character.meshes) {
        append_faces(skinned.mesh, first_vertex, out);
        first_vertex += skinned.mesh.wedge_count();
    }
    return out;
}

}  // namespace isoskin
