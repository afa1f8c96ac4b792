#include "isoskin/volume/build/bend_patch.h"

#include <algorithm>

namespace isoskin {
namespace {

// Triangles as they are drawn: of a bilinear quad, those of one of its two cuts.
template <typename Visit>
void for_each_triangle(const PartModel& part, const Visit& visit) {
    for (const Triangle& t : part.triangles)
        visit(t);
    for (std::size_t k = 0; k < part.half_triangles.size(); k += 2)
        visit(part.half_triangles[k]);
}

// Triangles that the map or the blend touches, those of virtual caps left out.
std::vector<Triangle> touched_triangles(const PartModel& part, std::span<const double> blend,
                                        std::span<const double> map) {
    std::vector<Triangle> touched;
    for_each_triangle(part, [&](const Triangle& t) {
        bool is_touched = false;
        for (const Index point : t) {
            if (point >= map.size()) return;
            is_touched |= map[point] > 0.0 || (blend[point] > 0.0 && blend[point] < 1.0);
        }
        if (is_touched) touched.push_back(t);
    });
    return touched;
}

}  // namespace

BendPatch make_bend_patch(const PartModel& part, std::span<const Vec3d> gradient, std::size_t node,
                          std::span<const double> map) {
    const std::vector<double> blend = subtree_blend(part, node);
    BendPatch patch;
    patch.triangles = touched_triangles(part, blend, map);
    std::vector<Index> local(part.point_count(), kNoIndex);
    for (const Triangle& t : patch.triangles)
        for (const Index point : t)
            local[point] = 0;
    for (std::size_t point = 0; point < local.size(); ++point) {
        if (local[point] == kNoIndex) continue;
        local[point] = static_cast<Index>(patch.points.size());
        patch.points.push_back(static_cast<Index>(point));
        patch.bind.push_back(part.bind[point] - part.limbs[node].pivot);
        patch.direction.push_back(part.direction[point]);
        patch.blend.push_back(blend[point]);
        patch.map.push_back(map[point]);
        patch.gain.push_back(gradient[point].dot(part.direction[point]));
        patch.area.push_back(part.area[point]);
    }
    for (Triangle& t : patch.triangles)
        for (Index& point : t)
            point = local[point];
    patch.edges = find_interior_edges(patch.triangles);
    return patch;
}

}  // namespace isoskin
