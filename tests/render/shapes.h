#pragma once

#include <cmath>
#include <vector>

#include "isoskin/rig/character.h"
#include "support/solids.h"

namespace isoskin::render {

/// A character of one mesh in its bind shape on one joint.
inline Character character_of(Mesh mesh) {
    mesh.sections = {{.name = "all",
                      .first_face = 0,
                      .face_count = mesh.faces.size(),
                      .first_vertex = 0,
                      .vertex_count = mesh.vertex_count(),
                      .material = -1}};
    Character character;
    character.skeleton =
        *Skeleton::create({{.name = "root", .parent = {}, .parent_from_joint = {}}});
    SkinnedMesh skinned;
    skinned.weights = SkinWeights::rigid(mesh.vertex_count(), 0);
    skinned.skin.joints = {0};
    skinned.skin.joint_from_bind = {Affine::Identity()};
    skinned.mesh = std::move(mesh);
    character.meshes.push_back(std::move(skinned));
    return character;
}

/// The box [-1, 1]³, moved by `offset`, of six quads.
inline Mesh box_mesh(const Vec3& offset = Vec3::Zero()) {
    Mesh mesh = make_box();
    for (Vec3& position : mesh.positions)
        position += offset;
    return mesh;
}

/// The unit sphere in rings of quads, with triangles at its poles.
inline Mesh sphere_mesh(int rings = 24, int slices = 48) {
    Mesh mesh;
    const auto at = [&](int ring, int slice) {
        return static_cast<Index>((ring - 1) * slices + slice % slices);
    };
    for (int ring = 1; ring < rings; ++ring) {
        for (int slice = 0; slice < slices; ++slice) {
            const double polar = kPi * ring / rings;
            const double round = 2.0 * kPi * slice / slices;
            mesh.positions.push_back(Vec3d(std::sin(polar) * std::sin(round), std::cos(polar),
                                           std::sin(polar) * std::cos(round))
                                         .cast<float>());
        }
    }
    const auto north = static_cast<Index>(mesh.positions.size());
    mesh.positions.emplace_back(0.0F, 1.0F, 0.0F);
    mesh.positions.emplace_back(0.0F, -1.0F, 0.0F);
    for (int slice = 0; slice < slices; ++slice) {
        mesh.faces.push_back(make_triangle(north, at(1, slice), at(1, slice + 1)));
        for (int ring = 1; ring + 1 < rings; ++ring) {
            mesh.faces.push_back(make_quad(at(ring, slice), at(ring + 1, slice),
                                           at(ring + 1, slice + 1), at(ring, slice + 1)));
        }
        mesh.faces.push_back(
            make_triangle(at(rings - 1, slice), north + 1, at(rings - 1, slice + 1)));
    }
    return mesh;
}

/// The meshes of a character in their bind shape, without normals.
inline std::vector<PosedMesh> bind_shape(const Character& character) {
    std::vector<PosedMesh> posed;
    for (const SkinnedMesh& mesh : character.meshes) {
        posed.push_back({.positions = mesh.mesh.positions, .normals = {}, .tangents = {}});
    }
    return posed;
}

}  // namespace isoskin::render
