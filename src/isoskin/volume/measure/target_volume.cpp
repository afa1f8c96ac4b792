#include "isoskin/volume/measure/target_volume.h"

#include <cassert>

#include "isoskin/volume/measure/volume_tree.h"

namespace isoskin {
namespace {

void skin_part(const SkinnedMesh& mesh, const VolumeSurface& surface, const VolumePart& part,
               const VolumeTree& tree, std::span<const Affine> motions, std::span<Vec3d> points) {
    for (const Index point : part.points) {
        const Index vertex = surface.weld.vertex_of_point[point];
        const Vec3d bind = mesh.mesh.positions[vertex].cast<double>();
        points[point].setZero();
        for (const auto& [slot, weight] : mesh.weights.row(vertex))
            points[point] +=
                static_cast<double>(weight) * (motions[tree.node_of_slot[slot]] * bind);
    }
}

// Points of the surface with every part under its own scales.
std::vector<Vec3d> scaled_points(const SkinnedMesh& mesh, const Skeleton& skeleton,
                                 const VolumeSurface& surface, std::span<const Affine> palette) {
    std::vector<Vec3d> bind(surface.total_point_count());
    gather_points(surface, mesh.mesh.positions, bind);
    std::vector<Vec3d> points = bind;
    for (const VolumePart& part : surface.parts) {
        const auto areas = point_areas(surface, part, bind);
        const VolumeTree tree = make_volume_tree(mesh, skeleton, surface, part, areas);
        std::vector<Affine> motions(tree.nodes.size());
        gather_motions(tree, palette, motions);
        std::vector<Affine> scales(tree.nodes.size());
        scales_alone(tree, motions, scales);
        skin_part(mesh, surface, part, tree, scales, points);
    }
    place_apexes(surface, points);
    return points;
}

}  // namespace

std::vector<Vec3d> bind_shape_under_scales(const SkinnedMesh& mesh, const Skeleton& skeleton,
                                           std::span<const Affine> palette) {
    assert(palette.size() == mesh.skin.joints.size());
    const VolumeSurface surface = make_volume_surface(mesh);
    const auto points = scaled_points(mesh, skeleton, surface, palette);
    std::vector<Vec3d> vertices(mesh.mesh.vertex_count());
    for (std::size_t v = 0; v < vertices.size(); ++v)
        vertices[v] = points[surface.weld.point_of_vertex[v]];
    return vertices;
}

double target_volume(const SkinnedMesh& mesh, const Skeleton& skeleton,
                     std::span<const Affine> palette, QuadRule rule) {
    const VolumeSurface surface = make_volume_surface(mesh, rule);
    const auto points = scaled_points(mesh, skeleton, surface, palette);
    double sum = 0.0;
    for (const VolumePart& part : surface.parts)
        sum += enclosed_volume(part, points);
    return sum;
}

}  // namespace isoskin
