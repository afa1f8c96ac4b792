#include "isoskin/lattice/embedding.h"

#include <algorithm>
#include <cassert>
#include <cfloat>
#include <cmath>
#include <numeric>

#include "isoskin/lattice/invert.h"
#include "isoskin/lattice/scheme.h"

namespace isoskin {

Embedding::Embedding(const Lattice& lattice, std::span<const Vec3> rest)
    : rest_(rest.begin(), rest.end()) {
    sort_points(lattice.tree());
    list_reach(lattice.tree());
}

void Embedding::sort_points(const Octree& tree) {
    std::vector<Index> leaf(rest_.size());
    for (std::size_t i = 0; i < rest_.size(); ++i)
        leaf[i] = tree.leaf_at(rest_[i].cast<double>());
    order_.resize(rest_.size());
    std::iota(order_.begin(), order_.end(), Index{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](Index a, Index b) { return leaf[a] < leaf[b]; });
    runs_.clear();
    for (std::size_t i = 0; i < order_.size(); ++i) {
        if (runs_.empty() || runs_.back().leaf != leaf[order_[i]])
            runs_.push_back({leaf[order_[i]], i, 0});
        ++runs_.back().count;
    }
}

void Embedding::list_reach(const Octree& tree) {
    std::vector<std::pair<Index, Index>> pairs;
    for (std::size_t run = 0; run < runs_.size(); ++run)
        for (Index cell = runs_[run].leaf; cell != kNoIndex; cell = tree.cell(cell).parent)
            for (std::size_t corner = 0; corner < tree.grid().corner_count(); ++corner)
                pairs.emplace_back(tree.cell(cell).corners[corner], static_cast<Index>(run));
    std::sort(pairs.begin(), pairs.end());
    reach_offsets_.assign(tree.vertex_slots() + 1, 0);
    reach_.clear();
    for (const auto& [vertex, run] : pairs) {
        ++reach_offsets_[vertex + 1];
        reach_.push_back(run);
    }
    std::partial_sum(reach_offsets_.begin(), reach_offsets_.end(), reach_offsets_.begin());
    seen_.assign(runs_.size(), 0);
    evaluation_ = 0;
}

void Embedding::evaluate(const Lattice& lattice, std::span<Vec3> positions) {
    assert(positions.size() == rest_.size());
    for (std::size_t i = 0; i < rest_.size(); ++i)
        positions[i] = lattice.evaluate(rest_[i].cast<double>()).position.cast<float>();
}

std::size_t Embedding::evaluate_changed(const Lattice& lattice, std::span<const Index> changed,
                                        std::span<Vec3> positions) {
    assert(positions.size() == rest_.size());
    ++evaluation_;
    std::size_t count = 0;
    for (const Index vertex : changed)
        for (std::size_t i = reach_offsets_[vertex]; i < reach_offsets_[vertex + 1]; ++i) {
            const Run& run = runs_[reach_[i]];
            if (seen_[reach_[i]] == evaluation_) continue;
            seen_[reach_[i]] = evaluation_;
            count += run.count;
            for (std::size_t k = run.first; k < run.first + run.count; ++k)
                positions[order_[k]] =
                    lattice.evaluate(rest_[order_[k]].cast<double>()).position.cast<float>();
        }
    return count;
}

void Embedding::evaluate_gradients(const Lattice& lattice,
                                   std::span<Eigen::Matrix3f> gradients) const {
    assert(gradients.size() == rest_.size());
    for (std::size_t i = 0; i < rest_.size(); ++i)
        gradients[i] = lattice.evaluate(rest_[i].cast<double>()).gradient.cast<float>();
}

void Embedding::set_rest(const Lattice& lattice, std::span<const Vec3> rest) {
    assert(rest.size() == rest_.size());
    std::copy(rest.begin(), rest.end(), rest_.begin());
    sort_points(lattice.tree());
    list_reach(lattice.tree());
}

FollowReport Embedding::follow(const Lattice& lattice, Memory memory, std::span<Vec3> positions) {
    assert(positions.size() == rest_.size());
    FollowReport report;
    const std::vector<Vec3> before(positions.begin(), positions.end());
    if (memory == Memory::Plastic) {
        for (std::size_t i = 0; i < rest_.size(); ++i) {
            const Vec3d start = rest_[i].cast<double>();
            if (lattice.evaluate(start).position.cast<float>() == before[i]) continue;
            const auto found = find_rest_point(lattice, before[i].cast<double>(), start);
            if (found) rest_[i] = found->cast<float>();
            ++(found ? report.replaced : report.unreached);
        }
    }
    sort_points(lattice.tree());
    list_reach(lattice.tree());
    evaluate(lattice, positions);
    for (std::size_t i = 0; i < before.size(); ++i)
        report.largest_move =
            std::max(report.largest_move, static_cast<double>((positions[i] - before[i]).norm()));
    return report;
}

void carry_normals(std::span<const Eigen::Matrix3f> gradients,
                   std::span<const Index> point_of_normal, std::span<const Vec3> rest_normals,
                   std::span<Vec3> normals) {
    assert(rest_normals.size() == normals.size());
    for (std::size_t i = 0; i < normals.size(); ++i) {
        const Eigen::Matrix3f& m = gradients[point_of_normal.empty() ? i : point_of_normal[i]];
        const Vec3 x = m.col(1).cross(m.col(2));
        const Vec3 y = m.col(2).cross(m.col(0));
        const Vec3 z = m.col(0).cross(m.col(1));
        const Vec3& n = rest_normals[i];
        const Vec3 carried = n.x() * x + n.y() * y + n.z() * z;
        const float square = carried.squaredNorm();
        const float sign = std::copysign(1.0F, m.col(0).dot(x));
        normals[i] = square > FLT_MIN ? Vec3(carried * (sign / std::sqrt(square))) : n;
    }
}

}  // namespace isoskin
