// The closing: one cubic, and one factor that keeps every point within its limit.
#include "isoskin/volume/solve/closing.h"

#include <gtest/gtest.h>

#include "isoskin/volume/solve/part_solver.h"
#include "support/part_case.h"

namespace isoskin {
namespace {

using testing::PartCase;

TEST(BoundedStep, ends_where_a_quarter_of_the_slope_is_left) {
    const Cubic rising{1.0, 1.0, 0.1, 0.0};
    const BoundedStep step = bounded_step(rising, 1.3);
    EXPECT_TRUE(step.reaches);
    EXPECT_NEAR(evaluate(rising, step.length), 1.3, 1e-15);

    const Cubic folding{0.0, 1.0, -1.0, 0.0};  // slope 1 - 2 t: a quarter at 0.375
    const BoundedStep far = bounded_step(folding, 0.25);
    EXPECT_FALSE(far.reaches);
    EXPECT_NEAR(far.length, 0.375, 1e-12);
    EXPECT_TRUE(bounded_step(folding, 0.2).reaches);
}

// A skin turned inside out loses volume where it grows. To shrink it would add volume, but nobody
// would keep that; and between the two lies a jump.
TEST(BoundedStep, is_none_where_growth_loses_volume) {
    for (const double slope : {-1.0, 0.0}) {
        const BoundedStep step = bounded_step({0.9, slope, 0.0, 0.0}, 1.0);
        EXPECT_FALSE(step.reaches);
        EXPECT_EQ(step.length, 0.0);
    }
}

// Found point by point, in the pose.
double largest_move(const CorrectionTable& table, std::span<const double> weights,
                    std::span<const Affine> motions) {
    std::vector<Vec3d> moves(table.bind.size());
    sum_targets(table, weights, moves);
    carry_vectors(table, motions, moves);
    double largest = 0.0;
    for (std::size_t point = 0; point < table.point_count(); ++point)
        if (table.radius[point] > 0.0)
            largest = std::max(largest, moves[point].norm() / table.radius[point]);
    return largest;
}

TEST(MoveBound, finds_the_largest_move_wherever_it_exceeds_the_limit) {
    PartCase part("creature");
    std::size_t exceeded = 0;
    for (const double degrees : {10.0, 40.0, 80.0, 120.0, 150.0}) {
        const auto palette = part.turned_palette(degrees);
        PartSolver solver(part.table);
        std::vector<double> weights(part.table.targets.size());
        part.table.max_displacement = 1e9;
        solver.solve(part.table, palette, weights);
        const double largest = largest_move(part.table, weights, solver.motions());
        for (const double limit : {0.1 * largest, 0.9 * largest, 1.1 * largest}) {
            part.table.max_displacement = limit;
            const LargestMove found =
                MoveBound(part.table).largest(part.table, weights, solver.motions(), 1.0);
            if (largest > limit) {
                EXPECT_NEAR(found.radii, largest, 1e-12 * largest) << degrees;
                EXPECT_NE(found.node, kNoIndex);
                ++exceeded;
            } else {
                EXPECT_LE(found.radii, limit) << degrees;
            }
        }
    }
    EXPECT_EQ(exceeded, 10U);
}

TEST(PartSolver, keeps_the_volume_or_holds_the_whole_correction_back) {
    PartCase part("arm");
    const auto palette = part.turned_palette(100.0);
    std::vector<double> all(part.table.targets.size());
    const PartOutcome kept = PartSolver(part.table).solve(part.table, palette, all);
    EXPECT_TRUE(kept.reached);
    EXPECT_EQ(kept.kept, 1.0);

    std::vector<double> held(all.size());
    part.table.max_displacement = 0.05;
    PartSolver solver(part.table);
    const PartOutcome outcome = solver.solve(part.table, palette, held);
    EXPECT_FALSE(outcome.reached);
    EXPECT_EQ(outcome.trouble, kHeldBack);
    EXPECT_NE(outcome.trouble_node, kNoIndex);
    EXPECT_NEAR(largest_move(part.table, held, solver.motions()), 0.05, 1e-12);
    for (std::size_t k = 0; k < all.size(); ++k)
        EXPECT_NEAR(held[k], outcome.kept * all[k], 1e-14) << k;
}

// One factor that follows the pose: no jump where it sets in.
TEST(PartSolver, is_continuous_where_holding_back_begins) {
    PartCase part("arm");
    part.table.max_displacement = 0.1;
    PartSolver solver(part.table);
    std::vector<double> weights(part.table.targets.size());
    std::vector<double> last;
    bool held = false;
    bool free = false;
    for (double degrees = 20.0; degrees < 120.0; degrees += 0.25) {
        const PartOutcome outcome = solver.solve(part.table, part.turned_palette(degrees), weights);
        (outcome.kept < 1.0 ? held : free) = true;
        for (std::size_t k = 0; k < last.size(); ++k)
            EXPECT_LT(std::abs(weights[k] - last[k]) * part.table.targets[k].reach, 0.02)
                << degrees;
        last = weights;
    }
    EXPECT_TRUE(held && free);
}

}  // namespace
}  // namespace isoskin
