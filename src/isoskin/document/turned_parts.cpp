#include "isoskin/document/turned_parts.h"

#include <algorithm>

#include "isoskin/volume/measure/surface.h"

namespace isoskin {
namespace {

// The first corner stays; the others come in the opposite order.
template <typename Corners>
void reverse_corners(Corners& corners, std::size_t count) {
    std::reverse(corners.begin() + 1, corners.begin() + static_cast<std::ptrdiff_t>(count));
}

void turn_wedge(std::size_t wedge, Mesh& mesh) {
    if (!mesh.normals.empty()) mesh.normals[wedge] = -mesh.normals[wedge];
    if (!mesh.tangents.empty()) mesh.tangents[wedge].w() = -mesh.tangents[wedge].w();
}

void turn_normals(std::span<const char> turned, Offsets& normals) {
    for (std::size_t i = 0; i < normals.places().size(); ++i)
        if (turned[normals.places()[i]] != 0) normals.values()[i] = -normals.values()[i];
}

void turn_mesh(const std::set<std::size_t>& parts, SkinnedMesh& skinned) {
    Mesh& mesh = skinned.mesh;
    const std::vector<std::size_t> part_of = parts_of_faces(skinned);
    std::vector<char> turned(mesh.wedge_count(), 0);
    for (std::size_t face = 0; face < part_of.size(); ++face) {
        if (!parts.contains(part_of[face])) continue;
        const auto count = static_cast<std::size_t>(mesh.faces[face].size());
        for (std::size_t corner = 0; corner < count; ++corner)
            turned[mesh.wedges_of_face(face)[corner]] = 1;
        reverse_corners(mesh.faces[face].vertices, count);
        if (!mesh.face_wedges.empty()) reverse_corners(mesh.face_wedges[face], count);
    }
    for (std::size_t wedge = 0; wedge < turned.size(); ++wedge)
        if (turned[wedge] != 0) turn_wedge(wedge, mesh);
    for (MorphTarget& morph : skinned.morphs)
        turn_normals(turned, morph.normals);
}

}  // namespace

std::vector<std::size_t> parts_of_faces(const SkinnedMesh& mesh) {
    const VolumeSurface surface = make_volume_surface(mesh);
    std::vector<std::size_t> part_of_point(surface.point_count, 0);
    for (std::size_t part = 0; part < surface.parts.size(); ++part)
        for (const Index point : surface.parts[part].points)
            part_of_point[point] = part;
    std::vector<std::size_t> parts;
    for (const Face& face : mesh.mesh.faces)
        parts.push_back(part_of_point[surface.weld.point_of_vertex[face.vertices[0]]]);
    return parts;
}

void turn_parts(const TurnedParts& parts, Character& character) {
    for (std::size_t mesh = 0; mesh < character.meshes.size(); ++mesh) {
        std::set<std::size_t> own;
        for (const PartKey& key : parts)
            if (key.mesh == mesh) own.insert(key.part);
        if (!own.empty()) turn_mesh(own, character.meshes[mesh]);
    }
}

}  // namespace isoskin
