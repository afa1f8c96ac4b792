#include "isoskin/lattice/adapt.h"

#include <algorithm>

namespace isoskin {
namespace {

// Children of a level would look smaller than is worth having.
bool is_too_far(const Octree& tree, int level, const AdaptSettings& settings) {
    return tree.grid().cell_size(level).head(tree.grid().axis_count()).maxCoeff() <
           settings.viewing_distance * settings.smallest_angle;
}

bool wants_division(const Lattice& lattice, Index leaf, const AdaptSettings& settings) {
    const int level = lattice.tree().cell(leaf).key.level;
    if (level >= std::min(settings.max_depth, kMaxTreeDepth)) return false;
    if (is_too_far(lattice.tree(), level + 1, settings)) return false;
    return level < settings.min_depth ||
           gradient_variation(lattice, leaf) > settings.subdivide_above;
}

bool has_only_leaves(const Octree& tree, Index cell) {
    const Index first = tree.cell(cell).first_child;
    for (Index child = first; child < first + tree.grid().corner_count(); ++child)
        if (!tree.cell(child).is_leaf()) return false;
    return true;
}

// Nothing that goes with the children is felt.
bool is_at_rest(const Lattice& lattice, Index cell, double tolerance) {
    const Octree& tree = lattice.tree();
    const Index first = tree.cell(cell).first_child;
    for (Index child = first; child < first + tree.grid().corner_count(); ++child) {
        const double size = tree.grid().cell_size(tree.cell(child).key.level).maxCoeff();
        for (std::size_t corner = 0; corner < tree.grid().corner_count(); ++corner) {
            const VertexMotion& motion = lattice.motions()[tree.cell(child).corners[corner]];
            if (motion.shift.norm() > tolerance * size || motion.spread.norm() > tolerance)
                return false;
        }
    }
    return true;
}

bool wants_simplification(const Lattice& lattice, Index cell, const AdaptSettings& settings) {
    const Octree& tree = lattice.tree();
    if (tree.cell(cell).is_leaf() || !has_only_leaves(tree, cell)) return false;
    const int level = tree.cell(cell).key.level;
    if (level < settings.min_depth) return false;
    if (settings.memory == Memory::Elastic && !is_at_rest(lattice, cell, settings.at_rest))
        return false;
    if (level >= settings.max_depth || is_too_far(tree, level + 1, settings)) return true;
    const Index first = tree.cell(cell).first_child;
    for (Index child = first; child < first + tree.grid().corner_count(); ++child)
        if (gradient_variation(lattice, child) > settings.simplify_below) return false;
    return gradient_variation(lattice, cell) <= settings.simplify_below;
}

}  // namespace

double gradient_variation(const Lattice& lattice, Index cell) {
    const Octree& tree = lattice.tree();
    const Mat3d middle = lattice.evaluate(tree.rest_box(cell).center()).gradient;
    double largest = 0.0;
    for (std::size_t corner = 0; corner < tree.grid().corner_count(); ++corner) {
        const Vec3d at = tree.rest_position(tree.cell(cell).corners[corner]);
        largest = std::max(largest, (lattice.evaluate(at).gradient - middle).norm());
    }
    return largest;
}

Adaptation adapt(Lattice& lattice, std::span<const Index> leaves, const AdaptSettings& settings) {
    Adaptation result;
    std::vector<Index> divided;
    for (const Index leaf : leaves)
        if (wants_division(lattice, leaf, settings)) divided.push_back(leaf);
    // Judged before anything is divided, so that nothing is divided and taken back in one step.
    std::vector<Index> simplified;
    for (Index cell = 0; cell < lattice.tree().cell_slots(); ++cell)
        if (lattice.tree().has_cell(cell) && wants_simplification(lattice, cell, settings))
            simplified.push_back(cell);
    const auto is_child_of_simplified = [&](Index leaf) {
        return std::find(simplified.begin(), simplified.end(), lattice.tree().cell(leaf).parent) !=
               simplified.end();
    };
    for (const Index leaf : divided) {
        if (is_child_of_simplified(leaf)) continue;
        result.changes.push_back(lattice.subdivide(leaf));
        ++result.subdivided;
    }
    for (const Index cell : simplified) {
        result.changes.push_back(lattice.simplify(cell));
        ++result.simplified;
    }
    return result;
}

AdaptReport adapt(Lattice& lattice, Embedding& embedding, const AdaptSettings& settings,
                  std::span<Vec3> positions) {
    AdaptReport report;
    report.tree = adapt(lattice, embedding.occupied_leaves(), settings);
    if (!report.tree.changes.empty())
        report.points = embedding.follow(lattice, settings.memory, positions);
    return report;
}

}  // namespace isoskin
