#include "isoskin/dynamics/spring_solver.h"

#include <algorithm>
#include <array>
#include <cassert>

#include <Eigen/SparseCholesky>

namespace isoskin {
namespace {

using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using Triplets = std::vector<Eigen::Triplet<double>>;

constexpr int kHeld = -1;
constexpr Index kMaxWidth = 4;

void add_spring(const SpringNet& net, const Spring& spring, double stiffness,
                std::span<const int> unknown, Triplets& triplets) {
    std::vector<PlaceWeight> difference = net.free_weights(spring.a);
    for (const PlaceWeight& weight : net.free_weights(spring.b))
        difference.push_back({weight.place, -weight.weight});
    for (const PlaceWeight& row : difference)
        for (const PlaceWeight& column : difference) {
            if (unknown[row.place] == kHeld || unknown[column.place] == kHeld) continue;
            triplets.emplace_back(unknown[row.place], unknown[column.place],
                                  stiffness * row.weight * column.weight);
        }
}

}  // namespace

void SpringSolver::factor(const SpringNet& net, std::span<const double> diagonal,
                          std::span<const double> stiffness, std::span<const std::uint8_t> held) {
    std::vector<int> unknown(net.free_count(), kHeld);
    std::vector<Index> place_of_unknown;
    Triplets triplets;
    for (std::size_t place = 0; place < net.free_count(); ++place) {
        if (held[place] != 0) continue;
        unknown[place] = static_cast<int>(place_of_unknown.size());
        triplets.emplace_back(unknown[place], unknown[place], diagonal[place]);
        place_of_unknown.push_back(static_cast<Index>(place));
    }
    for (std::size_t i = 0; i < net.springs().size(); ++i)
        add_spring(net, net.springs()[i], stiffness[i], unknown, triplets);
    const auto size = static_cast<int>(place_of_unknown.size());
    Matrix matrix(size, size);
    matrix.setFromTriplets(triplets.begin(), triplets.end());

    place_of_row_.assign(place_of_unknown.size(), 0);
    inverse_diagonal_.clear();
    scratch_.assign(place_of_unknown.size(), {});
    std::vector<std::size_t> offsets(1, 0);
    std::vector<Index> rows;
    std::vector<double> entries;
    if (size > 0) {
        const Eigen::SimplicialLLT<Matrix> cholesky(matrix);
        assert(cholesky.info() == Eigen::Success);
        for (int i = 0; i < size; ++i)
            place_of_row_[static_cast<std::size_t>(cholesky.permutationP().indices()[i])] =
                place_of_unknown[static_cast<std::size_t>(i)];
        const Matrix lower = cholesky.matrixL();
        for (int column = 0; column < size; ++column) {
            for (Matrix::InnerIterator entry(lower, column); entry; ++entry) {
                if (entry.row() == column) {
                    inverse_diagonal_.push_back(1.0 / entry.value());
                    continue;
                }
                rows.push_back(static_cast<Index>(entry.row()));
                entries.push_back(entry.value());
            }
            offsets.push_back(rows.size());
        }
    }
    find_groups(offsets, rows, entries);
}

// Columns follow each other in a group as long as the next one's rows are the rows of this one
// without the next itself.
void SpringSolver::find_groups(std::span<const std::size_t> offsets, std::span<const Index> rows,
                               std::span<const double> entries) {
    const auto column_count = static_cast<Index>(offsets.size() - 1);
    const auto rows_of = [&](Index column) {
        return rows.subspan(offsets[column], offsets[column + 1] - offsets[column]);
    };
    const auto continues = [&](Index column) {
        const auto above = rows_of(column - 1);
        const auto here = rows_of(column);
        return above.size() == here.size() + 1 && above.front() == column &&
               std::equal(here.begin(), here.end(), above.begin() + 1);
    };
    groups_.clear();
    rows_.clear();
    entries_.clear();
    for (Index column = 0; column < column_count;) {
        Index width = 1;
        while (width < kMaxWidth && column + width < column_count && continues(column + width))
            ++width;
        if (width == 3) width = 2;
        groups_.push_back({column, width, rows_.size(), entries_.size()});
        for (Index k = 0; k < width; ++k)
            for (Index below = k + 1; below < width; ++below)
                entries_.push_back(entries[offsets[column + k] + (below - k - 1)]);
        const auto common = rows_of(column + width - 1);
        rows_.insert(rows_.end(), common.begin(), common.end());
        for (std::size_t i = 0; i < common.size(); ++i)
            for (Index k = 0; k < width; ++k)
                entries_.push_back(entries[offsets[column + k] + (width - 1 - k) + i]);
        column += width;
    }
    groups_.push_back({column_count, 0, rows_.size(), entries_.size()});
}

template <std::size_t Width>
void SpringSolver::forward(const Group& group, std::size_t row_count) {
    Row* pivots = scratch_.data() + group.first_column;
    const double* entry = entries_.data() + group.first_entry;
    for (std::size_t k = 0; k < Width; ++k) {
        for (double& number : pivots[k].number)
            number *= inverse_diagonal_[group.first_column + k];
        for (std::size_t below = k + 1; below < Width; ++below, ++entry)
            for (int axis = 0; axis < 4; ++axis)
                pivots[below].number[axis] -= *entry * pivots[k].number[axis];
    }
    std::array<Row, Width> known;
    std::copy(pivots, pivots + Width, known.begin());
    const Index* row = rows_.data() + group.first_row;
    for (std::size_t i = 0; i < row_count; ++i, entry += Width) {
        Row sum = scratch_[row[i]];
        for (std::size_t k = 0; k < Width; ++k)
            for (int axis = 0; axis < 4; ++axis)
                sum.number[axis] -= entry[k] * known[k].number[axis];
        scratch_[row[i]] = sum;
    }
}

template <std::size_t Width>
void SpringSolver::backward(const Group& group, std::size_t row_count) {
    constexpr std::size_t kInner = Width * (Width - 1) / 2;
    Row* pivots = scratch_.data() + group.first_column;
    std::array<Row, Width> sums;
    std::copy(pivots, pivots + Width, sums.begin());
    const double* entry = entries_.data() + group.first_entry + kInner;
    const Index* row = rows_.data() + group.first_row;
    for (std::size_t i = 0; i < row_count; ++i, entry += Width) {
        const Row known = scratch_[row[i]];
        for (std::size_t k = 0; k < Width; ++k)
            for (int axis = 0; axis < 4; ++axis)
                sums[k].number[axis] -= entry[k] * known.number[axis];
    }
    const double* inner = entries_.data() + group.first_entry + kInner;
    for (std::size_t k = Width; k-- > 0;) {
        for (std::size_t below = Width; below-- > k + 1;) {
            --inner;
            for (int axis = 0; axis < 4; ++axis)
                sums[k].number[axis] -= *inner * sums[below].number[axis];
        }
        for (double& number : sums[k].number)
            number *= inverse_diagonal_[group.first_column + k];
    }
    std::copy(sums.begin(), sums.end(), pivots);
}

void SpringSolver::solve(std::span<Vec3d> values) {
    const std::size_t size = place_of_row_.size();
    for (std::size_t i = 0; i < size; ++i)
        for (int axis = 0; axis < 3; ++axis)
            scratch_[i].number[axis] = values[place_of_row_[i]][axis];
    for (std::size_t g = 0; g + 1 < groups_.size(); ++g) {
        const std::size_t row_count = groups_[g + 1].first_row - groups_[g].first_row;
        switch (groups_[g].width) {
            case 4:
                forward<4>(groups_[g], row_count);
                break;
            case 2:
                forward<2>(groups_[g], row_count);
                break;
            default:
                forward<1>(groups_[g], row_count);
                break;
        }
    }
    for (std::size_t g = groups_.size() - 1; g-- > 0;) {
        const std::size_t row_count = groups_[g + 1].first_row - groups_[g].first_row;
        switch (groups_[g].width) {
            case 4:
                backward<4>(groups_[g], row_count);
                break;
            case 2:
                backward<2>(groups_[g], row_count);
                break;
            default:
                backward<1>(groups_[g], row_count);
                break;
        }
    }
    for (Vec3d& value : values)
        value.setZero();
    for (std::size_t i = 0; i < size; ++i)
        values[place_of_row_[i]] =
            Vec3d(scratch_[i].number[0], scratch_[i].number[1], scratch_[i].number[2]);
}

}  // namespace isoskin
