#pragma once

#include <random>
#include <vector>

#include "isoskin/lattice/lattice.h"

/// Trees and deformations drawn at random, the same for the same seed.
namespace isoskin::testing {

class LatticeDice {
  public:
    explicit LatticeDice(std::uint32_t seed) : engine_(seed) {}
    double between(double low, double high) {
        return low + (high - low) * static_cast<double>(engine_()) /
                         static_cast<double>(std::mt19937::max());
    }
    std::size_t below(std::size_t count) { return engine_() % count; }
    Vec3d vector(double size) {
        const double x = between(-size, size);
        const double y = between(-size, size);
        return {x, y, between(-size, size)};
    }
    Mat3d matrix(double size) {
        Mat3d m;
        for (int i = 0; i < 9; ++i)
            m(i) = between(-size, size);
        return m;
    }

  private:
    std::mt19937 engine_;
};

/// Leaves divided at random, not balanced; some cells simplified again.
inline Octree random_tree(std::uint32_t seed, int max_depth, std::size_t steps,
                          TreeAxes axes = TreeAxes::Three) {
    LatticeDice dice(seed);
    const Vec3d low = dice.vector(2.0);
    const Vec3d size(dice.between(1, 3), dice.between(1, 3), dice.between(1, 3));
    auto tree = Octree::create({low, Vec3d(low + size)}, axes);
    for (std::size_t step = 0; step < steps; ++step) {
        const std::vector<Index> leaves = tree->leaves();
        // The later half of the slots is finer on the whole: go deep rather than wide.
        const Index leaf =
            leaves[leaves.size() / 2 + dice.below(leaves.size() - leaves.size() / 2)];
        if (tree->cell(leaf).key.level < max_depth) tree->subdivide(leaf);
        if (dice.between(0, 1) < 0.1 && tree->cell(leaf).parent != kNoIndex)
            tree->simplify(tree->cell(leaf).parent);
    }
    return *tree;
}

/// Moves most free vertices by a fraction of the cells they are corners of, and turns some.
inline void deform_randomly(Lattice& lattice, std::uint32_t seed, double strength) {
    LatticeDice dice(seed + 77);
    std::vector<Index> moved;
    std::vector<Vec3d> positions;
    for (const Index vertex : lattice.tree().free_vertices()) {
        if (dice.between(0, 1) < 0.2) continue;
        const int level = lattice.tree().vertex(vertex).key.level;
        const double size = lattice.tree().grid().cell_size(level).minCoeff();
        moved.push_back(vertex);
        positions.push_back(lattice.position(vertex) + dice.vector(strength * size));
    }
    lattice.set_positions(moved, positions);
    for (const Index vertex : moved)
        if (dice.between(0, 1) < 0.2)
            lattice.set_frame(vertex, lattice.frame(vertex) + dice.matrix(strength));
}

inline Lattice random_lattice(std::uint32_t seed, const LatticeSettings& settings,
                              int max_depth = 4, std::size_t steps = 12, double strength = 0.2,
                              TreeAxes axes = TreeAxes::Three) {
    Lattice lattice(random_tree(seed, max_depth, steps, axes), settings);
    deform_randomly(lattice, seed, strength);
    return lattice;
}

inline Vec3d random_point(LatticeDice& dice, const Eigen::AlignedBox3d& box) {
    Vec3d point;
    for (int axis = 0; axis < 3; ++axis)
        point[axis] = dice.between(box.min()[axis], box.max()[axis]);
    return point;
}

/// The largest jump of the map, and of its slope, between leaves that share a point.
struct Jumps {
    double value = 0.0;
    double slope = 0.0;
};

inline Jumps jumps_across_faces(const Lattice& lattice, std::uint32_t seed, int samples) {
    const Octree& tree = lattice.tree();
    LatticeDice dice(seed);
    Jumps jumps;
    for (const Index leaf : tree.leaves())
        for (int axis = 0; axis < tree.grid().axis_count(); ++axis)
            for (int sample = 0; sample < samples; ++sample) {
                Vec3d point = random_point(dice, tree.rest_box(leaf));
                Vec3d beyond = point;
                point[axis] = tree.rest_box(leaf).min()[axis];
                beyond[axis] = point[axis] - 1e-9;
                if (!(beyond[axis] > tree.grid().box().min()[axis])) continue;
                const Jet here = lattice.evaluate_in(leaf, point);
                const Jet there = lattice.evaluate_in(tree.leaf_at(beyond), point);
                jumps.value = std::max(jumps.value, (here.position - there.position).norm());
                jumps.slope = std::max(jumps.slope, (here.gradient - there.gradient).norm());
            }
    return jumps;
}

}  // namespace isoskin::testing
