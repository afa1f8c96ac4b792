#include "isoskin/mesh/surface_tree.h"

#include <algorithm>
#include <numeric>

namespace isoskin {
namespace {

constexpr std::size_t kLeafTriangles = 4;

double share_along(const Vec3d& point, const Vec3d& a, const Vec3d& b) {
    const double length2 = (b - a).squaredNorm();
    return length2 > 0.0 ? std::clamp((point - a).dot(b - a) / length2, 0.0, 1.0) : 0.0;
}

// The foot of the perpendicular if it lies inside, else the nearest place of the three edges.
Vec3d nearest_on_triangle(const Vec3d& point, const std::array<Vec3d, 3>& p) {
    const Vec3d normal = (p[1] - p[0]).cross(p[2] - p[0]);
    const double area2 = normal.squaredNorm();
    if (area2 > 0.0) {
        const auto share = [&](const Vec3d& a, const Vec3d& b) {
            return (b - a).cross(point - a).dot(normal) / area2;
        };
        const Vec3d shares(share(p[1], p[2]), share(p[2], p[0]), share(p[0], p[1]));
        if (shares.minCoeff() >= 0.0) return shares / shares.sum();
    }
    Vec3d best = Vec3d::UnitX();
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k) {
        const auto a = static_cast<std::size_t>(k);
        const auto b = static_cast<std::size_t>((k + 1) % 3);
        const double t = share_along(point, p[a], p[b]);
        const double distance = (p[a] + t * (p[b] - p[a]) - point).squaredNorm();
        if (distance >= least) continue;
        least = distance;
        best = Vec3d::Zero();
        best[k] = 1.0 - t;
        best[(k + 1) % 3] = t;
    }
    return best;
}

}  // namespace

SurfaceTree::SurfaceTree(std::vector<Vec3d> positions, std::vector<Triangle> triangles)
    : positions_(std::move(positions)), triangles_(std::move(triangles)) {
    order_.resize(triangles_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    if (triangles_.empty()) return;
    nodes_.reserve(2 * triangles_.size() / kLeafTriangles + 1);
    nodes_.emplace_back();
    divide(0, 0, order_.size());
}

void SurfaceTree::divide(std::size_t node, std::size_t begin, std::size_t end) {
    Eigen::AlignedBox3d box;
    for (std::size_t i = begin; i < end; ++i)
        for (const Index vertex : triangles_[order_[i]])
            box.extend(positions_[vertex]);
    nodes_[node].box = box;
    if (end - begin <= kLeafTriangles) {
        nodes_[node].first = static_cast<Index>(begin);
        nodes_[node].count = static_cast<Index>(end - begin);
        return;
    }
    int axis = 0;
    box.sizes().maxCoeff(&axis);
    const auto place = [&](Index triangle) {
        const Triangle& t = triangles_[triangle];
        return positions_[t[0]][axis] + positions_[t[1]][axis] + positions_[t[2]][axis];
    };
    const std::size_t middle = (begin + end) / 2;
    const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(begin), at(middle), at(end),
                     [&](Index a, Index b) { return place(a) < place(b); });
    const std::size_t left = nodes_.size();
    nodes_[node].first = static_cast<Index>(left);
    nodes_.resize(left + 2);
    divide(left, begin, middle);
    divide(left + 1, middle, end);
}

SurfacePlace SurfaceTree::nearest(const Vec3d& point, double within) const {
    SurfacePlace best;
    best.distance = within;
    if (!nodes_.empty()) search(0, point, best);
    return best;
}

void SurfaceTree::search(std::size_t index, const Vec3d& point, SurfacePlace& best) const {
    const Node& node = nodes_[index];
    if (node.box.exteriorDistance(point) >= best.distance) return;
    if (node.count == 0) {
        const std::size_t left = node.first;
        const bool right_first =
            nodes_[left + 1].box.exteriorDistance(point) < nodes_[left].box.exteriorDistance(point);
        search(right_first ? left + 1 : left, point, best);
        search(right_first ? left : left + 1, point, best);
        return;
    }
    for (Index i = node.first; i < node.first + node.count; ++i) {
        const Triangle& t = triangles_[order_[i]];
        const std::array<Vec3d, 3> p{positions_[t[0]], positions_[t[1]], positions_[t[2]]};
        const Vec3d corners = nearest_on_triangle(point, p);
        const double distance =
            (corners[0] * p[0] + corners[1] * p[1] + corners[2] * p[2] - point).norm();
        if (distance < best.distance) best = {order_[i], corners, distance};
    }
}

}  // namespace isoskin
