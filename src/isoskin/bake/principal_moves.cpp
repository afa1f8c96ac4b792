#include "isoskin/bake/principal_moves.h"

#include <algorithm>
#include <cassert>

#include <Eigen/Eigenvalues>

namespace isoskin {
namespace {

constexpr Eigen::Index kAtATime = 64;
constexpr float kLeast = 1e-6F;  // of the strongest: below it a component is rounding

}  // namespace

PrincipalMoves::PrincipalMoves(Eigen::Index size, Eigen::Index most)
    : most_(std::min(most, size)), columns_(size, most_ + kAtATime) {}

void PrincipalMoves::add(const Eigen::VectorXf& moves) {
    assert(moves.size() == columns_.rows());
    if (count_ == columns_.cols()) merge();
    columns_.col(count_++) = moves;
}

// By the inner products of the columns, of which there are few.
void PrincipalMoves::merge() {
    const auto used = columns_.leftCols(count_);
    const Eigen::MatrixXd products = (used.transpose() * used).cast<double>();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(products);
    const double strongest = count_ > 0 ? solver.eigenvalues()[count_ - 1] : 0.0;
    Eigen::Index kept = 0;
    while (kept < std::min(most_, count_) &&
           solver.eigenvalues()[count_ - 1 - kept] >
               static_cast<double>(kLeast) * static_cast<double>(kLeast) * strongest)
        ++kept;
    const Eigen::MatrixXf turn =
        solver.eigenvectors().rightCols(kept).rowwise().reverse().cast<float>();
    columns_.leftCols(kept) = (used * turn).eval();
    merged_ = kept;
    count_ = kept;
}

// Column after column, so that what rounding left of the others is taken away too.
Eigen::MatrixXf PrincipalMoves::basis(const Eigen::MatrixXf& first) {
    if (count_ > merged_) merge();
    Eigen::MatrixXf basis(columns_.rows(), first.cols() + count_);
    basis << first, columns_.leftCols(count_);
    Eigen::Index kept = 0;
    for (Eigen::Index k = 0; k < basis.cols(); ++k) {
        Eigen::VectorXf column = basis.col(k);
        const float length = column.norm();
        for (Eigen::Index j = 0; j < kept; ++j)
            column -= basis.col(j).dot(column) * basis.col(j);
        if (!(column.norm() > 1e-3F * length)) continue;  // the others have it already
        basis.col(kept++) = column.normalized();
    }
    return basis.leftCols(kept);
}

}  // namespace isoskin
