#include "isoskin/lattice/manipulate.h"

#include <algorithm>
#include <cassert>
#include <map>

#include <Eigen/QR>

#include "isoskin/lattice/scheme.h"

namespace isoskin {
namespace {

// Finer edits turn with what they ride on, which one linear step does not foresee.
constexpr int kMaxRounds = 12;
constexpr double kDragTolerance = 1e-9;  // over the size of the root box
// Vertices that reach a point with less than this together would have to go very far to move it.
constexpr double kLeastWeight = 0.01;

// How far each free vertex of a level takes a point along when it moves by one.
std::map<Index, double> vertex_weights(const Lattice& lattice, const Vec3d& rest, int level) {
    const Octree& tree = lattice.tree();
    std::map<Index, double> weights;
    Index cell = tree.leaf_at(rest);
    while (cell != kNoIndex && tree.cell(cell).key.level > level)
        cell = tree.cell(cell).parent;
    if (tree.cell(cell).key.level < level) return weights;

    const auto& corners = tree.cell(cell).corners;
    const Vec3d inside = tree.grid().clamp(rest);
    for (std::size_t corner = 0; corner < tree.grid().corner_count(); ++corner) {
        if (!tree.vertex(corners[corner]).is_free()) continue;
        const double k = corner_weight(tree, lattice.settings().blend, cell, corner, inside);
        weights[corners[corner]] += k;
        if (level > 0) continue;
        // Frames of the root's corners follow its edges: so do the points they carry.
        const Vec3d offset =
            (inside - tree.rest_position(corners[corner])).cwiseQuotient(tree.grid().box().sizes());
        for (int axis = 0; axis < tree.grid().axis_count(); ++axis) {
            const std::size_t bit = std::size_t{1} << axis;
            weights[corners[corner | bit]] += k * offset[axis];
            weights[corners[corner & ~bit]] -= k * offset[axis];
        }
    }
    return weights;
}

struct System {
    std::vector<Index> vertices;
    Eigen::MatrixXd weights;  // a row per drag, a column per vertex
};

System make_system(const Lattice& lattice, std::span<const Drag> drags, int level,
                   DragReport& report) {
    std::vector<std::map<Index, double>> rows;
    std::map<Index, Eigen::Index> columns;
    for (const Drag& drag : drags) {
        rows.push_back(vertex_weights(lattice, drag.rest, level));
        double square = 0.0;
        for (const auto& [vertex, weight] : rows.back())
            square += weight * weight;
        if (square < kLeastWeight * kLeastWeight) {
            rows.back().clear();
            ++report.out_of_reach;
        }
        for (const auto& [vertex, weight] : rows.back())
            columns.emplace(vertex, 0);
    }
    System system;
    for (auto& [vertex, column] : columns) {
        column = static_cast<Eigen::Index>(system.vertices.size());
        system.vertices.push_back(vertex);
    }
    system.weights.setZero(static_cast<Eigen::Index>(drags.size()),
                           static_cast<Eigen::Index>(columns.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const auto& [vertex, weight] : rows[i])
            system.weights(static_cast<Eigen::Index>(i), columns[vertex]) = weight;
    return system;
}

Eigen::MatrixX3d misses(const Lattice& lattice, std::span<const Drag> drags) {
    Eigen::MatrixX3d result(static_cast<Eigen::Index>(drags.size()), 3);
    for (std::size_t i = 0; i < drags.size(); ++i)
        result.row(static_cast<Eigen::Index>(i)) =
            (drags[i].target - lattice.evaluate(drags[i].rest).position).transpose();
    return result;
}

}  // namespace

DragReport drag_points(Lattice& lattice, std::span<const Drag> drags, int level) {
    assert(level >= 0);
    DragReport report;
    if (drags.empty()) return report;
    const System system = make_system(lattice, drags, level, report);
    report.moved_vertices = system.vertices.size();
    const double size = lattice.tree().grid().box().sizes().maxCoeff();
    Eigen::MatrixX3d miss = misses(lattice, drags);
    report.largest_miss = miss.rowwise().norm().maxCoeff();
    if (system.vertices.empty()) return report;
    const auto solver = system.weights.completeOrthogonalDecomposition();
    for (int round = 0; round < kMaxRounds; ++round) {
        if (miss.rowwise().norm().maxCoeff() <= kDragTolerance * size) break;
        const Eigen::MatrixX3d moves = solver.solve(miss);
        std::vector<Vec3d> before;
        std::vector<Vec3d> after;
        for (std::size_t i = 0; i < system.vertices.size(); ++i) {
            before.push_back(lattice.position(system.vertices[i]));
            after.push_back(before.back() + moves.row(static_cast<Eigen::Index>(i)).transpose());
        }
        lattice.set_positions(system.vertices, after);
        const Eigen::MatrixX3d next = misses(lattice, drags);
        if (!(next.norm() < miss.norm())) {
            lattice.set_positions(system.vertices, before);
            break;
        }
        miss = next;
    }
    report.largest_miss = miss.rowwise().norm().maxCoeff();
    return report;
}

}  // namespace isoskin
