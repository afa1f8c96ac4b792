#include "isoskin/lattice/invert.h"

#include <cmath>

#include <Eigen/LU>

namespace isoskin {
namespace {

constexpr int kMaxSteps = 40;
constexpr int kMaxHalvings = 8;
// Over the size of the root box: an order below what float positions resolve.
constexpr double kCloseEnough = 1e-9;

std::optional<Vec3d> newton(const Lattice& lattice, const Vec3d& target, const Vec3d& start) {
    const Grid& grid = lattice.tree().grid();
    const double tolerance = kCloseEnough * grid.box().sizes().maxCoeff();
    Vec3d at = start;
    Jet jet = lattice.evaluate(at);
    double distance = (jet.position - target).norm();
    for (int step = 0; step < kMaxSteps && distance > tolerance; ++step) {
        const Vec3d full = jet.gradient.fullPivLu().solve(target - jet.position);
        if (!full.allFinite()) return std::nullopt;
        double length = 1.0;
        int halvings = 0;
        for (; halvings < kMaxHalvings; ++halvings, length *= 0.5) {
            const Jet next = lattice.evaluate(at + length * full);
            const double next_distance = (next.position - target).norm();
            if (!(next_distance < distance)) continue;
            at += length * full;
            jet = next;
            distance = next_distance;
            break;
        }
        if (halvings == kMaxHalvings) return std::nullopt;
    }
    if (!(distance <= tolerance)) return std::nullopt;
    return at;
}

}  // namespace

std::optional<Vec3d> find_rest_point(const Lattice& lattice, const Vec3d& target,
                                     const Vec3d& start) {
    if (const auto found = newton(lattice, target, start)) return found;
    const Octree& tree = lattice.tree();
    const Vec3d size = tree.grid().cell_size(tree.cell(tree.leaf_at(start)).key.level);
    for (int axis = 0; axis < tree.grid().axis_count(); ++axis)
        for (const double side : {-0.5, 0.5}) {
            const Vec3d beside = start + side * size[axis] * Vec3d::Unit(axis);
            if (const auto found = newton(lattice, target, beside)) return found;
        }
    return std::nullopt;
}

}  // namespace isoskin
