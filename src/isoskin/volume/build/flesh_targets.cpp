#include "isoskin/volume/build/flesh_targets.h"

#include <algorithm>

#include "isoskin/volume/build/painted_map.h"

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

std::vector<Index> local_points(const PartModel& part, const VolumeSurface& surface) {
    std::vector<Index> local_point(surface.point_count, kNoIndex);
    for (std::size_t k = 0; k < part.point_count(); ++k)
        local_point[part.surface_point[k]] = static_cast<Index>(k);
    return local_point;
}

// How free paint of the joint leaves the points that it moves; 1 where there is none.
std::vector<double> paint_of_points(const FleshJoint& joint, const VolumeSettings& settings,
                                    std::span<const std::pair<Index, std::size_t>> points) {
    std::vector<double> free(points.size(), 1.0);
    for (const JointVolumeSettings& asked : settings.joints) {
        const PaintedMap* paint = asked.joint == joint.joint ? find_paint(asked, 0) : nullptr;
        for (std::size_t k = 0; k < free.size() && paint != nullptr; ++k)
            free[k] = static_cast<double>(paint->values[joint.vertices[points[k].second]]);
    }
    return free;
}

CorrectionTarget make_target(const PartModel& part, Index node, std::size_t number,
                             std::span<const Vec3> moves,
                             std::span<const std::pair<Index, std::size_t>> points,
                             std::span<const double> free) {
    CorrectionTarget target{
        .node = node, .role = CorrectionTarget::Role::Flesh, .profile = static_cast<int>(number)};
    for (std::size_t k = 0; k < points.size(); ++k) {
        const auto [point, entry] = points[k];
        const Vec3d move = free[k] * moves[entry].cast<double>();
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
    const auto local_point = local_points(part, surface);
    for (const FleshJoint& joint : settings.flesh) {
        const Index node = node_of(joint, part.tree, joint_names);
        if (node == kNoIndex || table.joints[node].flesh) continue;
        const auto points = points_of(joint, surface, local_point);
        if (points.empty()) continue;
        table.joints[node].flesh = joint.function;
        const auto free = paint_of_points(joint, settings, points);
        for (std::size_t k = 0; k < joint.targets.size(); ++k)
            table.targets.push_back(make_target(part, node, k, joint.targets[k], points, free));
    }
}

std::vector<std::size_t> repaint_flesh(const PartModel& part, const VolumeSurface& surface,
                                       std::span<const std::string> joint_names,
                                       const VolumeSettings& settings, Index node,
                                       CorrectionTable& table) {
    std::vector<std::size_t> changed;
    for (std::size_t t = 0; t < table.targets.size(); ++t)
        if (table.targets[t].role == CorrectionTarget::Role::Flesh && table.targets[t].node == node)
            changed.push_back(t);
    if (changed.empty()) return changed;
    const auto local_point = local_points(part, surface);
    for (const FleshJoint& joint : settings.flesh) {
        if (node_of(joint, part.tree, joint_names) != node) continue;
        const auto points = points_of(joint, surface, local_point);
        if (points.empty()) continue;
        const auto free = paint_of_points(joint, settings, points);
        for (std::size_t k = 0; k < changed.size(); ++k)
            table.targets[changed[k]] = make_target(part, node, k, joint.targets[k], points, free);
        break;  // as it was added
    }
    return changed;
}

}  // namespace isoskin
