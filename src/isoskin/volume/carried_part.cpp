#include "isoskin/volume/carried_part.h"

namespace isoskin {
namespace {

constexpr double kNoMove = 1e-9;  // of a limb; rounding, not worth a place in a map

}  // namespace

CarriedPart make_carried_part(const VolumeSurface& surface, const VolumePart& part,
                              Follower follower) {
    CarriedPart carried{.label = part.label,
                        .host_label = {},
                        .host_mesh = {},
                        .follower = std::move(follower),
                        .vertices = {},
                        .points = {}};
    std::vector<Index> local(surface.point_count, kNoIndex);
    for (std::size_t k = 0; k < part.points.size(); ++k)
        local[part.points[k]] = static_cast<Index>(k);
    for (std::size_t v = 0; v < surface.weld.point_of_vertex.size(); ++v)
        if (const Index point = local[surface.weld.point_of_vertex[v]]; point != kNoIndex) {
            carried.vertices.push_back(static_cast<Index>(v));
            carried.points.push_back(point);
        }
    return carried;
}

void add_carried(const PartModel& host, const CorrectionTarget& target, const CarriedPart& part,
                 VertexMap& map) {
    std::vector<Index> entry_of_point(host.point_count(), kNoIndex);
    for (std::size_t entry = 0; entry < target.map.size(); ++entry)
        entry_of_point[target.map[entry].point] = static_cast<Index>(entry);
    const bool has_ways = target.role != CorrectionTarget::Role::Bend;
    for (std::size_t k = 0; k < part.vertices.size(); ++k) {
        Vec3d move = Vec3d::Zero();
        for (const auto& [point, share] : part.follower.shares_of(part.points[k]))
            if (const Index entry = entry_of_point[point]; entry != kNoIndex)
                move += share * move_of(host.direction, target, entry);
        if (move.norm() <= kNoMove * (has_ways ? host.limbs[target.node].radius : 1.0)) continue;
        move = part.follower.part_from_host * move;
        const double length = move.norm();
        map.vertices.push_back(part.vertices[k]);
        map.values.push_back(static_cast<float>(length));
        if (has_ways) map.ways.push_back((move / length).cast<float>());
    }
}

void set_carried_directions(const PartModel& host, const CarriedPart& part,
                            std::span<Vec3> directions) {
    for (std::size_t k = 0; k < part.vertices.size(); ++k) {
        Vec3d sum = Vec3d::Zero();
        for (const auto& [point, share] : part.follower.shares_of(part.points[k]))
            sum += share * host.direction[point];
        if (sum.squaredNorm() > 0.0)
            directions[part.vertices[k]] =
                (part.follower.part_from_host * sum).normalized().cast<float>();
    }
}

}  // namespace isoskin
