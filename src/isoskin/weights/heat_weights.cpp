#include "isoskin/weights/heat_weights.h"

#include <algorithm>
#include <cmath>

#include <Eigen/SparseCholesky>

#include "isoskin/weights/harmonic.h"

namespace isoskin {
namespace {

// Below this a weight is not kept while joints are solved for one after another: no player shows
// it.
constexpr double kLeastWeight = 1e-3;
// Bones as near as this to the nearest share a point, so that rounding does not choose.
constexpr double kTie = 1.0 + 1e-4;
// Heat over the square of the distance: weights fall off within half the distance to the bone.
// Baran and Popovic have 1, a fall-off as long as that distance; artists' weights are nearer to 4,
// and little different between 2 and 8 (docs/weights.md).
constexpr double kHeat = 4.0;
// A joint at a point's very place would be infinitely hot.
constexpr double kLeastDistance = 1e-4;

struct SeenJoints {
    std::vector<JointIndex> joints;
    double distance = 0.0;
};

SeenJoints nearest_seen(std::span<const JointReach> reaches) {
    SeenJoints seen;
    for (const JointReach& reach : reaches) {
        if (!reach.seen) continue;
        if (seen.joints.empty()) seen.distance = reach.distance;
        if (reach.distance > kTie * seen.distance) break;
        seen.joints.push_back(reach.joint);
    }
    return seen;
}

// Only points of triangles are unknowns: `number` leads from all points to them.
void number_used(std::size_t count, std::vector<Triangle>& triangles, std::vector<Index>& used) {
    std::vector<Index> number(count, kNoIndex);
    for (Triangle& triangle : triangles)
        for (Index& point : triangle) {
            if (number[point] == kNoIndex) {
                number[point] = static_cast<Index>(used.size());
                used.push_back(point);
            }
            point = number[point];
        }
}

}  // namespace

WeightRows heat_weights(std::span<const Vec3> points, std::span<const Triangle> triangles,
                        const InsideReach& reach, const KeepOn& keep_on) {
    WeightRows rows(points.size());
    std::vector<Triangle> local(triangles.begin(), triangles.end());
    std::vector<Index> used;
    number_used(points.size(), local, used);
    if (used.empty()) return rows;
    std::vector<Vec3> positions;
    for (const Index point : used)
        positions.push_back(points[point]);

    SurfaceFlow flow = surface_flow(positions, local);
    const double diagonal = bounding_box(positions).diagonal().norm();
    // Points without area would not be warmed at all.
    const double least_area = 1e-9 * flow.area.sum() / static_cast<double>(used.size());
    std::vector<std::vector<std::pair<Eigen::Index, double>>> heat_of_joint(
        reach.limb_radius.size());
    for (std::size_t i = 0; i < used.size(); ++i) {
        const SeenJoints seen = nearest_seen(reach.of_point[used[i]]);
        if (seen.joints.empty()) continue;
        const auto at = static_cast<Eigen::Index>(i);
        const double distance = std::max(seen.distance, kLeastDistance * diagonal);
        const double heat = kHeat * std::max(flow.area[at], least_area) / (distance * distance);
        flow.laplacian.coeffRef(at, at) += heat;
        for (const JointIndex joint : seen.joints)
            heat_of_joint[joint].emplace_back(at, heat / static_cast<double>(seen.joints.size()));
    }
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factored(flow.laplacian);
    for (std::size_t joint = 0; joint < heat_of_joint.size(); ++joint) {
        if (heat_of_joint[joint].empty()) continue;
        if (keep_on &&
            !keep_on(static_cast<double>(joint) / static_cast<double>(heat_of_joint.size())))
            return rows;
        Eigen::VectorXd right = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(used.size()));
        for (const auto& [at, heat] : heat_of_joint[joint])
            right[at] = heat;
        const Eigen::VectorXd weights = factored.solve(right);
        for (std::size_t i = 0; i < used.size(); ++i)
            if (const double w = weights[static_cast<Eigen::Index>(i)]; w >= kLeastWeight)
                rows[used[i]].push_back({static_cast<JointIndex>(joint), static_cast<float>(w)});
    }
    return rows;
}

WeightRows inside_weights(const InsideReach& reach) {
    const double falloff = DistanceWeightSettings{}.falloff;
    WeightRows rows(reach.of_point.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const JointReach& other : reach.of_point[i]) {
            const double nearest = reach.of_point[i].front().distance;
            const double ratio = other.distance > nearest ? nearest / other.distance : 1.0;
            rows[i].push_back({other.joint, static_cast<float>(std::pow(ratio, falloff))});
        }
    return rows;
}

}  // namespace isoskin
