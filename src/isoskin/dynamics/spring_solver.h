#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/dynamics/spring_net.h"

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
    // Columns of the lower factor that have the same rows below their own: what they do to those
    // rows is done at once. Entries come row by row, first those within the group.
    struct Group {
        Index first_column = 0;
        Index width = 0;
        std::size_t first_row = 0;  // into rows_, up to that of the next group
        std::size_t first_entry = 0;
    };

    void find_groups(std::span<const std::size_t> offsets, std::span<const Index> rows,
                     std::span<const double> entries);
    template <std::size_t Width>
    void forward(const Group& group, std::size_t row_count);
    template <std::size_t Width>
    void backward(const Group& group, std::size_t row_count);

    std::vector<Index> place_of_row_;
    std::vector<Group> groups_;  // and one past the last
    std::vector<Index> rows_;
    std::vector<double> entries_;
    std::vector<double> inverse_diagonal_;
    std::vector<Row> scratch_;
};

}  // namespace isoskin
