#include "isoskin/bake/merged_source.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace isoskin {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

Vector weights_of(const MorphSource& source, const Pose& pose) {
    std::vector<float> weights(source.shapes.size());
    source.weights(pose, weights);
    return Eigen::Map<const Eigen::VectorXf>(weights.data(),
                                             static_cast<Eigen::Index>(weights.size()))
        .cast<double>();
}

double inner_product(const Offsets& a, const Offsets& b) {
    double sum = 0.0;
    std::size_t j = 0;
    for (std::size_t i = 0; i < a.places().size(); ++i) {
        while (j < b.places().size() && b.places()[j] < a.places()[i])
            ++j;
        if (j < b.places().size() && b.places()[j] == a.places()[i])
            sum += static_cast<double>(a.values()[i].dot(b.values()[j]));
    }
    return sum;
}

// Inner products of all moves: how alike two targets are.
Matrix gram_matrix(const std::vector<TargetShape>& shapes) {
    const auto count = static_cast<Eigen::Index>(shapes.size());
    Matrix gram(count, count);
    for (Eigen::Index a = 0; a < count; ++a)
        for (Eigen::Index b = 0; b <= a; ++b)
            gram(a, b) = gram(b, a) = inner_product(shapes[static_cast<std::size_t>(a)].offsets,
                                                    shapes[static_cast<std::size_t>(b)].offsets);
    return gram;
}

/// A merging: targets of old ones (columns), and the new weights of old ones.
struct Merging {
    Matrix old_from_new;
    Matrix new_from_old;
};

// The components of D W, where D are the moves and W the weights over all poses, found without
// building it: with G = DᵀD and C = WWᵀ they are those of G^½ C G^½.
Merging principal_merging(const Matrix& G, const Matrix& C, Eigen::Index most) {
    const Eigen::SelfAdjointEigenSolver<Matrix> of_moves(G);
    const Vector values = of_moves.eigenvalues();
    const double least = 1e-7 * values.maxCoeff();
    const Vector root = values.unaryExpr([&](double v) { return v > least ? std::sqrt(v) : 0.0; });
    const Vector inverse = root.unaryExpr([](double v) { return v > 0.0 ? 1.0 / v : 0.0; });
    const Matrix& Q = of_moves.eigenvectors();
    const Matrix half = root.asDiagonal() * Q.transpose();
    const Eigen::SelfAdjointEigenSolver<Matrix> of_poses(half * C * half.transpose());
    const Matrix U = of_poses.eigenvectors().rightCols(most).rowwise().reverse();
    return {.old_from_new = Q * inverse.asDiagonal() * U, .new_from_old = U.transpose() * half};
}

TargetShape combine(const std::vector<TargetShape>& shapes, const Vector& shares,
                    std::string name) {
    std::vector<Vec3> sum(shapes[0].offsets.size(), Vec3::Zero());
    for (std::size_t k = 0; k < shapes.size(); ++k)
        shapes[k].offsets.add_to(sum, static_cast<float>(shares[static_cast<Eigen::Index>(k)]));
    return {std::move(name), sum};
}

}  // namespace

MorphSource merged_source(const MorphSource& exact, const PoseList& poses, std::size_t most) {
    if (exact.shapes.size() <= most) return exact;
    const auto count = static_cast<Eigen::Index>(exact.shapes.size());
    std::vector<Vector> samples;
    Matrix C = Matrix::Zero(count, count);
    const auto visit = [&](const Pose& pose, std::span<float>) {
        samples.push_back(weights_of(exact, pose));
        C += samples.back() * samples.back().transpose();
    };
    poses({.width = 0, .visit = visit});
    Merging merging =
        principal_merging(gram_matrix(exact.shapes), C, static_cast<Eigen::Index>(most));
    MorphSource merged;
    for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(most); ++k) {
        double largest = 0.0;
        for (const Vector& sample : samples)
            largest = std::max(largest, std::abs(merging.new_from_old.row(k).dot(sample)));
        if (largest == 0.0) largest = 1.0;
        merging.new_from_old.row(k) /= largest;
        merged.shapes.push_back(combine(exact.shapes, largest * merging.old_from_new.col(k),
                                        "volume " + std::to_string(k + 1)));
    }
    merged.weights = [exact_weights = exact.weights, count, to_new = merging.new_from_old](
                         const Pose& pose, std::span<float> weights) {
        std::vector<float> old(static_cast<std::size_t>(count));
        exact_weights(pose, old);
        const Eigen::VectorXf made =
            (to_new * Eigen::Map<const Eigen::VectorXf>(old.data(), count).cast<double>())
                .cast<float>();
        std::copy(made.begin(), made.end(), weights.begin());
    };
    merged.notes = {"targets are merged by principal components, " +
                    std::to_string(exact.shapes.size()) + " to " + std::to_string(most)};
    return merged;
}

}  // namespace isoskin
