#include "isoskin/lattice/edits.h"

#include <gtest/gtest.h>

#include "lattice/random_lattice.h"

namespace isoskin {
namespace {

using isoskin::testing::LatticeDice;
using isoskin::testing::random_lattice;
using isoskin::testing::random_point;

const std::vector<Vec3> kCorners{Vec3(0, 0, 0), Vec3(1, 1, 1)};

Lattice even_lattice(int depth) {
    const TreeRecipe recipe{.from = TreeSource::Box,
                            .settings = {.max_depth = depth},
                            .box = Eigen::AlignedBox3d(Vec3d::Zero(), Vec3d::Ones())};
    return Lattice(make_tree(recipe, kCorners, {}).value());
}

TEST(LatticeEdits, a_place_is_found_by_grid_by_nearness_and_by_box) {
    const TreePlace by_grid{2, TreePlace::GridPlace{1, 2, 3}};
    const TreePlace by_nearness{2, Vec3d(0.26, 0.48, 0.76)};
    const TreePlace by_box{2, Eigen::AlignedBox3d(Vec3d(0.2, 0.4, 0.7), Vec3d(0.3, 0.6, 0.8))};
    for (const TreePlace& place : {by_grid, by_nearness, by_box}) {
        Lattice lattice = even_lattice(2);
        ASSERT_TRUE(apply_edit(MoveEdit{.vertices = place, .by = Vec3d(0.0, 0.1, 0.0)}, lattice));
        EXPECT_NEAR(lattice.evaluate(Vec3d(0.25, 0.5, 0.75)).position.y(), 0.6, 1e-12);
        EXPECT_NEAR(lattice.evaluate(Vec3d(0.5, 0.5, 0.75)).position.y(), 0.5, 1e-12);
    }
}

TEST(LatticeEdits, a_frame_that_is_turned_is_the_derivative_there) {
    Lattice lattice = even_lattice(1);
    const FrameEdit edit{.vertices = {1, TreePlace::GridPlace{1, 1, 1}},
                         .degrees = Vec3d(0.0, 0.0, 90.0),
                         .scale = Vec3d(2.0, 1.0, 1.0)};
    ASSERT_TRUE(apply_edit(edit, lattice));
    const Mat3d gradient = lattice.evaluate(Vec3d::Constant(0.5)).gradient;
    EXPECT_LT((gradient.col(0) - Vec3d(0.0, 2.0, 0.0)).norm(), 1e-12);
    EXPECT_LT((gradient.col(1) - Vec3d(-1.0, 0.0, 0.0)).norm(), 1e-12);
}

TEST(LatticeEdits, what_a_lattice_is_can_be_written_down_and_done_again) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Lattice lattice = random_lattice(seed, {});
        const LatticeEdits edits = edits_of(lattice);
        Lattice copy(make_tree(edits.tree, kCorners, {}).value(), edits.settings);
        ASSERT_TRUE(apply_edits(edits.edits, copy));

        ASSERT_EQ(copy.tree().cell_count(), lattice.tree().cell_count());
        const auto box = lattice.tree().grid().box();
        LatticeDice dice(seed);
        for (int i = 0; i < 50; ++i) {
            const Vec3d rest = random_point(dice, box);
            const Vec3d expected = lattice.evaluate(rest).position;
            EXPECT_LT((copy.evaluate(rest).position - expected).norm(), 1e-9 * box.sizes().norm());
        }
    }
}

TEST(LatticeEdits, many_cells_are_divided_and_taken_back_at_once) {
    Lattice lattice = even_lattice(1);
    const TreePlace all{1, Eigen::AlignedBox3d(Vec3d::Zero(), Vec3d::Ones())};
    ASSERT_TRUE(apply_edit(SubdivideEdit{.cells = all, .times = 2}, lattice));
    EXPECT_EQ(lattice.tree().depth(), 3);
    EXPECT_EQ(lattice.tree().leaves().size(), 512U);
    ASSERT_TRUE(apply_edit(SimplifyEdit{all}, lattice));
    EXPECT_EQ(lattice.tree().leaves().size(), 8U);
}

}  // namespace
}  // namespace isoskin
