#include "isoskin/lattice/adapt.h"

#include <gtest/gtest.h>

#include "isoskin/lattice/manipulate.h"
#include "isoskin/lattice/octree_build.h"
#include "lattice/random_lattice.h"

namespace isoskin {
namespace {

using testing::LatticeDice;
using testing::random_lattice;
using testing::random_point;

std::vector<Vec3> scatter(const Lattice& lattice, std::size_t count) {
    LatticeDice dice(3);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i)
        points.push_back(random_point(dice, lattice.tree().grid().box()).cast<float>());
    return points;
}

double finest_cell(const Octree& tree) {
    return tree.grid().cell_size(tree.depth()).minCoeff();
}

// What happened to points through many changes of a tree.
struct Moves {
    double largest = 0.0;  // over the cell that changed, of points that could be kept
    std::size_t replaced = 0;
    std::size_t unreached = 0;
};

Moves simplify_many(const LatticeSettings& settings, double strength) {
    Moves moves;
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        Lattice lattice = random_lattice(seed, settings, 4, 10, strength);
        const std::vector<Vec3> rest = scatter(lattice, 500);
        Embedding embedding(lattice, rest);
        std::vector<Vec3> positions(rest.size());
        embedding.evaluate(lattice, positions);
        const std::vector<Vec3> before = positions;

        Index cell = lattice.tree().leaves().back();
        cell = lattice.tree().cell(cell).parent;
        const double size =
            lattice.tree().grid().cell_size(lattice.tree().cell(cell).key.level).minCoeff();
        lattice.simplify(cell);
        const FollowReport report = embedding.follow(lattice, Memory::Plastic, positions);
        moves.replaced += report.replaced;
        moves.unreached += report.unreached.size();
        std::vector<bool> kept(rest.size(), true);
        for (const Index point : report.unreached)
            kept[point] = false;
        for (std::size_t i = 0; i < rest.size(); ++i)
            if (kept[i])
                moves.largest = std::max(
                    moves.largest, static_cast<double>((positions[i] - before[i]).norm()) / size);
    }
    return moves;
}

TEST(Follow, dividing_any_cell_moves_no_embedded_point) {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        Lattice lattice = random_lattice(seed, {}, 4, 10, 0.2);
        const std::vector<Vec3> rest = scatter(lattice, 500);
        Embedding embedding(lattice, rest);
        std::vector<Vec3> positions(rest.size());
        embedding.evaluate(lattice, positions);
        for (const Index leaf : lattice.tree().leaves()) {
            const double size =
                lattice.tree().grid().cell_size(lattice.tree().cell(leaf).key.level).maxCoeff();
            lattice.subdivide(leaf);
            const FollowReport report = embedding.follow(lattice, Memory::Elastic, positions);
            // Float positions hold no more than this of a small cell in a large box.
            const double rounding = 5e-7 * lattice.tree().grid().box().sizes().maxCoeff();
            EXPECT_LT(report.largest_move, std::max(1e-6 * size, rounding));
        }
    }
}

TEST(Follow, a_plastic_shape_stays_when_cells_are_taken_back) {
    const Moves moves = simplify_many({}, 0.1);
    EXPECT_LT(moves.largest, 1e-3);
    EXPECT_GT(moves.replaced, 100U);
    EXPECT_LT(moves.unreached, moves.replaced / 100);
}

TEST(Follow, counts_points_of_a_fold_that_cannot_be_kept) {
    const Moves moves = simplify_many({}, 0.9);
    EXPECT_LT(moves.largest, 1e-3);
    EXPECT_GT(moves.unreached, 0U);
}

TEST(Follow, the_sources_scheme_keeps_a_plastic_shape_too) {
    const Moves moves = simplify_many({.scheme = LatticeScheme::Source}, 0.05);
    EXPECT_LT(moves.largest, 1e-3);
    EXPECT_GT(moves.replaced, 0U);
}

TEST(Follow, the_sources_scheme_pops_when_a_cell_is_divided_and_newton_mends_it) {
    double popped = 0.0;
    double mended = 0.0;
    for (std::uint32_t seed = 0; seed < 10; ++seed)
        for (const Memory memory : {Memory::Elastic, Memory::Plastic}) {
            Lattice lattice = random_lattice(seed, {.scheme = LatticeScheme::Source}, 3, 3, 0.15);
            const std::vector<Vec3> rest = scatter(lattice, 200);
            Embedding embedding(lattice, rest);
            std::vector<Vec3> positions(rest.size());
            embedding.evaluate(lattice, positions);
            lattice.subdivide(lattice.tree().leaves().front());
            const FollowReport report = embedding.follow(lattice, memory, positions);
            double& worst = memory == Memory::Elastic ? popped : mended;
            if (report.unreached.empty()) worst = std::max(worst, report.largest_move);
        }
    EXPECT_GT(popped, 1e-3);
    EXPECT_LT(mended, 1e-5);
}

TEST(Follow, an_elastic_shape_springs_back) {
    Lattice lattice(*octree_from_box({Vec3d::Zero(), Vec3d::Ones()}, 2));
    const std::vector<Vec3> rest = scatter(lattice, 500);
    Embedding embedding(lattice, rest);
    const auto vertex = lattice.tree().find_vertex({2, {1, 1, 1}});
    lattice.set_position(*vertex, Vec3d(0.3, 0.3, 0.2));
    std::vector<Vec3> positions(rest.size());
    embedding.evaluate(lattice, positions);
    ASSERT_NE(positions, rest);

    lattice.simplify(0);
    embedding.follow(lattice, Memory::Elastic, positions);
    EXPECT_EQ(positions, rest);
}

// A bar bent at its root level: only there is a finer tree of use.
Lattice bent_lattice() {
    Lattice lattice(*octree_from_box({Vec3d::Zero(), Vec3d::Ones()}, 1));
    for (const Index vertex : lattice.tree().free_vertices_of_level(1))
        if (lattice.tree().vertex(vertex).key.at[0] == 2)
            lattice.set_position(vertex, lattice.position(vertex) + Vec3d(0, 0.4, 0));
    return lattice;
}

TEST(Adapt, divides_where_the_map_bends_and_moves_nothing) {
    Lattice lattice = bent_lattice();
    const std::vector<Vec3> rest = scatter(lattice, 2000);
    Embedding embedding(lattice, rest);
    std::vector<Vec3> positions(rest.size());
    embedding.evaluate(lattice, positions);

    const AdaptReport report =
        adapt(lattice, embedding, {.subdivide_above = 0.4, .simplify_below = 0.05}, positions);
    EXPECT_GT(report.tree.subdivided, 0U);
    EXPECT_LT(report.points.largest_move, 1e-6);
}

TEST(Adapt, comes_to_rest) {
    Lattice lattice = bent_lattice();
    const std::vector<Vec3> rest = scatter(lattice, 2000);
    Embedding embedding(lattice, rest);
    std::vector<Vec3> positions(rest.size());
    embedding.evaluate(lattice, positions);
    std::size_t steps = 0;
    for (; steps < 12; ++steps) {
        const AdaptReport report = adapt(lattice, embedding, {.max_depth = 4}, positions);
        if (report.tree.changes.empty()) break;
    }
    EXPECT_LT(steps, 12U);
    for (const Index leaf : embedding.occupied_leaves())
        EXPECT_TRUE(lattice.tree().cell(leaf).key.level == 4 ||
                    gradient_variation(lattice, leaf) <= 0.4);
}

TEST(Adapt, takes_back_what_is_too_far_away_to_be_seen) {
    Lattice lattice(*octree_from_box({Vec3d::Zero(), Vec3d::Ones()}, 4));
    const AdaptSettings settings{
        .simplify_below = -1.0, .viewing_distance = 20.0, .smallest_angle = 0.01};
    while (!adapt(lattice, lattice.tree().leaves(), settings).changes.empty()) {
    }
    EXPECT_EQ(lattice.tree().depth(), 2);  // cells of 1/4; those of 1/8 are below 0.2
}

TEST(Adapt, an_elastic_tree_keeps_cells_that_are_in_use) {
    Lattice lattice(*octree_from_box({Vec3d::Zero(), Vec3d::Ones()}, 3));
    const auto vertex = lattice.tree().find_vertex({3, {1, 1, 1}});
    lattice.set_position(*vertex, lattice.position(*vertex) + Vec3d(1e-3, 0, 0));
    const AdaptSettings settings{
        .subdivide_above = 1e9, .simplify_below = 1e9, .memory = Memory::Elastic};
    while (!adapt(lattice, lattice.tree().leaves(), settings).changes.empty()) {
    }
    EXPECT_EQ(lattice.tree().depth(), 3);
    EXPECT_EQ(lattice.tree().cell_count(), 1U + 8U + 8U + 8U);
    EXPECT_LT(finest_cell(lattice.tree()), 0.2);
}

TEST(DragPoints, brings_points_to_their_targets_at_any_level) {
    for (int level = 0; level <= 3; ++level)
        for (std::uint32_t seed = 0; seed < 10; ++seed) {
            Lattice lattice(*octree_from_box({Vec3d::Zero(), Vec3d::Ones()}, 3));
            testing::deform_randomly(lattice, seed, 0.1);
            LatticeDice dice(seed);
            const Vec3d rest = random_point(dice, lattice.tree().grid().box());
            const Drag drag{rest, lattice.evaluate(rest).position + dice.vector(0.05)};
            const DragReport report = drag_points(lattice, {&drag, 1}, level);

            EXPECT_LT(report.largest_miss, 1e-6) << level;
            EXPECT_EQ(report.out_of_reach, 0U);
            EXPECT_LT((lattice.evaluate(rest).position - drag.target).norm(), 1e-6);
        }
}

TEST(DragPoints, moves_no_vertex_further_than_it_must) {
    Lattice lattice(*octree_from_box({Vec3d::Zero(), Vec3d::Ones()}, 1));
    const Vec3d rest(0.25, 0.25, 0.25);  // eight vertices, an eighth of the weight each
    const Drag drag{rest, rest + Vec3d(0.08, 0, 0)};
    const DragReport report = drag_points(lattice, {&drag, 1}, 1);

    EXPECT_EQ(report.moved_vertices, 8U);
    for (const Index vertex : lattice.tree().cell(lattice.tree().cell(0).first_child).corners)
        EXPECT_LT(
            (lattice.position(vertex) - lattice.tree().rest_position(vertex) - Vec3d(0.08, 0, 0))
                .norm(),
            1e-9);
}

TEST(DragPoints, several_points_are_met_together_and_those_out_of_reach_counted) {
    Lattice lattice(*octree_from_box({Vec3d::Zero(), Vec3d::Ones()}, 2));
    const std::vector<Drag> drags{{{0.2, 0.2, 0.2}, {0.25, 0.2, 0.2}},
                                  {{0.8, 0.2, 0.2}, {0.8, 0.25, 0.2}},
                                  {{0.2, 0.8, 0.8}, {0.2, 0.8, 0.8}}};
    EXPECT_LT(drag_points(lattice, drags, 2).largest_miss, 1e-6);
    EXPECT_EQ(drag_points(lattice, drags, 5).out_of_reach, 3U);
}

}  // namespace
}  // namespace isoskin
