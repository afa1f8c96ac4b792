#include <cmath>

#include <gtest/gtest.h>

#include "isoskin/dynamics/dynamics.h"
#include "isoskin/io/character_file.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/lattice/octree_build.h"
#include "lattice/random_lattice.h"
#include "support/shared_data.h"

// Laws of motion in the trees of characters people use, unbalanced, four levels deep and more.
namespace isoskin {
namespace {

using testing::LatticeDice;

constexpr double kStep = 1.0 / 60.0;

class MotionOnCharacter : public ::testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        ISOSKIN_NEEDS_SHARED_DATA();
        auto read = read_character(shared_data(GetParam()));
        ASSERT_TRUE(read) << read.error().message;
        points_ = lattice_points(*read);
        size_ = bounding_box(points_).sizes().cast<double>().maxCoeff();
    }

    Octree make_tree(std::size_t parts) const {
        return *octree_from_points(points_, {.max_depth = 5, .max_points = points_.size() / parts});
    }

    // Out of shape and in motion, each vertex by a part of its cells.
    LatticeDynamics stirred(const DynamicsSettings& settings, std::size_t parts) const {
        auto dynamics = *LatticeDynamics::create(Lattice(make_tree(parts)), settings, points_);
        const Octree& tree = dynamics.lattice().tree();
        LatticeDice dice(1);
        for (const Index vertex : tree.free_vertices()) {
            if (!tree.vertex(vertex).is_origin()) continue;
            const double cell = tree.grid().cell_size(tree.vertex(vertex).key.level).minCoeff();
            dynamics.set_position(vertex, dynamics.position(vertex) + dice.vector(0.2 * cell));
            dynamics.set_velocity(vertex, dice.vector(size_));
        }
        return dynamics;
    }

    std::vector<Vec3> points_;
    double size_ = 1.0;
};

TEST_P(MotionOnCharacter, energy_does_not_grow_over_four_decades_of_stiffness) {
    for (const double stiffness : {1.0, 10.0, 100.0, 1000.0, 10000.0}) {
        LatticeDynamics dynamics =
            stirred({.stiffness = stiffness, .gravity = Vec3d(0, -5.0 * size_, 0)}, 40);
        ASSERT_GE(dynamics.lattice().tree().depth(), 4);
        const double scale = dynamics.energy().kinetic + dynamics.energy().elastic;
        double before = dynamics.energy().total();
        for (int i = 0; i < 40; ++i) {
            dynamics.step(kStep);
            const double now = dynamics.energy().total();
            ASSERT_LE(now, before + 1e-9 * scale) << "step " << i << ", stiffness " << stiffness;
            before = now;
        }
    }
}

TEST_P(MotionOnCharacter, mass_and_momentum_outlive_ten_thousand_changes_of_the_tree) {
    LatticeDynamics dynamics = stirred({.mass = 3.0, .gravity = Vec3d::Zero()}, 4);
    const Vec3d momentum = dynamics.momentum();
    LatticeDice dice(6);
    int deepest = 0;
    for (int i = 0; i < 10000; ++i) {
        const Octree& tree = dynamics.lattice().tree();
        const std::vector<Index> leaves = tree.leaves();
        const Index leaf = leaves[dice.below(leaves.size())];
        const bool grow = dice.between(0, 1) < 40.0 / static_cast<double>(leaves.size());
        if (grow && tree.cell(leaf).key.level < 6)
            dynamics.subdivide(leaf);
        else if (tree.cell(leaf).parent != kNoIndex)
            dynamics.simplify(tree.cell(leaf).parent);
        deepest = std::max(deepest, tree.depth());
        ASSERT_NEAR(dynamics.mass(), 3.0, 3e-6) << "change " << i;
        ASSERT_LT((dynamics.momentum() - momentum).norm(), 1e-6 * momentum.norm()) << i;
    }
    EXPECT_GE(deepest, 4);
}

// In doubles: a point in floats of the whole shape is rounded by more than that of a small cell.
TEST_P(MotionOnCharacter, dividing_any_cell_moves_no_point_of_it) {
    Lattice lattice(make_tree(60));
    testing::deform_randomly(lattice, 1, 0.15);
    LatticeDice dice(3);
    for (int i = 0; i < 40; ++i) {
        const std::vector<Index> leaves = lattice.tree().leaves();
        const Index leaf = leaves[dice.below(leaves.size())];
        const Eigen::AlignedBox3d box = lattice.tree().rest_box(leaf);
        std::vector<Vec3d> rest;
        std::vector<Vec3d> before;
        for (int k = 0; k < 20; ++k) {
            rest.push_back(testing::random_point(dice, box));
            before.push_back(lattice.evaluate(rest.back()).position);
        }
        lattice.subdivide(leaf);
        for (std::size_t k = 0; k < rest.size(); ++k)
            ASSERT_LT((lattice.evaluate(rest[k]).position - before[k]).norm(),
                      1e-6 * box.sizes().minCoeff());
    }
}

INSTANTIATE_TEST_SUITE_P(, MotionOnCharacter,
                         ::testing::Values("fox-khronos/Fox.glb", "makehuman/makehuman_body.glb",
                                           "horse-quaternius/Horse.glb"),
                         [](const auto& instance) {
                             const std::string path = instance.param;
                             return path.substr(0, path.find_first_of("-/"));
                         });

}  // namespace
}  // namespace isoskin
