#include "isoskin/lattice/spring_solver.h"

#include <cassert>

#include <Eigen/SparseCholesky>

namespace isoskin {
namespace {

using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using Triplets = std::vector<Eigen::Triplet<double>>;

constexpr int kHeld = -1;

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
    column_offsets_.assign(1, 0);
    rows_.clear();
    entries_.clear();
    inverse_diagonal_.clear();
    scratch_.assign(place_of_unknown.size(), {});
    if (size == 0) return;
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
            rows_.push_back(static_cast<Index>(entry.row()));
            entries_.push_back(entry.value());
        }
        column_offsets_.push_back(rows_.size());
    }
}

void SpringSolver::solve(std::span<Vec3d> values) {
    const std::size_t size = place_of_row_.size();
    for (std::size_t i = 0; i < size; ++i)
        for (int axis = 0; axis < 3; ++axis)
            scratch_[i].number[axis] = values[place_of_row_[i]][axis];
    for (std::size_t j = 0; j < size; ++j) {
        Row& pivot = scratch_[j];
        for (double& number : pivot.number)
            number *= inverse_diagonal_[j];
        for (std::size_t k = column_offsets_[j]; k < column_offsets_[j + 1]; ++k)
            for (int axis = 0; axis < 4; ++axis)
                scratch_[rows_[k]].number[axis] -= entries_[k] * pivot.number[axis];
    }
    for (std::size_t j = size; j-- > 0;) {
        Row sum = scratch_[j];
        for (std::size_t k = column_offsets_[j]; k < column_offsets_[j + 1]; ++k)
            for (int axis = 0; axis < 4; ++axis)
                sum.number[axis] -= entries_[k] * scratch_[rows_[k]].number[axis];
        for (double& number : sum.number)
            number *= inverse_diagonal_[j];
        scratch_[j] = sum;
    }
    for (Vec3d& value : values)
        value.setZero();
    for (std::size_t i = 0; i < size; ++i)
        values[place_of_row_[i]] =
            Vec3d(scratch_[i].number[0], scratch_[i].number[1], scratch_[i].number[2]);
}

}  // namespace isoskin
