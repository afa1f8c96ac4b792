#pragma once

#include <cstdint>
#include <vector>

#include <Eigen/Core>

namespace isoskin {

/// A symmetric system of rows that flow into each other: `diagonal` minus `value`, which is nowhere
/// negative; no row takes more from the others than its diagonal.
struct FlowSystem {
    Eigen::VectorXd diagonal;
    std::vector<std::uint32_t> offset{0};  ///< Of each row, in column and value; one more.
    std::vector<std::uint32_t> column;
    std::vector<double> value;

    Eigen::Index size() const { return diagonal.size(); }
    void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const;
};

/// Solves one by conjugate gradients. Where flow goes far, and plain iterations would go one row at
/// a time, they are helped by coarser systems, each made of groups of rows of the one before
/// (aggregation multigrid): the number of iterations then hardly depends on how fine a mesh is.
class FlowSolver {
  public:
    explicit FlowSolver(FlowSystem system);

    /// From `x` on, until what is left is `tolerance` of the right-hand side.
    void solve(const Eigen::VectorXd& b, double tolerance, Eigen::VectorXd& x);

  private:
    struct Level {
        FlowSystem system;
        std::vector<std::uint32_t> group;  // of each row, in the next level
        Eigen::VectorXd inverse;           // of the diagonal
        Eigen::VectorXd b, x, rest;
    };

    void add_level(FlowSystem system);
    void precondition(const Eigen::VectorXd& r, Eigen::VectorXd& z);
    void cycle(std::size_t level, const Eigen::VectorXd& b, Eigen::VectorXd& x);

    std::vector<Level> levels_;
};

}  // namespace isoskin
