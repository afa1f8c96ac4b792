#include "isoskin/flesh/contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

namespace isoskin {
namespace {

// In sides of a cell. The gap is what a penalty needs to work before surfaces cross; skin nearer
// than the reach is the same fold, not another one.
constexpr double kGapOfSide = 0.35;
constexpr double kSameFold = 1.5;
// Per area, in shear stiffness per side: four times as much chatters, a quarter lets flesh through.
constexpr double kPenalty = 15.0;
// What is deeper than this is on the far side of a limb, not in contact with it.
constexpr double kDeepest = 6.0;
// This much may be missing where flesh has settled: less than the gap.
constexpr double kTooNear = 0.2;

// The place in a deformed cell where a point lies, if it does: Newton's method.
bool find_in_cell(const std::array<Vec3d, 8>& nodes, const Vec3d& point, Vec3d& at) {
    at = Vec3d::Constant(0.5);
    for (int iteration = 0; iteration < 12; ++iteration) {
        Vec3d miss = -point;
        for (int node = 0; node < 8; ++node)
            miss += node_share(at, node) * nodes[std::size_t(node)];
        const auto slopes = share_slopes(at);
        Mat3d gradient = Mat3d::Zero();
        for (int node = 0; node < 8; ++node)
            gradient += nodes[std::size_t(node)] * slopes.row(node);
        if (std::abs(gradient.determinant()) < 1e-12 * std::pow(gradient.norm(), 3)) return false;
        const Vec3d step = gradient.inverse() * miss;
        at = (at - step).cwiseMax(-0.5).cwiseMin(1.5);
        if (step.norm() < 1e-8) return at.minCoeff() > -1e-6 && at.maxCoeff() < 1.0 + 1e-6;
    }
    return false;
}

void add_term(Index node, double share, std::vector<Contact::Term>& terms) {
    const auto known = std::find_if(terms.begin(), terms.end(),
                                    [&](const auto& term) { return term.node == node; });
    if (known == terms.end())
        terms.push_back({node, share});
    else
        known->share += share;
}

}  // namespace

// The deformed flesh: cells by the small boxes of space they reach into, normals of the surface.
struct ContactFinder::Scene {
    std::span<const Vec3d> nodes;
    std::span<const Vec3d> points;
    std::vector<Vec3d> normals;
    std::vector<Vec3d> low, high;
    Vec3d origin = Vec3d::Zero();
    double box = 0.0;
    std::array<int, 3> count{};
    std::vector<std::vector<Index>> cells_in_box;

    Scene(const FleshProblem& problem, const FleshRegion& region,
          std::span<const Vec3d> posed_nodes, std::span<const Vec3d> posed_points)
        : nodes(posed_nodes), points(posed_points), normals(posed_points.size(), Vec3d::Zero()) {
        for (std::size_t k = 0; k < problem.triangles.size(); ++k) {
            if (region.is_inner[k] == 0) continue;
            const Triangle& t = problem.triangles[k];
            const Vec3d normal = (points[t[1]] - points[t[0]]).cross(points[t[2]] - points[t[0]]);
            for (const Index corner : t)
                normals[corner] += normal;
        }
        for (Vec3d& normal : normals)
            normal.normalize();
        fill_boxes(region.cells);
    }

    void fill_boxes(const FleshCells& cells) {
        Eigen::AlignedBox3d all;
        for (const Vec3d& node : nodes)
            all.extend(node);
        box = 1.5 * cells.side;
        origin = all.min();
        for (int c = 0; c < 3; ++c)
            count[std::size_t(c)] = 1 + static_cast<int>((all.max()[c] - origin[c]) / box);
        cells_in_box.resize(std::size_t(count[0]) * std::size_t(count[1]) * std::size_t(count[2]));
        for (Index number = 0; number < cells.cells.size(); ++number) {
            Eigen::AlignedBox3d bounds;
            for (const Index node : cells.cells[number].nodes)
                bounds.extend(nodes[node]);
            low.push_back(bounds.min());
            high.push_back(bounds.max());
            const Vec3d first = (bounds.min() - origin) / box;
            const Vec3d last = (bounds.max() - origin) / box;
            for (int k = static_cast<int>(first[2]); k <= static_cast<int>(last[2]); ++k)
                for (int j = static_cast<int>(first[1]); j <= static_cast<int>(last[1]); ++j)
                    for (int i = static_cast<int>(first[0]); i <= static_cast<int>(last[0]); ++i)
                        cells_in_box[index(i, j, k)].push_back(number);
        }
    }

    std::size_t index(int i, int j, int k) const {
        return (std::size_t(k) * std::size_t(count[1]) + std::size_t(j)) * std::size_t(count[0]) +
               std::size_t(i);
    }
    std::span<const Index> cells_at(const Vec3d& point) const {
        const Vec3d at = (point - origin) / box;
        for (int c = 0; c < 3; ++c)
            if (!(at[c] >= 0.0) || at[c] >= count[std::size_t(c)]) return {};
        return cells_in_box[index(static_cast<int>(at[0]), static_cast<int>(at[1]),
                                  static_cast<int>(at[2]))];
    }
    Vec3d on(const Triangle& t, const Vec3d& share) const {
        return share[0] * points[t[0]] + share[1] * points[t[1]] + share[2] * points[t[2]];
    }
    // Between the face's own and the one that is smooth over it; zero where they disagree.
    Vec3d normal_on(const Triangle& t, const Vec3d& share) const {
        const Vec3d face =
            (points[t[1]] - points[t[0]]).cross(points[t[2]] - points[t[0]]).normalized();
        const Vec3d smooth =
            (share[0] * normals[t[0]] + share[1] * normals[t[1]] + share[2] * normals[t[2]])
                .normalized();
        const Vec3d sum = face + smooth;
        return sum.norm() < 0.3 ? Vec3d(Vec3d::Zero()) : Vec3d(sum.normalized());
    }
};

double Contact::depth(std::span<const Vec3d> nodes) const {
    Vec3d apart = Vec3d::Zero();
    for (const Term& term : terms)
        apart += term.share * nodes[term.node];
    return gap - normal.dot(apart);
}

ContactFinder::ContactFinder(const FleshProblem& problem, const FleshRegion& region,
                             const SurfaceTree& surface)
    : problem_(problem),
      region_(region),
      surface_(surface),
      side_(region.cells.side),
      extra_(region.samples.size(), 0.0) {}

void ContactFinder::try_cell(const Scene& scene, Index sample_number, const Vec3d& point,
                             Index number, double& nearest, Contact& best) const {
    const ContactSample& sample = region_.samples[sample_number];
    const auto& cell = region_.cells.cells[number];
    const Vec3d middle = region_.cells.origin +
                         side_ * (Vec3d(cell.at[0], cell.at[1], cell.at[2]) + Vec3d::Constant(0.5));
    if ((middle - sample.rest).norm() < (kSameFold + 0.9) * side_) return;
    std::array<Vec3d, 8> nodes;
    for (std::size_t k = 0; k < 8; ++k)
        nodes[k] = scene.nodes[cell.nodes[k]];
    Vec3d at;
    if (!find_in_cell(nodes, point, at)) return;
    const Vec3d rest =
        region_.cells.origin + side_ * (Vec3d(cell.at[0], cell.at[1], cell.at[2]) + at);
    const SurfacePlace other = surface_.nearest(rest, std::numeric_limits<double>::max());
    const Triangle& theirs = problem_.triangles[other.triangle];
    const Vec3d skin = other.corners[0] * problem_.points[theirs[0]] +
                       other.corners[1] * problem_.points[theirs[1]] +
                       other.corners[2] * problem_.points[theirs[2]];
    if ((skin - sample.rest).norm() < kSameFold * side_) return;
    if (region_.is_inner[other.triangle] == 0) return;
    const Triangle& mine = problem_.triangles[sample.triangle];
    for (const Index corner : mine)
        if (std::find(theirs.begin(), theirs.end(), corner) != theirs.end()) return;

    const Vec3d normal = scene.normal_on(theirs, other.corners);
    if (normal.isZero()) return;
    const double gap = kGapOfSide * side_ + extra_[sample_number];
    const double short_of = gap - normal.dot(point - scene.on(theirs, other.corners));
    if (short_of < 0.0 || short_of > kDeepest * side_ || short_of >= nearest) return;
    nearest = short_of;
    best.sample = sample_number;
    best.terms.clear();
    for (std::size_t c = 0; c < 3; ++c)
        for (const auto& [corner, share] : {std::pair(mine[c], sample.share[int(c)]),
                                            std::pair(theirs[c], -other.corners[int(c)])}) {
            const CellPlace& place = region_.places[corner];
            for (int node = 0; node < 8; ++node)
                add_term(region_.cells.cells[place.cell].nodes[std::size_t(node)],
                         share * node_share(place.at, node), best.terms);
        }
    best.normal = normal;
    best.gap = gap;
    best.stiffness = kPenalty / side_ * sample.area;
}

bool ContactFinder::press(std::span<const Contact> contacts, std::span<const Vec3d> nodes) {
    double worst = 0.0;
    release();
    for (const Contact& contact : contacts) {
        const double depth = contact.depth(nodes);
        extra_[contact.sample] = std::max(0.0, depth);
        worst = std::max(worst, depth - (contact.gap - kGapOfSide * side_));
    }
    return worst > kTooNear * side_;
}

void ContactFinder::release() {
    std::fill(extra_.begin(), extra_.end(), 0.0);
}

std::vector<Contact> ContactFinder::find(std::span<const Vec3d> nodes,
                                         std::span<const Vec3d> points) const {
    const Scene scene(problem_, region_, nodes, points);
    std::vector<Contact> contacts;
    for (Index number = 0; number < region_.samples.size(); ++number) {
        const ContactSample& sample = region_.samples[number];
        const Vec3d point = scene.on(problem_.triangles[sample.triangle], sample.share);
        double nearest = std::numeric_limits<double>::infinity();
        Contact best;
        for (const Index cell : scene.cells_at(point)) {
            if ((point.array() < scene.low[cell].array()).any() ||
                (point.array() > scene.high[cell].array()).any())
                continue;
            try_cell(scene, number, point, cell, nearest, best);
        }
        if (!best.terms.empty()) contacts.push_back(std::move(best));
    }
    return contacts;
}

}  // namespace isoskin
