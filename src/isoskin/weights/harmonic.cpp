#include "isoskin/weights/harmonic.h"

#include <algorithm>

namespace isoskin {
namespace {

// Of an even triangulation edges weigh 0.58; a sixtieth of that still conducts.
constexpr double kLeastEdge = 0.01;
// A needle's cotangents grow without bound; beyond this they only spoil the factorisation.
constexpr double kLargestCotangent = 1e3;

}  // namespace

SurfaceFlow surface_flow(std::span<const Vec3> positions, std::span<const Triangle> triangles) {
    const auto count = static_cast<Eigen::Index>(positions.size());
    SurfaceFlow flow;
    flow.area = Eigen::VectorXd::Zero(count);
    std::vector<Eigen::Triplet<double>> edges;
    edges.reserve(3 * triangles.size());
    for (const Triangle& t : triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3d u = (positions[t[(k + 1) % 3]] - positions[t[k]]).cast<double>();
            const Vec3d v = (positions[t[(k + 2) % 3]] - positions[t[k]]).cast<double>();
            const double twice_area = u.cross(v).norm();
            const double cotangent =
                std::clamp(u.dot(v) / std::max(twice_area, std::numeric_limits<double>::min()),
                           -kLargestCotangent, kLargestCotangent);
            const auto [a, b] = std::minmax(t[(k + 1) % 3], t[(k + 2) % 3]);
            edges.emplace_back(a, b, 0.5 * cotangent);
            flow.area[t[k]] += twice_area / 6.0;
        }
    }
    Eigen::SparseMatrix<double> upper(count, count);
    upper.setFromTriplets(edges.begin(), edges.end());
    edges.clear();
    for (Eigen::Index column = 0; column < count; ++column)
        for (Eigen::SparseMatrix<double>::InnerIterator at(upper, column); at; ++at) {
            if (at.row() == at.col()) continue;
            const double weight = std::max(at.value(), kLeastEdge);
            edges.emplace_back(at.row(), at.col(), -weight);
            edges.emplace_back(at.col(), at.row(), -weight);
            edges.emplace_back(at.row(), at.row(), weight);
            edges.emplace_back(at.col(), at.col(), weight);
        }
    flow.laplacian.resize(count, count);
    flow.laplacian.setFromTriplets(edges.begin(), edges.end());
    return flow;
}

}  // namespace isoskin
