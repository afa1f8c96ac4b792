#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "isoskin/rig/character.h"

/// Plain double loops that scenes, refinement and skinning are judged by.
namespace isoskin::testing {

/// Every edge is walked once in each direction: closed, manifold along edges, oriented alike.
inline bool is_closed(const Mesh& mesh) {
    using Walk = std::pair<Index, Index>;
    std::vector<Walk> forth;
    std::vector<Walk> back;
    for (const Face& face : mesh.faces)
        for (int i = 0; i < face.size(); ++i) {
            const Index from = face.vertices[static_cast<std::size_t>(i)];
            const Index to = face.vertices[static_cast<std::size_t>((i + 1) % face.size())];
            forth.emplace_back(from, to);
            back.emplace_back(to, from);
        }
    std::sort(forth.begin(), forth.end());
    std::sort(back.begin(), back.end());
    return forth == back && std::adjacent_find(forth.begin(), forth.end()) == forth.end();
}

/// Vertices − edges + faces: 2 for each closed part without handles.
inline long euler_characteristic(const Mesh& mesh) {
    std::size_t corners = 0;
    for (const Face& face : mesh.faces)
        corners += static_cast<std::size_t>(face.size());
    return static_cast<long>(mesh.vertex_count()) - static_cast<long>(corners / 2) +
           static_cast<long>(mesh.faces.size());
}

/// Enclosed volume, quads cut from their first corner.
template <typename Point>
double fan_volume(std::span<const Point> positions, std::span<const Face> faces) {
    double six_volumes = 0.0;
    for (const Triangle& t : triangulate(faces)) {
        const auto a = positions[t[0]].template cast<double>();
        const auto b = positions[t[1]].template cast<double>();
        const auto c = positions[t[2]].template cast<double>();
        six_volumes += a.dot(b.cross(c));
    }
    return six_volumes / 6.0;
}
inline double fan_volume(const Mesh& mesh) {
    return fan_volume<Vec3>(mesh.positions, mesh.faces);
}

/// Linear skinning of one mesh of a character, written out.
inline std::vector<Vec3d> skin_plainly(const Character& character, std::size_t mesh,
                                       const Pose& pose) {
    const SkinnedMesh& skinned = character.meshes[mesh];
    std::vector<Affine> model_from_joint(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, pose.parent_from_joint, model_from_joint);
    std::vector<Affine> palette(skinned.skin.joints.size());
    compute_palette(skinned.skin, model_from_joint, palette);
    std::vector<Vec3d> posed(skinned.mesh.vertex_count(), Vec3d::Zero());
    for (std::size_t v = 0; v < posed.size(); ++v)
        for (const Influence& influence : skinned.weights.row(v))
            posed[v] += influence.weight *
                        (palette[influence.slot] * skinned.mesh.positions[v].cast<double>());
    return posed;
}

}  // namespace isoskin::testing
