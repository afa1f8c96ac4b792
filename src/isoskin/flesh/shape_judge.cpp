#include "isoskin/flesh/shape_judge.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "isoskin/mesh/quality.h"

namespace isoskin {

ShapeJudge::ShapeJudge(const PartModel& part, std::span<const double> blend,
                       const SparseField& moved)
    : bind_(part.bind), blend_(blend), moved_(moved), posed_(part.bind.size()) {
    std::vector<char> is_moved(part.bind.size(), 0);
    for (const auto& [point, fade] : moved)
        is_moved[point] = 1;
    // Caps are not drawn.
    for (const Triangle& t : part.triangles)
        if (*std::max_element(t.begin(), t.end()) < part.point_count() &&
            std::any_of(t.begin(), t.end(), [&](Index corner) { return is_moved[corner] != 0; }))
            triangles_.push_back(t);
}

void ShapeJudge::look(const Affine& motion, std::span<const Vec3d> moves) {
    assert(moves.size() == moved_.size());
    for (std::size_t point = 0; point < posed_.size(); ++point)
        posed_[point] = bind_[point] + blend_[point] * (motion * bind_[point] - bind_[point]);
    ++sum_.bends;
    const std::size_t linear = count_self_intersections(triangles_, posed_);
    sum_.linear_crossings += linear;
    sum_.linear_roughness += roughness(triangles_, bind_, posed_);
    for (std::size_t k = 0; k < moves.size(); ++k) {
        const Index point = moved_[k].point;
        posed_[point] += moves[k] + blend_[point] * (motion.linear() * moves[k] - moves[k]);
    }
    const std::size_t fleshed = count_self_intersections(triangles_, posed_);
    sum_.flesh_crossings += fleshed;
    sum_.flesh_roughness += roughness(triangles_, bind_, posed_);
    const Quatd turn(motion.linear());
    const std::size_t most = std::max(linear, fleshed);
    if (most > worst_crossings_ ||
        (most == worst_crossings_ && std::abs(turn.w()) < std::abs(sum_.worst_turn.w()))) {
        worst_crossings_ = most;
        sum_.worst_turn = turn;
    }
}

FleshShape ShapeJudge::shape() const {
    FleshShape shape = sum_;
    if (shape.bends > 0) {
        shape.linear_roughness /= static_cast<double>(shape.bends);
        shape.flesh_roughness /= static_cast<double>(shape.bends);
    }
    return shape;
}

}  // namespace isoskin
