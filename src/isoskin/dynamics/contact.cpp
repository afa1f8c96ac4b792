#include "isoskin/dynamics/contact.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "isoskin/dynamics/carry_weights.h"

namespace isoskin {
namespace {

constexpr int kMaxSweeps = 200;
constexpr double kYieldingShare = 0.2;  // of a point that is free, in squares of weights
// Over the size of the shape: what is rounding and not depth; how far beyond the surface a push
// goes, so that there is an end to pushing; what is near an obstacle.
constexpr double kRounding = 1e-12;
constexpr double kClear = 1e-9;
constexpr double kNear = 0.005;

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

template <typename Obstacle>
std::vector<const Obstacle*> within(std::span<const Obstacle> obstacles,
                                    const Eigen::AlignedBox3d& box) {
    std::vector<const Obstacle*> near;
    for (const Obstacle& obstacle : obstacles)
        if (touches(obstacle, box)) near.push_back(&obstacle);
    return near;
}

Eigen::AlignedBox3d grown(const Eigen::AlignedBox3d& box, double by) {
    return {Vec3d(box.min().array() - by), Vec3d(box.max().array() + by)};
}

double largest_move(std::span<const Vec3d> from, std::span<const Vec3d> to) {
    double square = 0.0;
    for (std::size_t i = 0; i < from.size(); ++i)
        square = std::max(square, (to[i] - from[i]).squaredNorm());
    return std::sqrt(square);
}

}  // namespace

ContactMatter::ContactMatter(const Lattice& lattice, const SpringNet& net,
                             std::span<const Vec3> points) {
    offsets_.push_back(0);
    if (points.empty())
        add_corners(lattice, net);
    else
        add_points(lattice, net, points);
}

void ContactMatter::add_point(std::span<const PlaceWeight> weights) {
    double reach = 0.0;
    for (const PlaceWeight& part : weights)
        reach += std::abs(part.weight);
    reach_ = std::max(reach_, reach);
    weights_.insert(weights_.end(), weights.begin(), weights.end());
    offsets_.push_back(weights_.size());
    leaves_.back().last_point = static_cast<Index>(point_count());
}

void ContactMatter::add_corners(const Lattice& lattice, const SpringNet& net) {
    const Octree& tree = lattice.tree();
    std::vector<std::uint8_t> seen(net.place_count(), 0);
    for (const Index slot : tree.leaves()) {
        const LeafCarrier carrier(lattice, net, slot);
        leaves_.push_back({static_cast<Index>(point_count()), static_cast<Index>(point_count())});
        for (std::size_t corner = 0; corner < tree.grid().corner_count(); ++corner) {
            const Index vertex = tree.cell(slot).corners[corner];
            if (seen[net.place_of(vertex)]++ != 0) continue;
            add_point(carrier.weights(tree.rest_position(vertex)));
        }
    }
}

void ContactMatter::add_points(const Lattice& lattice, const SpringNet& net,
                               std::span<const Vec3> points) {
    std::vector<Index> leaf_of(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        leaf_of[i] = lattice.tree().leaf_at(points[i].cast<double>());
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return leaf_of[a] < leaf_of[b]; });
    for (std::size_t i = 0; i < order.size();) {
        const Index slot = leaf_of[order[i]];
        const LeafCarrier carrier(lattice, net, slot);
        leaves_.push_back({static_cast<Index>(point_count()), static_cast<Index>(point_count())});
        for (; i < order.size() && leaf_of[order[i]] == slot; ++i)
            add_point(carrier.weights(points[order[i]].cast<double>()));
    }
}

Vec3d ContactMatter::place(Index point, std::span<const Vec3d> positions) const {
    Vec3d sum = Vec3d::Zero();
    for (const PlaceWeight& part : weights(point))
        sum += part.weight * positions[part.place];
    return sum;
}

std::vector<std::uint8_t> ContactMatter::find_yielding(std::span<const std::uint8_t> held) const {
    std::vector<std::uint8_t> yielding(point_count(), 0);
    for (std::size_t point = 0; point < yielding.size(); ++point) {
        double free = 0.0;
        double all = 0.0;
        for (const PlaceWeight& part : weights(static_cast<Index>(point))) {
            all += part.weight * part.weight;
            if (held[part.place] == 0) free += part.weight * part.weight;
        }
        yielding[point] = free > kYieldingShare * all ? 1 : 0;
    }
    return yielding;
}

void ContactMatter::measure(std::span<const Vec3d> positions, LeafBoxes& boxes) const {
    boxes.positions.assign(positions.begin(), positions.end());
    boxes.boxes.assign(leaves_.size(), {});
    boxes.all.setEmpty();
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
        for (Index point = leaves_[i].first_point; point < leaves_[i].last_point; ++point)
            boxes.boxes[i].extend(place(point, positions));
        boxes.all.extend(boxes.boxes[i]);
    }
}

template <typename Visit>
void ContactMatter::visit_touching(const Obstacles& obstacles, const LeafBoxes& boxes,
                                   double distance, const Visit& visit) const {
    const Eigen::AlignedBox3d all = grown(boxes.all, distance);
    const auto planes = within(std::span(obstacles.planes), all);
    const auto balls = within(std::span(obstacles.balls), all);
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
        if (boxes.boxes[i].isEmpty()) continue;
        const Eigen::AlignedBox3d box = grown(boxes.boxes[i], distance);
        for (const Plane* plane : planes)
            if (touches(*plane, box)) visit(leaves_[i], *plane);
        for (const Ball* ball : balls)
            if (touches(*ball, box)) visit(leaves_[i], *ball);
    }
}

double ContactMatter::moved_since(const LeafBoxes& boxes, std::span<const Vec3d> positions) const {
    return reach_ * largest_move(boxes.positions, positions);
}

void ContactMatter::find(const ContactStep& step, const LeafBoxes& boxes,
                         std::span<const Vec3d> positions, std::vector<Contact>& found) const {
    found.clear();
    const double moved = moved_since(boxes, positions);
    visit_touching(step.obstacles, boxes, moved, [&](const Leaf& leaf, const auto& obstacle) {
        Index deepest = kNoIndex;
        Inside at;
        for (Index point = leaf.first_point; point < leaf.last_point; ++point) {
            if (step.yielding[point] == 0) continue;
            const Inside here = inside(obstacle, place(point, positions));
            if (here.depth <= at.depth) continue;
            at = here;
            deepest = point;
        }
        if (deepest == kNoIndex) return;
        const Vec3d now = place(deepest, positions);
        const Vec3d then = place(deepest, step.before);
        const double was = std::max(0.0, inside(moved_back(obstacle, step.seconds), then).depth);
        found.push_back({.point = deepest,
                         .normal = at.normal,
                         .level = at.normal.dot(now) + std::max(0.0, at.depth - was),
                         .carried = then + step.seconds * velocity_of(obstacle)});
    });
}

double ContactMatter::deepest(const Obstacles& obstacles, std::span<const Vec3d> positions) const {
    LeafBoxes boxes;
    measure(positions, boxes);
    double depth = 0.0;
    visit_touching(obstacles, boxes, 0.0, [&](const Leaf& leaf, const auto& obstacle) {
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

std::vector<ContactMatter::Neighbour> ContactMatter::find_near(const ContactStep& step,
                                                               double distance,
                                                               std::span<const Vec3d> positions,
                                                               LeafBoxes& boxes) const {
    measure(positions, boxes);
    std::vector<Neighbour> near;
    visit_touching(step.obstacles, boxes, distance, [&](const Leaf& leaf, const auto& obstacle) {
        for (Index point = leaf.first_point; point < leaf.last_point; ++point)
            if (step.yielding[point] != 0 &&
                inside(obstacle, place(point, positions)).depth > -distance)
                near.push_back({point, &obstacle});
    });
    return near;
}

// Again and again only points near an obstacle are looked at, until others may have come near.
bool ContactMatter::push_out(const ContactStep& step, std::span<Vec3d> positions) const {
    if (leaves_.empty()) return false;
    LeafBoxes boxes;
    measure(positions, boxes);
    const double size = boxes.all.sizes().maxCoeff();
    std::vector<Neighbour> near;
    double good_for = -1.0;
    bool pushed = false;
    bool moved = true;
    for (int sweep = 0; moved && sweep < kMaxSweeps; ++sweep) {
        if (good_for < moved_since(boxes, positions)) {
            good_for = kNear * size;
            near = find_near(step, good_for, positions, boxes);
        }
        moved = false;
        for (const Neighbour& neighbour : near) {
            const Vec3d at = place(neighbour.point, positions);
            const Inside here = std::visit(
                [&](const auto* obstacle) { return inside(*obstacle, at); }, neighbour.obstacle);
            if (here.depth <= kRounding * size) continue;
            const Vec3d move = (here.depth + kClear * size) * here.normal;
            moved = push(neighbour.point, move, step.held, positions) || moved;
        }
        pushed = pushed || moved;
    }
    if (pushed) step.net.follow_parents(positions);
    return pushed;
}

}  // namespace isoskin
