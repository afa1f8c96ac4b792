#include "isoskin/volume/build/flow_system.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

// A square of `side`² rows, each in exchange with its four neighbours; `far` is how far flow goes.
FlowSystem make_square(std::uint32_t side, double far) {
    FlowSystem system;
    const std::uint32_t count = side * side;
    system.diagonal.resize(count);
    for (std::uint32_t row = 0; row < count; ++row) {
        const std::uint32_t x = row % side;
        const std::uint32_t y = row / side;
        const auto add = [&](std::uint32_t other) {
            system.column.push_back(other);
            system.value.push_back(far * far);
        };
        if (x > 0) add(row - 1);
        if (x + 1 < side) add(row + 1);
        if (y > 0) add(row - side);
        if (y + 1 < side) add(row + side);
        system.offset.push_back(static_cast<std::uint32_t>(system.column.size()));
        system.diagonal[row] = 1.0 + 4.0 * far * far;
    }
    return system;
}

class FlowSolverOf : public testing::TestWithParam<double> {};

TEST_P(FlowSolverOf, reaches_the_tolerance_asked_for) {
    const FlowSystem system = make_square(60, GetParam());
    Eigen::VectorXd b = Eigen::VectorXd::Zero(system.size());
    b[1234] = 1.0;
    b[77] = -2.0;
    for (const double tolerance : {1e-3, 1e-9}) {
        Eigen::VectorXd x = b;
        FlowSolver(system).solve(b, tolerance, x);
        Eigen::VectorXd product(x.size());
        system.multiply(x, product);
        EXPECT_LE((b - product).norm(), 1.01 * tolerance * b.norm());
    }
}

INSTANTIATE_TEST_SUITE_P(Near, FlowSolverOf, testing::Values(0.1, 1.0));
INSTANTIATE_TEST_SUITE_P(Far, FlowSolverOf, testing::Values(5.0, 20.0, 100.0));

TEST(FlowSolver, keeps_what_flows_positive_and_symmetric) {
    const FlowSystem system = make_square(41, 8.0);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(system.size());
    b[20 * 41 + 20] = 1.0;
    Eigen::VectorXd x = b;
    FlowSolver(system).solve(b, 1e-10, x);
    EXPECT_GT(x.minCoeff(), 0.0);
    for (Eigen::Index k = 1; k < 20; ++k)
        EXPECT_NEAR(x[20 * 41 + 20 - k], x[20 * 41 + 20 + k], 1e-9 * x.maxCoeff());
}

}  // namespace
}  // namespace isoskin
