#include "isoskin/lattice/lattice.h"

#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "lattice/random_lattice.h"

namespace isoskin {
namespace {

using testing::Jumps;
using testing::jumps_across_faces;
using testing::LatticeDice;
using testing::random_lattice;
using testing::random_point;
using testing::random_tree;

using Case = std::tuple<LatticeScheme, Blend, TreeAxes>;

class LatticeLaws : public ::testing::TestWithParam<Case> {
  protected:
    LatticeSettings settings_{std::get<0>(GetParam()), std::get<1>(GetParam())};
    TreeAxes axes_ = std::get<2>(GetParam());

    bool is_details() const { return settings_.scheme == LatticeScheme::Details; }
};

constexpr std::uint32_t kTrees = 30;
constexpr double kRounding = 1e-12;  // of a few hundred sums of numbers near 1

TEST_P(LatticeLaws, at_rest_nothing_moves) {
    for (std::uint32_t seed = 0; seed < kTrees; ++seed) {
        const Lattice lattice(random_tree(seed, 5, 20, axes_), settings_);
        LatticeDice dice(seed);
        for (int i = 0; i < 20; ++i) {
            const Vec3d point = random_point(dice, lattice.tree().grid().box());
            const Jet jet = lattice.evaluate(point);
            EXPECT_LT((jet.position - point).norm(), kRounding);
            EXPECT_LT((jet.gradient - Mat3d::Identity()).norm(), kRounding);
        }
    }
}

TEST_P(LatticeLaws, a_rigid_motion_of_all_vertices_is_that_motion) {
    const Mat3d turn = Eigen::AngleAxisd(1.1, Vec3d(1, 2, -1).normalized()).toRotationMatrix();
    const Vec3d shift(3, -1, 2);
    for (std::uint32_t seed = 0; seed < kTrees; ++seed) {
        Lattice lattice(random_tree(seed, 5, 20, axes_), settings_);
        const std::vector<Index> vertices = lattice.tree().free_vertices();
        std::vector<Vec3d> positions;
        for (const Index vertex : vertices)
            positions.push_back(turn * lattice.tree().rest_position(vertex) + shift);
        lattice.set_positions(vertices, positions);

        LatticeDice dice(seed);
        for (int i = 0; i < 20; ++i) {
            const Vec3d point = random_point(dice, lattice.tree().grid().box());
            const Jet jet = lattice.evaluate(point);
            EXPECT_LT((jet.position - (turn * point + shift)).norm(), 10 * kRounding);
            EXPECT_LT((jet.gradient - turn).norm(), 10 * kRounding);
        }
    }
}

TEST_P(LatticeLaws, every_free_vertex_is_interpolated_in_position_and_frame) {
    for (std::uint32_t seed = 0; seed < kTrees; ++seed) {
        const Lattice lattice = random_lattice(seed, settings_, 5, 20, 0.3, axes_);
        for (const Index vertex : lattice.tree().free_vertices()) {
            if (lattice.tree().finest(vertex) != vertex) continue;
            const Index framed = is_details() ? vertex : lattice.tree().origin(vertex);
            const Jet jet = lattice.evaluate(lattice.tree().rest_position(vertex));
            EXPECT_LT((jet.position - lattice.position(vertex)).norm(), 100 * kRounding);
            if (settings_.blend == Blend::Linear) continue;
            EXPECT_LT((jet.gradient - lattice.frame(framed)).norm(), 100 * kRounding);
        }
    }
}

TEST_P(LatticeLaws, vertices_go_where_they_are_told) {
    for (std::uint32_t seed = 0; seed < kTrees; ++seed) {
        Lattice lattice = random_lattice(seed, settings_, 5, 20, 0.2, axes_);
        LatticeDice dice(seed);
        std::vector<Index> vertices = lattice.tree().free_vertices();
        std::vector<Vec3d> targets;
        for (const Index vertex : vertices)
            targets.push_back(lattice.tree().rest_position(vertex) + dice.vector(0.02));
        lattice.set_positions(vertices, targets);
        for (std::size_t i = 0; i < vertices.size(); ++i)
            EXPECT_LT((lattice.position(vertices[i]) - targets[i]).norm(), 100 * kRounding);
    }
}

TEST_P(LatticeLaws, the_map_is_continuous_and_in_the_details_scheme_its_slope_too) {
    const bool is_default = settings_.blend == Blend::Hermite && axes_ == TreeAxes::Three;
    const std::uint32_t trees = is_default ? 1000 : 50;
    Jumps worst;
    for (std::uint32_t seed = 0; seed < trees; ++seed) {
        const Lattice lattice = random_lattice(seed, settings_, 4, 6, 0.25, axes_);
        const Jumps jumps = jumps_across_faces(lattice, seed, 3);
        worst.value = std::max(worst.value, jumps.value);
        worst.slope = std::max(worst.slope, jumps.slope);
    }
    EXPECT_LT(worst.value, 1e-10);
    if (settings_.blend == Blend::Linear) return;
    if (is_details()) {
        EXPECT_LT(worst.slope, 1e-9);
    } else {
        EXPECT_GT(worst.slope, 0.1);  // against the source's claim
    }
}

std::string name_of(const ::testing::TestParamInfo<Case>& instance) {
    constexpr std::array<const char*, 4> kBlends{"linear", "hermite", "quartic", "quintic"};
    const auto [scheme, blend, axes] = instance.param;
    return std::string(scheme == LatticeScheme::Details ? "details_" : "source_") +
           kBlends[static_cast<std::size_t>(blend)] +
           (axes == TreeAxes::Two ? "_quadtree" : "_octree");
}

INSTANTIATE_TEST_SUITE_P(, LatticeLaws,
                         ::testing::Combine(::testing::Values(LatticeScheme::Details,
                                                              LatticeScheme::Source),
                                            ::testing::Values(Blend::Linear, Blend::Hermite,
                                                              Blend::Quartic, Blend::Quintic),
                                            ::testing::Values(TreeAxes::Three, TreeAxes::Two)),
                         name_of);

TEST(Lattice, reproduces_affine_maps_of_the_root) {
    Mat3d stretch;
    stretch << 0.3, 0.4, 0.0, -0.2, 1.5, 0.1, 0.0, 0.3, 0.9;
    Lattice lattice(random_tree(4, 4, 10));
    for (const Index vertex : lattice.tree().free_vertices_of_level(0))
        lattice.set_position(vertex, stretch * lattice.tree().rest_position(vertex));
    LatticeDice dice(1);
    for (int i = 0; i < 100; ++i) {
        const Vec3d point = random_point(dice, lattice.tree().grid().box());
        EXPECT_LT((lattice.evaluate(point).position - stretch * point).norm(), 1e-12);
    }
}

TEST(Lattice, fine_edits_ride_on_coarse_ones_and_turn_with_them) {
    Lattice lattice(random_tree(4, 4, 20));
    testing::deform_randomly(lattice, 2, 0.2);
    const Lattice before = lattice;
    const Mat3d turn = Eigen::AngleAxisd(2.0, Vec3d(1, 2, -1).normalized()).toRotationMatrix();
    const Vec3d shift(3, -1, 2);

    std::vector<Index> root = lattice.tree().free_vertices_of_level(0);
    std::vector<Vec3d> positions;
    for (const Index vertex : root)
        positions.push_back(turn * before.position(vertex) + shift);
    lattice.set_positions(root, positions);

    for (const Index vertex : lattice.tree().free_vertices())
        EXPECT_LT((lattice.position(vertex) - (turn * before.position(vertex) + shift)).norm(),
                  1e-11);
}

TEST(Lattice, dividing_a_cell_moves_no_point) {
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        Lattice lattice = random_lattice(seed, {}, 4, 10);
        const Lattice before = lattice;
        LatticeDice dice(seed);
        const std::vector<Index> leaves = lattice.tree().leaves();
        lattice.subdivide(leaves[dice.below(leaves.size())]);
        for (int i = 0; i < 100; ++i) {
            const Vec3d point = random_point(dice, lattice.tree().grid().box());
            EXPECT_LT((lattice.evaluate(point).position - before.evaluate(point).position).norm(),
                      1e-12);
        }
    }
}

TEST(Lattice, moving_a_vertex_of_a_fine_level_moves_nothing_beyond_its_cells) {
    Lattice lattice(*Octree::create({Vec3d::Zero(), Vec3d::Ones()}));
    lattice.subdivide(0);
    const auto corner = lattice.tree().find_vertex({1, {0, 0, 0}});  // also a corner of the root
    ASSERT_TRUE(corner);
    lattice.set_position(*corner, Vec3d(-0.1, -0.2, -0.1));

    EXPECT_GT((lattice.evaluate(Vec3d(0.1, 0.1, 0.1)).position - Vec3d(0.1, 0.1, 0.1)).norm(), 0.1);
    EXPECT_EQ(lattice.evaluate(Vec3d(0.6, 0.3, 0.2)).position, Vec3d(0.6, 0.3, 0.2));
}

TEST(Lattice, goes_on_smoothly_beyond_its_box) {
    const Lattice lattice = random_lattice(8, {}, 4, 10);
    const Vec3d top = lattice.tree().grid().box().max();
    const Vec3d inside(lattice.tree().grid().box().center().x(), top.y(), 0.3 * top.z());
    const Jet edge = lattice.evaluate(inside);
    const Jet out = lattice.evaluate(inside + Vec3d(0, 0.1, 0));
    EXPECT_LT((out.position - (edge.position + 0.1 * edge.gradient.col(1))).norm(), 1e-12);
}

TEST(Lattice, names_every_vertex_whose_motion_changed) {
    Lattice lattice = random_lattice(5, {}, 4, 20);
    lattice.take_changes();
    const std::vector<VertexMotion> before(lattice.motions().begin(), lattice.motions().end());
    const Index moved = lattice.tree().free_vertices_of_level(1).front();
    lattice.set_position(moved, lattice.position(moved) + Vec3d(0.1, 0, 0));

    std::vector<Index> different;
    for (Index i = 0; i < before.size(); ++i)
        if (!(before[i] == lattice.motions()[i])) different.push_back(i);
    std::vector<Index> named = lattice.take_changes();
    std::sort(named.begin(), named.end());
    EXPECT_EQ(named, different);
    EXPECT_TRUE(lattice.take_changes().empty());
}

}  // namespace
}  // namespace isoskin
