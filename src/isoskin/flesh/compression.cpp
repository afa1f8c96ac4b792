#include "isoskin/flesh/compression.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "isoskin/volume/solve/swing_function.h"

namespace isoskin {
namespace {

constexpr double kTolerance = 0.005;  // of the limb radius: less than a pixel in a close-up

Eigen::MatrixXd stack(std::span<const BendSample> samples) {
    const auto points = static_cast<Eigen::Index>(samples[0].moves.size());
    Eigen::MatrixXd moves(3 * points, static_cast<Eigen::Index>(samples.size()));
    for (std::size_t k = 0; k < samples.size(); ++k)
        for (Eigen::Index i = 0; i < points; ++i)
            moves.block<3, 1>(3 * i, static_cast<Eigen::Index>(k)) =
                samples[k].moves[static_cast<std::size_t>(i)];
    return moves;
}

double largest_move(const Eigen::MatrixXd& moves) {
    double largest = 0.0;
    for (Eigen::Index k = 0; k < moves.cols(); ++k)
        for (Eigen::Index i = 0; i < moves.rows(); i += 3)
            largest = std::max(largest, moves.block<3, 1>(i, k).norm());
    return largest;
}

}  // namespace

CompressedFlesh compress(std::span<const BendSample> samples, double radius) {
    const Eigen::MatrixXd moves = stack(samples);
    // There are few samples and many points: the small Gram matrix has the same components.
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> gram(moves.transpose() * moves);
    CompressedFlesh compressed;
    Eigen::MatrixXd rest = moves;
    std::vector<Eigen::VectorXd> weights;
    compressed.error = largest_move(rest) / radius;
    for (Eigen::Index k = gram.eigenvalues().size() - 1;
         k >= 0 && compressed.error > kTolerance && weights.size() < kMostFleshTargets; --k) {
        const Eigen::VectorXd along = gram.eigenvectors().col(k);
        Eigen::VectorXd target = moves * along;
        rest -= target * along.transpose();
        const double scale = largest_move(target) / radius;
        if (!(scale > 0.0)) break;
        target /= scale;
        weights.emplace_back(scale * along);
        auto& points = compressed.targets.emplace_back(samples[0].moves.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i] = target.segment<3>(static_cast<Eigen::Index>(3 * i));
        compressed.error = largest_move(rest) / radius;
    }
    for (Eigen::Index k = 0; k < moves.cols(); ++k)
        for (const Eigen::VectorXd& weight : weights)
            compressed.weights.push_back(weight[k]);
    return compressed;
}

}  // namespace isoskin
