#include "isoskin/lattice/contact.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace isoskin {
namespace {

constexpr int kMaxSweeps = 200;
constexpr double kGrain = 1e-12;  // over the size of the shape: rounding, not depth

// Where a point stands towards one obstacle: depth inside, and the way out.
struct Inside {
    double depth = 0.0;
    Vec3d normal = Vec3d::UnitY();
};

Inside inside(const Plane& plane, const Vec3d& point) {
    return {-plane.normal.dot(point - plane.point), plane.normal};
}

Inside inside(const Ball& ball, const Vec3d& point) {
    const Vec3d out = point - ball.centre;
    const double distance = out.norm();
    return {ball.radius - distance, distance > 0.0 ? Vec3d(out / distance) : Vec3d(Vec3d::UnitY())};
}

bool touches(const Plane& plane, const Eigen::AlignedBox3d& box) {
    const Vec3d half = 0.5 * box.sizes();
    return plane.normal.dot(box.center() - plane.point) < plane.normal.cwiseAbs().dot(half);
}

bool touches(const Ball& ball, const Eigen::AlignedBox3d& box) {
    return box.squaredExteriorDistance(ball.centre) < ball.radius * ball.radius;
}

Plane moved_back(const Plane& plane, double) {
    return plane;
}

Ball moved_back(Ball ball, double seconds) {
    ball.centre -= seconds * ball.velocity;
    return ball;
}

Vec3d velocity_of(const Plane&) {
    return Vec3d::Zero();
}

Vec3d velocity_of(const Ball& ball) {
    return ball.velocity;
}

// Weights of the corners of a box at a point in it, linear along each axis.
std::vector<double> corner_weights(const Eigen::AlignedBox3d& box, const Vec3d& point,
                                   std::size_t corner_count) {
    std::vector<double> weights(corner_count, 1.0);
    for (std::size_t corner = 0; corner < corner_count; ++corner)
        for (int axis = 0; (std::size_t{1} << axis) < corner_count; ++axis) {
            const double t =
                std::clamp((point[axis] - box.min()[axis]) / box.sizes()[axis], 0.0, 1.0);
            weights[corner] *= ((corner >> axis) & 1U) != 0 ? t : 1.0 - t;
        }
    return weights;
}

}  // namespace

ContactMatter::ContactMatter(const Octree& tree, const SpringNet& net,
                             std::span<const Vec3> points) {
    offsets_.push_back(0);
    if (points.empty())
        add_corners(tree, net);
    else
        add_points(tree, net, points);
}

void ContactMatter::add_point(const SpringNet& net, std::span<const PlaceWeight> weights) {
    const std::size_t first = weights_.size();
    for (const PlaceWeight& part : weights)
        for (const PlaceWeight& free : net.free_weights(part.place)) {
            const auto known =
                std::find_if(weights_.begin() + static_cast<std::ptrdiff_t>(first), weights_.end(),
                             [&](const PlaceWeight& weight) { return weight.place == free.place; });
            if (known == weights_.end())
                weights_.push_back({free.place, part.weight * free.weight});
            else
                known->weight += part.weight * free.weight;
        }
    offsets_.push_back(weights_.size());
}

namespace {

template <typename LeafType>
LeafType make_leaf(const Octree& tree, const SpringNet& net, Index slot, std::size_t points) {
    LeafType leaf;
    leaf.corner_count = tree.grid().corner_count();
    for (std::size_t corner = 0; corner < leaf.corner_count; ++corner)
        leaf.corners[corner] = net.place_of(tree.cell(slot).corners[corner]);
    leaf.first_point = leaf.last_point = static_cast<Index>(points);
    return leaf;
}

}  // namespace

void ContactMatter::add_corners(const Octree& tree, const SpringNet& net) {
    std::vector<std::uint8_t> seen(net.place_count(), 0);
    for (const Index slot : tree.leaves()) {
        Leaf leaf = make_leaf<Leaf>(tree, net, slot, point_count());
        for (std::size_t corner = 0; corner < leaf.corner_count; ++corner) {
            if (seen[leaf.corners[corner]]++ != 0) continue;
            const PlaceWeight whole{leaf.corners[corner], 1.0};
            add_point(net, {&whole, 1});
        }
        leaf.last_point = static_cast<Index>(point_count());
        if (leaf.last_point > leaf.first_point) leaves_.push_back(leaf);
    }
}

void ContactMatter::add_points(const Octree& tree, const SpringNet& net,
                               std::span<const Vec3> points) {
    std::vector<Index> leaf_of(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        leaf_of[i] = tree.leaf_at(points[i].cast<double>());
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return leaf_of[a] < leaf_of[b]; });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Index slot = leaf_of[order[i]];
        if (i == 0 || leaf_of[order[i - 1]] != slot)
            leaves_.push_back(make_leaf<Leaf>(tree, net, slot, point_count()));
        Leaf& leaf = leaves_.back();
        const std::vector<double> at =
            corner_weights(tree.rest_box(slot), points[order[i]].cast<double>(), leaf.corner_count);
        std::vector<PlaceWeight> weights;
        for (std::size_t corner = 0; corner < leaf.corner_count; ++corner)
            if (at[corner] != 0.0) weights.push_back({leaf.corners[corner], at[corner]});
        add_point(net, weights);
        leaf.last_point = static_cast<Index>(point_count());
    }
}

Vec3d ContactMatter::place(Index point, std::span<const Vec3d> positions) const {
    Vec3d sum = Vec3d::Zero();
    for (const PlaceWeight& part : weights(point))
        sum += part.weight * positions[part.place];
    return sum;
}

template <typename Visit>
void ContactMatter::visit_touching(const Obstacles& obstacles, std::span<const Vec3d> positions,
                                   const Visit& visit) const {
    for (const Leaf& leaf : leaves_) {
        Eigen::AlignedBox3d box;
        for (std::size_t corner = 0; corner < leaf.corner_count; ++corner)
            box.extend(positions[leaf.corners[corner]]);
        for (const Plane& plane : obstacles.planes)
            if (touches(plane, box)) visit(leaf, plane);
        for (const Ball& ball : obstacles.balls)
            if (touches(ball, box)) visit(leaf, ball);
    }
}

void ContactMatter::find(const Obstacles& obstacles, std::span<const Vec3d> positions,
                         std::span<const Vec3d> before, double seconds,
                         std::vector<Contact>& found) const {
    found.clear();
    visit_touching(obstacles, positions, [&](const Leaf& leaf, const auto& obstacle) {
        Index deepest = kNoIndex;
        Inside at;
        for (Index point = leaf.first_point; point < leaf.last_point; ++point) {
            const Inside here = inside(obstacle, place(point, positions));
            if (here.depth <= at.depth) continue;
            at = here;
            deepest = point;
        }
        if (deepest == kNoIndex) return;
        const Vec3d now = place(deepest, positions);
        const Vec3d then = place(deepest, before);
        const double was = std::max(0.0, inside(moved_back(obstacle, seconds), then).depth);
        found.push_back({.point = deepest,
                         .normal = at.normal,
                         .level = at.normal.dot(now) + std::max(0.0, at.depth - was),
                         .carried = then + seconds * velocity_of(obstacle)});
    });
}

double ContactMatter::deepest(const Obstacles& obstacles, std::span<const Vec3d> positions) const {
    double depth = 0.0;
    visit_touching(obstacles, positions, [&](const Leaf& leaf, const auto& obstacle) {
        for (Index point = leaf.first_point; point < leaf.last_point; ++point)
            depth = std::max(depth, inside(obstacle, place(point, positions)).depth);
    });
    return depth;
}

// Moves a point by moving the places that carry it; held ones stay. False: all are held.
bool ContactMatter::push(Index point, const Vec3d& move, std::span<const std::uint8_t> held,
                         std::span<Vec3d> positions) const {
    double reach = 0.0;
    for (const PlaceWeight& part : weights(point))
        if (held[part.place] == 0) reach += part.weight * part.weight;
    if (reach <= 0.0) return false;
    for (const PlaceWeight& part : weights(point))
        if (held[part.place] == 0) positions[part.place] += (part.weight / reach) * move;
    return true;
}

void ContactMatter::push_out(const Obstacles& obstacles, std::span<const std::uint8_t> held,
                             const SpringNet& net, std::span<Vec3d> positions) const {
    Eigen::AlignedBox3d around;
    for (const Vec3d& position : positions)
        around.extend(position);
    const double grain = kGrain * around.sizes().maxCoeff();
    bool moved = !leaves_.empty();
    for (int sweep = 0; moved && sweep < kMaxSweeps; ++sweep) {
        moved = false;
        visit_touching(obstacles, positions, [&](const Leaf& leaf, const auto& obstacle) {
            for (Index point = leaf.first_point; point < leaf.last_point; ++point) {
                const Inside at = inside(obstacle, place(point, positions));
                if (at.depth > grain && push(point, at.depth * at.normal, held, positions))
                    moved = true;
            }
        });
        if (moved) net.follow_parents(positions);
    }
}

}  // namespace isoskin
