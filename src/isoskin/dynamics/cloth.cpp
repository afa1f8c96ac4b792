#include "isoskin/dynamics/cloth.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "isoskin/lattice/octree_build.h"
#include "isoskin/mesh/normals.h"

namespace isoskin {
namespace {

constexpr int kMaxClothDepth = 7;
constexpr int kMaxQuads = 1024;

Status check(const ClothSettings& settings) {
    for (const double side : {settings.width, settings.height})
        if (!(side > 0.0) || !std::isfinite(side))
            return usage_error("a cloth needs a width and a height");
    if (settings.depth < 0 || settings.depth > kMaxClothDepth)
        return usage_error("the depth of a cloth is " + std::to_string(settings.depth) + ": 0 to " +
                           std::to_string(kMaxClothDepth) + " are possible");
    if (settings.quads < 1 || settings.quads > kMaxQuads)
        return usage_error("a cloth of " + std::to_string(settings.quads) + " quads a side: 1 to " +
                           std::to_string(kMaxQuads) + " are possible");
    const bool is_frame = std::abs(settings.across.norm() - 1.0) < 1e-6 &&
                          std::abs(settings.down.norm() - 1.0) < 1e-6 &&
                          settings.corner.allFinite();
    if (!is_frame) return usage_error("a cloth has to lie along two directions of unit length");
    return Done{};
}

Mesh make_mesh(const ClothSettings& settings) {
    Mesh mesh;
    mesh.name = "cloth";
    const auto side = static_cast<Index>(settings.quads) + 1;
    for (Index row = 0; row < side; ++row)
        for (Index column = 0; column < side; ++column) {
            const double u = static_cast<double>(column) / settings.quads;
            const double v = static_cast<double>(row) / settings.quads;
            mesh.positions.push_back(
                Vec3d(u * settings.width, (1.0 - v) * settings.height, 0.0).cast<float>());
            mesh.uvs.emplace_back(static_cast<float>(u), static_cast<float>(v));
        }
    for (Index row = 0; row + 1 < side; ++row)
        for (Index column = 0; column + 1 < side; ++column) {
            const Index at = row * side + column;
            mesh.faces.push_back(make_quad(at, at + side, at + side + 1, at + 1));
        }
    mesh.sections.push_back({.name = mesh.name,
                             .face_count = mesh.faces.size(),
                             .vertex_count = mesh.positions.size()});
    return mesh;
}

Lattice make_lattice(const ClothSettings& settings) {
    // The sheet is the low side of the box along z, which is not divided.
    const Eigen::AlignedBox3d box(Vec3d::Zero(),
                                  Vec3d(settings.width, settings.height, settings.width));
    return Lattice(*octree_from_box(box, settings.depth, TreeAxes::Two));
}

// Of the places of a tree, which are its vertices on the coarsest level that has them.
std::vector<Index> origins(const Octree& tree) {
    std::vector<Index> found;
    for (const Index vertex : tree.free_vertices())
        if (tree.vertex(vertex).is_origin()) found.push_back(vertex);
    return found;
}

Vec3d laid(const ClothSettings& settings, const Vec3d& rest) {
    return settings.corner + rest.x() * settings.across +
           (settings.height - rest.y()) * settings.down;
}

}  // namespace

Result<Cloth> Cloth::create(const ClothSettings& settings) {
    if (const Status status = check(settings); !status) return status.error();
    Mesh mesh = make_mesh(settings);
    Lattice lattice = make_lattice(settings);
    const std::vector<Index> vertices = origins(lattice.tree());
    std::vector<Vec3d> places;
    for (const Index vertex : vertices) {
        Vec3d rest = lattice.tree().rest_position(vertex);
        rest.z() = 0.0;
        places.push_back(laid(settings, rest));
    }
    lattice.set_positions(vertices, places);
    auto dynamics = LatticeDynamics::create(std::move(lattice), settings.dynamics, mesh.positions);
    if (!dynamics) return dynamics.error();
    return Cloth(*std::move(dynamics), std::move(mesh));
}

Cloth::Cloth(LatticeDynamics dynamics, Mesh mesh)
    : dynamics_(std::move(dynamics)),
      mesh_(std::move(mesh)),
      embedding_(dynamics_.lattice(), mesh_.positions) {
    const Octree& tree = dynamics_.lattice().tree();
    const double top = tree.grid().box().max().y();
    for (const Index vertex : origins(tree))
        if (tree.rest_position(vertex).y() == top) upper_edge_.push_back(vertex);
    std::sort(upper_edge_.begin(), upper_edge_.end(), [&](Index a, Index b) {
        return tree.rest_position(a).x() < tree.rest_position(b).x();
    });
    update();
}

void Cloth::step(double seconds) {
    dynamics_.step(seconds);
    update();
}

void Cloth::update() {
    embedding_.evaluate(dynamics_.lattice(), mesh_.positions);
    mesh_.normals = compute_normals(mesh_, mesh_.positions);
}

}  // namespace isoskin
