#include "isoskin/volume/refine.h"

#include <algorithm>
#include <limits>

#include "isoskin/mesh/split_edges.h"
#include "isoskin/rig/subdivide_skinned.h"
#include "isoskin/volume/corrector.h"
#include "isoskin/volume/measure/surface.h"

namespace isoskin {
namespace {

constexpr double kAnyLength = std::numeric_limits<double>::infinity();

// Lowers the longest edge at the points of one part where a target takes them far enough.
void limit_edges(const PartCorrector& part, const RefineSettings& settings,
                 std::vector<double>& longest) {
    const CorrectionTable& table = part.table();
    for (const CorrectionTarget& target : table.targets) {
        double most = 0.0;
        for (std::size_t i = 0; i < target.map.size(); ++i)
            most = std::max(most, move_of(table.direction, target, i).norm());
        for (std::size_t i = 0; i < target.map.size(); ++i) {
            const Index point = target.map[i].point;
            if (move_of(table.direction, target, i).norm() <= settings.least_give * most) continue;
            double& at = longest[part.part().surface_point[point]];
            at = std::min(at, settings.longest_edge * table.radius[point]);
        }
    }
}

// The longest edge each vertex may have; the same for all vertices at one place.
std::vector<double> longest_edges(const SkinnedMesh& mesh, const Skeleton& skeleton,
                                  const VolumeSettings& volume, const RefineSettings& settings) {
    const VolumeSurface surface = make_volume_surface(mesh);
    const VolumeCorrector corrector(mesh, skeleton, volume, {}, Layers::Alone);
    std::vector<double> of_point(surface.point_count, kAnyLength);
    for (const PartCorrector& part : corrector.parts())
        limit_edges(part, settings, of_point);
    std::vector<double> of_vertex(mesh.mesh.vertex_count(), kAnyLength);
    for (std::size_t v = 0; v < of_vertex.size(); ++v)
        if (const Index point = surface.weld.point_of_vertex[v]; point < of_point.size())
            of_vertex[v] = of_point[point];
    return of_vertex;
}

}  // namespace

std::size_t refine_for_volume(Character& character, const VolumeSettings& volume,
                              const RefineSettings& settings) {
    std::size_t added = 0;
    for (SkinnedMesh& mesh : character.meshes)
        for (int level = 0; level < settings.depth; ++level) {
            const auto longest = longest_edges(mesh, character.skeleton, volume, settings);
            const std::size_t before = mesh.mesh.vertex_count();
            SkinnedMesh finer = carry_onto(
                split_edges(mesh.mesh,
                            [&](Index a, Index b) {
                                const auto length = static_cast<double>(
                                    (mesh.mesh.positions[a] - mesh.mesh.positions[b]).norm());
                                return length > std::min(longest[a], longest[b]);
                            }),
                mesh);
            if (finer.mesh.vertex_count() == before) break;
            added += finer.mesh.vertex_count() - before;
            mesh = std::move(finer);
        }
    return added;
}

}  // namespace isoskin
