#include "isoskin/dynamics/dynamics.h"

#include <cmath>

#include <gtest/gtest.h>

#include "isoskin/base/parallel.h"
#include "isoskin/lattice/embedding.h"
#include "isoskin/lattice/octree_build.h"
#include "lattice/random_lattice.h"

// Masses and springs of a lattice: laws of motion, over four decades of stiffness.
namespace isoskin {
namespace {

using testing::LatticeDice;
using testing::random_tree;

constexpr double kStep = 1.0 / 60.0;
const Vec3d kNoGravity = Vec3d::Zero();

Octree box_tree(int depth = 2, const Vec3d& low = Vec3d(0, 1, 0)) {
    return *octree_from_box({low, Vec3d(low + Vec3d::Ones())}, depth);
}

std::vector<Index> free_places(const Octree& tree) {
    std::vector<Index> origins;
    for (const Index vertex : tree.free_vertices())
        if (tree.vertex(vertex).is_origin()) origins.push_back(vertex);
    return origins;
}

LatticeDynamics make_dynamics(const Lattice& lattice, const DynamicsSettings& settings,
                              std::span<const Vec3> matter = {}) {
    auto made = LatticeDynamics::create(lattice, settings, matter);
    EXPECT_TRUE(made) << made.error().message;
    return *std::move(made);
}

// Out of shape and in motion.
void stir(LatticeDynamics& dynamics, std::uint32_t seed, double strength) {
    LatticeDice dice(seed);
    for (const Index vertex : free_places(dynamics.lattice().tree())) {
        const int level = dynamics.lattice().tree().vertex(vertex).key.level;
        const double size = dynamics.lattice().tree().grid().cell_size(level).minCoeff();
        dynamics.set_position(vertex, dynamics.position(vertex) + dice.vector(strength * size));
        dynamics.set_velocity(vertex, dice.vector(3.0));
    }
}

Vec3d centre_of(const LatticeDynamics& dynamics) {
    Vec3d sum = Vec3d::Zero();
    const std::vector<Index> places = free_places(dynamics.lattice().tree());
    for (const Index vertex : places)
        sum += dynamics.position(vertex);
    return sum / static_cast<double>(places.size());
}

double largest_distance(const Lattice& a, const Lattice& b) {
    double largest = 0.0;
    for (const Index vertex : free_places(a.tree()))
        largest = std::max(largest, (a.position(vertex) - b.position(vertex)).norm());
    return largest;
}

class DynamicsOfStiffness : public ::testing::TestWithParam<double> {
  protected:
    static DynamicsSettings settings() { return {.stiffness = GetParam(), .gravity = kNoGravity}; }
};

TEST_P(DynamicsOfStiffness, what_is_at_rest_stays_so) {
    const Lattice rest(random_tree(3, 4, 12));
    LatticeDynamics dynamics = make_dynamics(rest, settings());
    for (int i = 0; i < 60; ++i)
        dynamics.step(kStep);
    EXPECT_LT(largest_distance(dynamics.lattice(), rest), 1e-9);
}

TEST_P(DynamicsOfStiffness, momentum_is_kept) {
    DynamicsSettings without_drag = settings();
    without_drag.drag = 0.0;
    LatticeDynamics dynamics = make_dynamics(Lattice(random_tree(4, 4, 12)), without_drag);
    stir(dynamics, 4, 0.3);
    const Vec3d before = dynamics.momentum();
    for (int i = 0; i < 120; ++i)
        dynamics.step(kStep);
    EXPECT_LT((dynamics.momentum() - before).norm(), 1e-9 * before.norm());
}

TEST_P(DynamicsOfStiffness, energy_does_not_grow) {
    for (std::uint32_t seed = 0; seed < 5; ++seed) {
        LatticeDynamics dynamics = make_dynamics(Lattice(random_tree(seed, 4, 12)), settings());
        stir(dynamics, seed, 0.3);
        const double start = dynamics.energy().total();
        double before = start;
        for (int i = 0; i < 200; ++i) {
            dynamics.step(kStep);
            const double now = dynamics.energy().total();
            ASSERT_LE(now, before + 1e-9 * start) << "step " << i << " of tree " << seed;
            before = now;
        }
        EXPECT_LT(before, 0.8 * start);
    }
}

TEST_P(DynamicsOfStiffness, falls_as_anything_falls) {
    DynamicsSettings falling = settings();
    falling.gravity = Vec3d(0, -10, 0);
    falling.drag = 0.0;
    LatticeDynamics dynamics = make_dynamics(Lattice(box_tree()), falling);
    const double height = centre_of(dynamics).y();
    for (int i = 0; i < 60; ++i)
        dynamics.step(kStep);
    // Backward Euler falls n(n+1)/2 g h².
    EXPECT_NEAR(height - centre_of(dynamics).y(), 10.0 * 61.0 / 120.0, 1e-6);
}

TEST_P(DynamicsOfStiffness, lands_and_rests_on_the_ground) {
    DynamicsSettings falling = settings();
    falling.gravity = Vec3d(0, -9.81, 0);
    falling.damping = 0.05;
    LatticeDynamics dynamics = make_dynamics(Lattice(box_tree()), falling);
    dynamics.set_obstacles({.planes = {Plane{}}});
    for (int i = 0; i < 300; ++i) {
        dynamics.step(kStep);
        ASSERT_LE(dynamics.deepest(), 1e-9) << "step " << i;
    }
    EXPECT_GT(dynamics.touching(), 0U);
    EXPECT_LT(dynamics.energy().kinetic, 1e-3);
    // The stiff ones stand half their size above the ground, soft ones sink together.
    if (GetParam() >= 1000.0) {
        EXPECT_NEAR(centre_of(dynamics).y(), 0.5, 0.05);
    }
    EXPECT_GT(centre_of(dynamics).y(), 0.0);
}

TEST_P(DynamicsOfStiffness, a_ball_is_never_entered) {
    DynamicsSettings falling = settings();
    falling.gravity = Vec3d(0, -9.81, 0);
    LatticeDynamics dynamics = make_dynamics(Lattice(box_tree()), falling);
    dynamics.set_obstacles(
        {.planes = {Plane{}}, .balls = {{.centre = Vec3d(0.4, 0.2, 0.55), .radius = 0.4}}});
    for (int i = 0; i < 200; ++i) {
        dynamics.step(kStep);
        ASSERT_LE(dynamics.deepest(), 1e-6) << "step " << i;
    }
    EXPECT_TRUE(centre_of(dynamics).allFinite());
}

TEST_P(DynamicsOfStiffness, driven_vertices_are_where_they_are_told_and_pull_the_rest) {
    LatticeDynamics dynamics = make_dynamics(Lattice(box_tree()), settings());
    const std::vector<Index> corners(dynamics.lattice().tree().cell(0).corners.begin(),
                                     dynamics.lattice().tree().cell(0).corners.end());
    const Vec3d start = centre_of(dynamics);
    Vec3d shift = Vec3d::Zero();
    for (int i = 0; i < 600; ++i) {
        shift = Vec3d(std::min(1.0, 0.02 * i), 0, 0);
        for (std::size_t k = 0; k < 4; ++k)
            dynamics.drive(corners[k], dynamics.lattice().tree().rest_position(corners[k]) + shift);
        dynamics.step(kStep);
        for (std::size_t k = 0; k < 4; ++k)
            ASSERT_EQ(dynamics.position(corners[k]),
                      Vec3d(dynamics.lattice().tree().rest_position(corners[k]) + shift));
    }
    EXPECT_LT((centre_of(dynamics) - start - shift).norm(), 0.3);
}

INSTANTIATE_TEST_SUITE_P(, DynamicsOfStiffness,
                         ::testing::Values(1.0, 10.0, 100.0, 1000.0, 10000.0),
                         [](const auto& stiffness) {
                             return "of_" + std::to_string(static_cast<int>(stiffness.param));
                         });

TEST(Dynamics, mass_is_what_was_asked_for) {
    for (const TreeAxes axes : {TreeAxes::Two, TreeAxes::Three}) {
        const LatticeDynamics dynamics =
            make_dynamics(Lattice(random_tree(8, 5, 20, axes)), {.mass = 7.5});
        EXPECT_NEAR(dynamics.mass(), 7.5, 1e-12);
    }
}

class DynamicsOfAxes : public ::testing::TestWithParam<TreeAxes> {};

TEST_P(DynamicsOfAxes, mass_and_momentum_outlive_ten_thousand_changes_of_the_tree) {
    LatticeDynamics dynamics =
        make_dynamics(Lattice(random_tree(5, 4, 4, GetParam())), {.gravity = kNoGravity});
    stir(dynamics, 5, 0.1);
    const double mass = dynamics.mass();
    const Vec3d momentum = dynamics.momentum();
    LatticeDice dice(6);
    int deepest = 0;
    for (int i = 0; i < 10000; ++i) {
        const Octree& tree = dynamics.lattice().tree();
        const std::vector<Index> leaves = tree.leaves();
        const Index leaf = leaves[dice.below(leaves.size())];
        if (leaves.size() < 30 && tree.cell(leaf).key.level < 5) dynamics.subdivide(leaf);
        if (dice.between(0, 1) < 0.4 && tree.cell(leaf).parent != kNoIndex)
            dynamics.simplify(tree.cell(leaf).parent);
        deepest = std::max(deepest, tree.depth());
        ASSERT_NEAR(dynamics.mass(), mass, 1e-6 * mass) << "change " << i;
        ASSERT_LT((dynamics.momentum() - momentum).norm(), 1e-6 * momentum.norm())
            << "change " << i;
    }
    EXPECT_GE(deepest, 4);
}

TEST_P(DynamicsOfAxes, changes_of_the_tree_in_motion_keep_momentum_too) {
    LatticeDynamics dynamics = make_dynamics(Lattice(random_tree(9, 4, 6, GetParam())),
                                             {.drag = 0.0, .gravity = kNoGravity});
    stir(dynamics, 9, 0.1);
    const Vec3d momentum = dynamics.momentum();
    LatticeDice dice(10);
    for (int i = 0; i < 300; ++i) {
        const Octree& tree = dynamics.lattice().tree();
        const std::vector<Index> leaves = tree.leaves();
        const Index leaf = leaves[dice.below(leaves.size())];
        if (leaves.size() < 30 && tree.cell(leaf).key.level < 4) dynamics.subdivide(leaf);
        if (i % 3 == 0 && tree.cell(leaf).parent != kNoIndex)
            dynamics.simplify(tree.cell(leaf).parent);
        dynamics.step(kStep);
        ASSERT_LT((dynamics.momentum() - momentum).norm(), 1e-6 * momentum.norm()) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(, DynamicsOfAxes, ::testing::Values(TreeAxes::Two, TreeAxes::Three),
                         [](const auto& axes) {
                             return axes.param == TreeAxes::Two ? "two_axes" : "three_axes";
                         });

TEST(Dynamics, dividing_a_cell_moves_no_point) {
    LatticeDynamics dynamics = make_dynamics(Lattice(box_tree()), {});
    stir(dynamics, 1, 0.2);
    dynamics.step(kStep);
    const Lattice before = dynamics.lattice();
    dynamics.subdivide(before.tree().leaves()[5]);
    LatticeDice dice(1);
    for (int i = 0; i < 200; ++i) {
        const Vec3d point = testing::random_point(dice, before.tree().grid().box());
        EXPECT_LT(
            (dynamics.lattice().evaluate(point).position - before.evaluate(point).position).norm(),
            1e-9);
    }
}

std::vector<Vec3> run_on(int threads) {
    const ThreadLimit limit(threads);
    LatticeDice dice(2);
    std::vector<Vec3> points;
    for (int i = 0; i < 3000; ++i)
        points.push_back(testing::random_point(dice, box_tree().grid().box()).cast<float>());
    LatticeDynamics dynamics = make_dynamics(Lattice(box_tree(3)), {}, points);
    dynamics.set_obstacles(
        {.planes = {Plane{}}, .balls = {{.centre = Vec3d(0.3, 0, 0.5), .radius = 0.4}}});
    Embedding embedding(dynamics.lattice(), points);
    for (int i = 0; i < 60; ++i)
        dynamics.step(kStep);
    embedding.evaluate(dynamics.lattice(), points);
    return points;
}

TEST(Dynamics, is_the_same_on_any_number_of_threads) {
    const std::vector<Vec3> one = run_on(1);
    EXPECT_EQ(run_on(2), one);
    EXPECT_EQ(run_on(8), one);
}

TEST(Dynamics, pinned_vertices_stay_and_released_ones_fall) {
    LatticeDynamics dynamics = make_dynamics(Lattice(box_tree()), {});
    const Index corner = dynamics.lattice().tree().cell(0).corners[7];
    const Vec3d home = dynamics.position(corner);
    dynamics.pin(corner);
    for (int i = 0; i < 60; ++i)
        dynamics.step(kStep);
    EXPECT_EQ(dynamics.position(corner), home);
    EXPECT_TRUE(dynamics.is_driven(corner));
    EXPECT_GT(home.y() - centre_of(dynamics).y(), 0.5);  // the rest hangs below
    dynamics.release(corner);
    for (int i = 0; i < 30; ++i)
        dynamics.step(kStep);
    EXPECT_LT(dynamics.position(corner).y(), home.y() - 0.5);
}

// How far a cube gets in a second on a slope of 0.42; gravity is tilted, not the ground.
double slide(double friction) {
    const double slope = 0.4;
    LatticeDynamics dynamics =
        make_dynamics(Lattice(box_tree(1, Vec3d(0, 0, 0))),
                      {.stiffness = 1000.0,
                       .damping = 0.05,
                       .drag = 0.0,
                       .gravity = 9.81 * Vec3d(std::sin(slope), -std::cos(slope), 0),
                       .friction = friction});
    dynamics.set_obstacles({.planes = {Plane{}}});
    for (int i = 0; i < 60; ++i)
        dynamics.step(kStep);
    return centre_of(dynamics).x() - 0.5;
}

TEST(Dynamics, friction_holds_on_a_slope_that_is_flat_enough) {
    EXPECT_LT(slide(0.8), 0.03);
    for (const double friction : {0.0, 0.1, 0.2})
        EXPECT_NEAR(slide(friction), 0.5 * 9.81 * (std::sin(0.4) - friction * std::cos(0.4)), 0.1);
}

TEST(Dynamics, springs_want_the_shape_they_were_given) {
    Lattice bent(box_tree());
    testing::deform_randomly(bent, 3, 0.2);
    const auto moved_by = [&](SpringRest rest) {
        LatticeDynamics dynamics = make_dynamics(bent, {.gravity = kNoGravity, .rest = rest});
        for (int i = 0; i < 30; ++i)
            dynamics.step(kStep);
        return largest_distance(dynamics.lattice(), bent);
    };
    EXPECT_LT(moved_by(SpringRest::AsGiven), 1e-9);
    EXPECT_GT(moved_by(SpringRest::Undeformed), 0.01);
}

TEST(Dynamics, finer_levels_can_be_harder_or_softer) {
    const auto sag = [](LevelStiffness levels) {
        LatticeDynamics dynamics = make_dynamics(
            Lattice(box_tree(2)), {.stiffness = 300.0, .levels = levels, .damping = 0.1});
        for (const Index corner : dynamics.lattice().tree().cell(0).corners)
            if (dynamics.position(corner).y() > 1.5) dynamics.pin(corner);
        const double height = centre_of(dynamics).y();
        for (int i = 0; i < 200; ++i)
            dynamics.step(kStep);
        return height - centre_of(dynamics).y();
    };
    EXPECT_GT(sag(LevelStiffness::Halved), 1.5 * sag(LevelStiffness::Same));
    EXPECT_LT(sag(LevelStiffness::Doubled), 0.7 * sag(LevelStiffness::Same));
}

TEST(Dynamics, refuses_what_cannot_be) {
    const Lattice lattice(box_tree(1));
    const auto message = [&](const DynamicsSettings& settings, std::span<const Vec3> matter = {}) {
        const auto made = LatticeDynamics::create(lattice, settings, matter);
        return made ? std::string() : made.error().message;
    };
    EXPECT_NE(message({.mass = 0.0}).find("mass"), std::string::npos);
    EXPECT_NE(message({.stiffness = -1.0}).find("stiffness"), std::string::npos);
    EXPECT_NE(message({.damping = std::nan("")}).find("damping"), std::string::npos);
    EXPECT_NE(message({.iterations = 0}).find("iteration"), std::string::npos);
    EXPECT_NE(message({.gravity = Vec3d(0, std::nan(""), 0)}).find("gravity"), std::string::npos);
    const std::vector<Vec3> matter{Vec3(0, 1, 0), Vec3(std::nanf(""), 0, 0)};
    EXPECT_NE(message({}, matter).find("point 1"), std::string::npos);
}

}  // namespace
}  // namespace isoskin
