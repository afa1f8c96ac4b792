#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/lattice/spring_net.h"

namespace isoskin {

/// Solves D + Σ k (w_a − w_b)(w_a − w_b)ᵀ over the free places of a net for three right-hand sides
/// at once, by a factor made beforehand. Plain loops in one order: the same bits anywhere.
class SpringSolver {
  public:
    /// `diagonal` D per free place, positive; `stiffness` k per spring; places that are `held` are
    /// left out.
    void factor(const SpringNet& net, std::span<const double> diagonal,
                std::span<const double> stiffness, std::span<const std::uint8_t> held);

    /// One element per free place, right-hand sides in, solutions out; 0 at held places.
    void solve(std::span<Vec3d> values);

  private:
    struct alignas(32) Row {
        double number[4] = {};
    };

    // The lower factor by columns, each without its diagonal.
    std::vector<Index> place_of_row_;
    std::vector<std::size_t> column_offsets_;
    std::vector<Index> rows_;
    std::vector<double> entries_;
    std::vector<double> inverse_diagonal_;
    std::vector<Row> scratch_;
};

}  // namespace isoskin
