#include "isoskin/volume/build/flesh_targets.h"

#include <algorithm>

namespace isoskin {
namespace {

// The node that a flesh joint is of, if it turns against the same parent; or kNoIndex.
Index node_of(const FleshJoint& joint, const VolumeTree& tree,
              std::span<const std::string> joint_names) {
    for (std::size_t node = 1; node < tree.nodes.size(); ++node)
        if (joint_names[tree.nodes[node].slot] == joint.joint &&
            joint_names[tree.nodes[tree.nodes[node].parent].slot] == joint.parent)
            return static_cast<Index>(node);
    return kNoIndex;
}

// The points of a part that a flesh joint moves, in order, and which of its vertices each is.
std::vector<std::pair<Index, std::size_t>> points_of(const FleshJoint& joint,
                                                     const VolumeSurface& surface,
                                                     std::span<const Index> local_point) {
    std::vector<std::pair<Index, std::size_t>> points;
    for (std::size_t k = 0; k < joint.vertices.size(); ++k)
        if (const Index point = local_point[surface.weld.point_of_vertex[joint.vertices[k]]];
            point != kNoIndex)
            points.emplace_back(point, k);
    std::sort(points.begin(), points.end());
    return points;
}

CorrectionTarget make_target(const PartModel& part, Index node, std::size_t number,
                             std::span<const Vec3> moves,
                             std::span<const std::pair<Index, std::size_t>> points) {
    CorrectionTarget target{
        .node = node, .role = CorrectionTarget::Role::Flesh, .profile = static_cast<int>(number)};
    for (const auto& [point, entry] : points) {
        const Vec3d move = moves[entry].cast<double>();
        const double length = move.norm();
        target.map.push_back({point, length});
        target.ways.push_back(length > 0.0 ? Vec3d(move / length) : Vec3d(Vec3d::UnitX()));
        target.largest = std::max(target.largest, length);
        target.reach = std::max(
            target.reach, length / std::max(part.limbs[node].radius, part.bone_distance[point]));
    }
    return target;
}

}  // namespace

void add_flesh(const PartModel& part, const VolumeSurface& surface,
               std::span<const std::string> joint_names, const VolumeSettings& settings,
               CorrectionTable& table) {
    table.flesh_amount = settings.flesh_amount;
    std::vector<Index> local_point(surface.point_count, kNoIndex);
    for (std::size_t k = 0; k < part.point_count(); ++k)
        local_point[part.surface_point[k]] = static_cast<Index>(k);
    for (const FleshJoint& joint : settings.flesh) {
        const Index node = node_of(joint, part.tree, joint_names);
        if (node == kNoIndex || table.joints[node].flesh) continue;
        const auto points = points_of(joint, surface, local_point);
        if (points.empty()) continue;
        table.joints[node].flesh = joint.function;
        for (std::size_t k = 0; k < joint.targets.size(); ++k)
            table.targets.push_back(make_target(part, node, k, joint.targets[k], points));
    }
}

}  // namespace isoskin
