#include "isoskin/volume/solve/closing.h"

#include <algorithm>
#include <cmath>

namespace isoskin {
namespace {

// Nodes whose targets move a common point, each once, itself included.
std::vector<std::vector<Index>> find_neighbours(const CorrectionTable& table) {
    std::vector<std::vector<Index>> nodes_at(table.point_count());
    for (const CorrectionTarget& target : table.targets)
        for (const PointValue& entry : target.map)
            if (auto& nodes = nodes_at[entry.point]; nodes.empty() || nodes.back() != target.node)
                nodes.push_back(target.node);
    std::vector<std::vector<Index>> neighbours(table.node_count());
    std::vector<char> known(table.node_count() * table.node_count(), 0);
    for (const auto& nodes : nodes_at)
        for (const Index a : nodes)
            for (const Index b : nodes) {
                char& seen = known[a * table.node_count() + b];
                if (seen == 0) neighbours[a].push_back(b);
                seen = 1;
            }
    return neighbours;
}

}  // namespace

MoveBound::MoveBound(const CorrectionTable& table)
    : neighbours_(find_neighbours(table)),
      reach_(table.node_count()),
      moves_(table.bind.size(), Vec3d::Zero()) {}

bool MoveBound::stays_within(const CorrectionTable& table, std::span<const double> weights) {
    std::fill(reach_.begin(), reach_.end(), 0.0);
    for (std::size_t k = 0; k < weights.size(); ++k)
        reach_[table.targets[k].node] += std::abs(weights[k]) * table.targets[k].reach;
    return std::all_of(neighbours_.begin(), neighbours_.end(), [&](const auto& nodes) {
        double sum = 0.0;
        for (const Index node : nodes)
            sum += reach_[node];
        return sum <= table.max_displacement;
    });
}

LargestMove MoveBound::largest(const CorrectionTable& table, std::span<const double> weights,
                               std::span<const Affine> motions, double unit) {
    LargestMove largest;
    if (stays_within(table, weights)) return largest;
    sum_targets(table, weights, moves_);
    Index farthest = kNoIndex;
    for (std::size_t point = 0; point < table.point_count(); ++point) {
        const double most = table.max_displacement * table.radius[point];
        if (!(moves_[point].squaredNorm() > most * most)) continue;
        const double radii = blend_vector(table.row(point), motions, moves_[point]).norm() /
                             (unit * table.radius[point]);
        if (!(radii > largest.radii)) continue;
        largest.radii = radii;
        farthest = static_cast<Index>(point);
    }
    double most = 0.0;
    for (std::size_t k = 0; k < weights.size() && farthest != kNoIndex; ++k) {
        const CorrectionTarget& target = table.targets[k];
        if (weights[k] == 0.0) continue;
        const auto at = std::lower_bound(
            target.map.begin(), target.map.end(), farthest,
            [](const PointValue& entry, Index point) { return entry.point < point; });
        if (at == target.map.end() || at->point != farthest) continue;
        if (const double move = std::abs(weights[k] * at->value); move > most) {
            most = move;
            largest.node = target.node;
        }
    }
    return largest;
}

}  // namespace isoskin
