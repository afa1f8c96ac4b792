#include "isoskin/lattice/octree.h"

#include <algorithm>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "isoskin/lattice/octree_build.h"
#include "lattice/random_lattice.h"

namespace isoskin {
namespace {

using testing::LatticeDice;
using testing::random_tree;

Octree unit_tree(TreeAxes axes = TreeAxes::Three) {
    return *Octree::create({Vec3d::Zero(), Vec3d::Ones()}, axes);
}

// The definition, by brute force: every cell of the vertex's level that could touch it exists.
bool is_free_by_definition(const Octree& tree, const TreeVertex& vertex) {
    const std::int32_t end = std::int32_t{1} << vertex.key.level;
    for (std::size_t side = 0; side < tree.grid().corner_count(); ++side) {
        GridKey cell = vertex.key;
        bool inside = true;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (((side >> axis) & 1U) != 0) --cell.at[axis];
            const bool is_divided = static_cast<int>(axis) < tree.grid().axis_count();
            inside = inside && cell.at[axis] >= 0 && (!is_divided || cell.at[axis] < end);
        }
        if (inside && !tree.find_cell(cell)) return false;
    }
    return true;
}

void expect_sound(const Octree& tree) {
    std::set<GridKey> corners;
    for (Index slot = 0; slot < tree.cell_slots(); ++slot) {
        if (!tree.has_cell(slot)) continue;
        const TreeCell& cell = tree.cell(slot);
        EXPECT_EQ(tree.find_cell(cell.key), slot);
        for (std::size_t corner = 0; corner < tree.grid().corner_count(); ++corner) {
            ASSERT_TRUE(tree.has_vertex(cell.corners[corner]));
            corners.insert(tree.vertex(cell.corners[corner]).key);
        }
    }
    std::size_t vertex_count = 0;
    for (Index slot = 0; slot < tree.vertex_slots(); ++slot) {
        if (!tree.has_vertex(slot)) continue;
        ++vertex_count;
        const TreeVertex& vertex = tree.vertex(slot);
        EXPECT_EQ(tree.find_vertex(vertex.key), slot);
        EXPECT_EQ(vertex.is_free(), is_free_by_definition(tree, vertex)) << to_string(vertex.key);
        if (vertex.key.level == 0) continue;
        Vec3d mean = Vec3d::Zero();
        for (Index i = 0; i < vertex.parent_count; ++i) {
            ASSERT_TRUE(tree.has_vertex(vertex.parents[i]));
            mean += tree.rest_position(vertex.parents[i]) / vertex.parent_count;
        }
        EXPECT_LT((mean - tree.rest_position(slot)).norm(), 1e-14);
    }
    EXPECT_EQ(vertex_count, corners.size());
}

TEST(Octree, makes_nineteen_new_vertices_by_dividing_a_cell) {
    Octree tree = unit_tree();
    const TopologyChange change = tree.subdivide(0);

    const auto origins = std::count_if(change.added.begin(), change.added.end(),
                                       [&](Index v) { return tree.vertex(v).is_origin(); });
    EXPECT_EQ(origins, 19);
    EXPECT_EQ(change.added.size(), 27U);
    EXPECT_EQ(tree.free_count(), 27U);
    EXPECT_EQ(tree.cell_count(), 9U);
}

TEST(Octree, makes_five_new_vertices_by_dividing_a_square) {
    Octree tree = unit_tree(TreeAxes::Two);
    tree.subdivide(0);
    EXPECT_EQ(tree.free_count(), 9U);
    EXPECT_EQ(tree.cell_count(), 5U);
}

TEST(Octree, constrains_vertices_beside_a_coarser_cell) {
    Octree tree = unit_tree();
    tree.subdivide(0);
    tree.subdivide(tree.cell(0).first_child);

    const auto inner = tree.find_vertex({2, {1, 1, 1}});
    const auto hanging = tree.find_vertex({2, {2, 1, 1}});
    const auto at_border = tree.find_vertex({2, {0, 1, 1}});
    ASSERT_TRUE(inner && hanging && at_border);
    EXPECT_TRUE(tree.vertex(*inner).is_free());
    EXPECT_FALSE(tree.vertex(*hanging).is_free());
    EXPECT_TRUE(tree.vertex(*at_border).is_free());
}

TEST(Octree, stays_sound_under_any_order_of_changes) {
    for (std::uint32_t seed = 0; seed < 40; ++seed)
        expect_sound(random_tree(seed, 6, 60, seed % 2 == 0 ? TreeAxes::Three : TreeAxes::Two));
}

TEST(Octree, is_as_before_when_a_division_is_taken_back) {
    Octree tree = random_tree(3, 5, 20);
    const std::size_t cells = tree.cell_count();
    const std::vector<Index> free_before = tree.free_vertices();

    const Index leaf = tree.leaves().front();
    const TopologyChange done = tree.subdivide(leaf);
    const TopologyChange undone = tree.simplify(leaf);

    EXPECT_EQ(tree.cell_count(), cells);
    EXPECT_EQ(tree.free_vertices(), free_before);
    EXPECT_EQ(undone.removed.size(), done.added.size());
    EXPECT_EQ(undone.constrained, done.freed);
}

TEST(Octree, hands_removed_vertices_back_fine_first) {
    Octree tree = *octree_from_box({Vec3d::Zero(), Vec3d::Ones()}, 3);
    const TopologyChange change = tree.simplify(0);
    ASSERT_EQ(change.removed.size(), 729U + 125U + 27U);
    for (std::size_t i = 1; i < change.removed.size(); ++i)
        EXPECT_GE(change.removed[i - 1].vertex.key.level, change.removed[i].vertex.key.level);
}

TEST(Octree, finds_the_leaf_of_a_point) {
    const Octree tree = random_tree(9, 6, 60);
    LatticeDice dice(1);
    for (int i = 0; i < 500; ++i) {
        const Vec3d point = testing::random_point(dice, tree.grid().box());
        const Index leaf = tree.leaf_at(point);
        EXPECT_TRUE(tree.cell(leaf).is_leaf());
        EXPECT_TRUE(tree.rest_box(leaf).contains(point));
    }
}

TEST(Balance, leaves_no_neighbours_two_levels_apart) {
    Octree tree = random_tree(11, 7, 40);
    balance(tree);

    expect_sound(tree);
    const std::vector<Index> leaves = tree.leaves();
    for (const Index a : leaves)
        for (const Index b : leaves)
            if (tree.rest_box(a).intersects(tree.rest_box(b))) {
                EXPECT_LE(std::abs(tree.cell(a).key.level - tree.cell(b).key.level), 1);
            }
}

std::vector<Vec3> random_points(std::size_t count) {
    LatticeDice dice(5);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i)
        points.push_back(dice.vector(1.0).cast<float>());
    return points;
}

TEST(OctreeFromPoints, divides_cells_that_hold_too_many) {
    const std::vector<Vec3> points = random_points(2000);
    const Octree tree = *octree_from_points(points, {.max_depth = 6, .max_points = 50});

    std::vector<std::size_t> held(tree.cell_slots(), 0);
    for (const Vec3& p : points)
        ++held[tree.leaf_at(p.cast<double>())];
    for (const Index leaf : tree.leaves())
        EXPECT_LE(held[leaf], 50U);
    EXPECT_GT(tree.depth(), 1);
}

TEST(OctreeFromPoints, refuses_what_it_cannot_divide_in_a_sentence) {
    const auto message = [](std::vector<Vec3> points, const OctreeSettings& settings) {
        const auto made = octree_from_points(points, settings);
        return made ? std::string("made") : made.error().message;
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(message({}, {}), "there are no points to put an octree around");
    EXPECT_EQ(message({Vec3::Ones(), Vec3::Ones()}, {}),
              "all 2 points lie at one place: there is nothing to put an octree around");
    EXPECT_EQ(message({Vec3::Zero(), Vec3(0, nan, 0)}, {}),
              "point 1 has a coordinate that is not a number");
    EXPECT_EQ(message(random_points(9), {.max_depth = 40}), "an octree has 0 to 20 levels, not 40");
    EXPECT_EQ(message(random_points(9), {.max_depth = -1}), "an octree has 0 to 20 levels, not -1");
    EXPECT_EQ(message(random_points(9), {.max_points = 0}),
              "a cell of an octree cannot hold at most 0 points: it would be divided for ever");
}

TEST(OctreeFromPoints, stops_at_the_depth_asked_for_where_points_coincide) {
    std::vector<Vec3> points(100, Vec3::Zero());
    points.push_back(Vec3::Ones());
    const auto tree = octree_from_points(points, {.max_depth = 20, .max_points = 10});
    ASSERT_TRUE(tree);
    EXPECT_EQ(tree->depth(), 20);
}

TEST(OctreeFromMatter, is_finest_exactly_where_the_surface_passes) {
    const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0.1F}, {0.2F, 1, 0.3F}};
    const std::vector<Triangle> triangles{{0, 1, 2}};
    const Octree tree = *octree_from_matter(points, triangles, {.max_depth = 5});

    LatticeDice dice(3);
    for (int i = 0; i < 1000; ++i) {
        const double a = dice.between(0, 1);
        const double b = dice.between(0, 1 - a);
        const Vec3d on = points[0].cast<double>() + a * (points[1] - points[0]).cast<double>() +
                         b * (points[2] - points[0]).cast<double>();
        EXPECT_EQ(tree.cell(tree.leaf_at(on)).key.level, 5);
    }
    EXPECT_LT(tree.cell(tree.leaf_at(Vec3d(0.9, 0.9, 0.9))).key.level, 5);
}

TEST(OctreeFromBox, refuses_a_flat_box_and_too_many_cells) {
    const auto flat = octree_from_box({Vec3d::Zero(), Vec3d(1, 0, 1)}, 2);
    ASSERT_FALSE(flat);
    EXPECT_EQ(flat.error().message, "the box of an octree has no extent along y");
    const auto huge = octree_from_box({Vec3d::Zero(), Vec3d::Ones()}, 12);
    ASSERT_FALSE(huge);
    EXPECT_EQ(
        huge.error().message,
        "an octree of depth 12 would have more than 4194304 cells here; ask for fewer levels");
}

}  // namespace
}  // namespace isoskin
