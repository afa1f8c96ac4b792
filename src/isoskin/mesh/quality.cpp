#include "isoskin/mesh/quality.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "isoskin/mesh/dihedral.h"

namespace isoskin {
namespace {

using Corners = std::array<Vec3d, 3>;

// Six volumes of the tetrahedron a b c d.
double orientation(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
    return (b - a).dot((c - a).cross(d - a));
}

bool pierces(const Vec3d& from, const Vec3d& to, const Corners& t) {
    const double start = orientation(t[0], t[1], t[2], from);
    const double end = orientation(t[0], t[1], t[2], to);
    if (!(start * end < 0.0)) return false;
    const double a = orientation(from, to, t[0], t[1]);
    const double b = orientation(from, to, t[1], t[2]);
    const double c = orientation(from, to, t[2], t[0]);
    return (a > 0.0 && b > 0.0 && c > 0.0) || (a < 0.0 && b < 0.0 && c < 0.0);
}

bool cross(const Corners& s, const Corners& t) {
    for (std::size_t k = 0; k < 3; ++k)
        if (pierces(s[k], s[(k + 1) % 3], t) || pierces(t[k], t[(k + 1) % 3], s)) return true;
    return false;
}

bool share_a_point(const Triangle& s, const Triangle& t) {
    return std::any_of(s.begin(), s.end(), [&](Index point) {
        return std::find(t.begin(), t.end(), point) != t.end();
    });
}

// A tree of boxes over triangles, halved at the median of the longest side.
class TriangleTree {
  public:
    TriangleTree(std::span<const Triangle> triangles, std::span<const Vec3d> points)
        : triangles_(triangles), points_(points), order_(triangles.size()) {
        std::iota(order_.begin(), order_.end(), Index{0});
        for (const Triangle& t : triangles)
            boxes_.push_back(Box(points[t[0]]).extend(points[t[1]]).extend(points[t[2]]));
        if (!order_.empty()) build(0, order_.size());
    }

    /// Tells `found` of each pair once.
    template <typename Found>
    void visit_crossings(const Found& found) const {
        if (!nodes_.empty()) visit_within(0, found);
    }

  private:
    using Box = Eigen::AlignedBox3d;
    struct Node {
        Box box;
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t second = 0;  // the first child follows its parent; 0: a leaf
    };

    std::size_t build(std::size_t begin, std::size_t end) {
        constexpr std::size_t kLeafSize = 4;
        const std::size_t number = nodes_.size();
        nodes_.push_back({.box = {}, .begin = begin, .end = end});
        Box box;
        for (std::size_t k = begin; k < end; ++k)
            box.extend(boxes_[order_[k]]);
        nodes_[number].box = box;
        if (end - begin <= kLeafSize) return number;
        Vec3d::Index axis = 0;
        box.sizes().maxCoeff(&axis);
        const std::size_t middle = (begin + end) / 2;
        const auto at = [&](std::size_t k) {
            return order_.begin() + static_cast<std::ptrdiff_t>(k);
        };
        std::nth_element(at(begin), at(middle), at(end), [&](Index a, Index b) {
            return boxes_[a].center()[axis] < boxes_[b].center()[axis];
        });
        build(begin, middle);
        const std::size_t second = build(middle, end);
        nodes_[number].second = second;
        return number;
    }

    template <typename Found>
    void visit_within(std::size_t number, const Found& found) const {
        const Node& node = nodes_[number];
        if (node.second != 0) {
            visit_within(number + 1, found);
            visit_within(node.second, found);
            return visit_between(number + 1, node.second, found);
        }
        for (std::size_t i = node.begin; i < node.end; ++i)
            for (std::size_t k = i + 1; k < node.end; ++k)
                if (crosses(order_[i], order_[k])) found(order_[i], order_[k]);
    }

    template <typename Found>
    void visit_between(std::size_t a, std::size_t b, const Found& found) const {
        const Node& first = nodes_[a];
        const Node& second = nodes_[b];
        if (!first.box.intersects(second.box)) return;
        if (first.second == 0 && second.second == 0) {
            for (std::size_t i = first.begin; i < first.end; ++i)
                for (std::size_t k = second.begin; k < second.end; ++k)
                    if (crosses(order_[i], order_[k])) found(order_[i], order_[k]);
            return;
        }
        const bool split_first =
            second.second == 0 ||
            (first.second != 0 && first.end - first.begin >= second.end - second.begin);
        if (split_first) {
            visit_between(a + 1, b, found);
            visit_between(first.second, b, found);
        } else {
            visit_between(a, b + 1, found);
            visit_between(a, second.second, found);
        }
    }

    bool crosses(Index s, Index t) const {
        return boxes_[s].intersects(boxes_[t]) && !share_a_point(triangles_[s], triangles_[t]) &&
               cross(corners(s), corners(t));
    }

    Corners corners(Index t) const {
        const Triangle& triangle = triangles_[t];
        return {points_[triangle[0]], points_[triangle[1]], points_[triangle[2]]};
    }

    std::span<const Triangle> triangles_;
    std::span<const Vec3d> points_;
    std::vector<Index> order_;
    std::vector<Box> boxes_;
    std::vector<Node> nodes_;
};

}  // namespace

double roughness(std::span<const Triangle> triangles, std::span<const Vec3d> rest,
                 std::span<const Vec3d> posed) {
    assert(rest.size() == posed.size());
    const std::vector<InteriorEdge> edges = find_interior_edges(triangles);
    double sum = 0.0;
    for (const InteriorEdge& edge : edges) {
        const auto angle = [&](std::span<const Vec3d> points) {
            return dihedral_angle(points[edge.to] - points[edge.from],
                                  area_vector(triangles[edge.left], points),
                                  area_vector(triangles[edge.right], points));
        };
        sum += std::abs(std::remainder(angle(posed) - angle(rest), 2.0 * kPi));
    }
    return edges.empty() ? 0.0 : sum / static_cast<double>(edges.size());
}

std::size_t count_self_intersections(std::span<const Triangle> triangles,
                                     std::span<const Vec3d> points) {
    std::size_t count = 0;
    TriangleTree(triangles, points).visit_crossings([&](Index, Index) { ++count; });
    return count;
}

std::vector<std::array<Index, 2>> find_self_intersections(std::span<const Triangle> triangles,
                                                          std::span<const Vec3d> points) {
    std::vector<std::array<Index, 2>> pairs;
    TriangleTree(triangles, points).visit_crossings([&](Index s, Index t) {
        pairs.push_back({s, t});
    });
    return pairs;
}

}  // namespace isoskin
