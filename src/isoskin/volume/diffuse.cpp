#include "isoskin/volume/diffuse.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace isoskin {
namespace {

constexpr double kReach = 3.0;       // widths beyond which an implicit step has faded to 5 %
constexpr double kTolerance = 1e-3;  // of the right-hand side; maps are shown, not measured
constexpr int kMaxIterations = 2000;

struct Conductance {
    Index a = 0;
    Index b = 0;
    double value = 0.0;
};

double half_cotangent(const Vec3d& u, const Vec3d& v) {
    const double area = u.cross(v).norm();
    if (area <= 1e-300) return 0.0;
    return std::clamp(0.5 * u.dot(v) / area, 0.0, 50.0);
}

std::vector<Conductance> edge_conductances(std::span<const Triangle> triangles,
                                           std::span<const Vec3d> p) {
    std::vector<Conductance> edges;
    edges.reserve(triangles.size() * 6);
    for (const Triangle& t : triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Index a = t[k];
            const Index b = t[(k + 1) % 3];
            const Index c = t[(k + 2) % 3];
            // A sliver's edge still conducts a little, or its points would be cut off.
            const double value = half_cotangent(p[a] - p[c], p[b] - p[c]) + 1e-3;
            edges.push_back({a, b, value});
            edges.push_back({b, a, value});
        }
    }
    std::sort(edges.begin(), edges.end(), [](const Conductance& x, const Conductance& y) {
        return x.a != y.a ? x.a < y.a : x.b < y.b;
    });
    return edges;
}

}  // namespace

SurfaceDiffusion::SurfaceDiffusion(std::span<const Triangle> triangles,
                                   std::span<const Vec3d> points, std::span<const double> areas)
    : area_(areas.begin(), areas.end()),
      point_(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(areas.size())),
      offset_(areas.size() + 1, 0) {
    const auto edges = edge_conductances(triangles, points);
    for (std::size_t k = 0; k < edges.size(); ++k) {
        if (edges[k].a >= areas.size() || edges[k].b >= areas.size()) continue;  // apexes of caps
        if (k > 0 && edges[k].a == edges[k - 1].a && edges[k].b == edges[k - 1].b) {
            conductance_.back() += edges[k].value;
            continue;
        }
        neighbour_.push_back(edges[k].b);
        conductance_.push_back(edges[k].value);
        ++offset_[edges[k].a + 1];
    }
    for (std::size_t point = 0; point < areas.size(); ++point)
        offset_[point + 1] += offset_[point];
}

// Points within reach of a non-zero value, in rings along edges; a ring adds the edge it came by,
// so the distance is a little long and the region a little small, which only cuts the faintest
// tail.
std::vector<Index> SurfaceDiffusion::region_around(double width,
                                                   std::span<const double> values) const {
    const double reach = kReach * width;
    std::vector<float> distance(values.size(), std::numeric_limits<float>::infinity());
    std::vector<Index> region;
    for (std::size_t point = 0; point < values.size(); ++point) {
        if (values[point] == 0.0) continue;
        distance[point] = 0.0F;
        region.push_back(static_cast<Index>(point));
    }
    for (std::size_t k = 0; k < region.size(); ++k) {
        const Index point = region[k];
        for (const Index other : neighbours(point)) {
            if (std::isfinite(distance[other])) continue;
            const double further = distance[point] + (point_[other] - point_[point]).norm();
            if (further > reach) continue;
            distance[other] = static_cast<float>(further);
            region.push_back(other);
        }
    }
    std::sort(region.begin(), region.end());
    return region;
}

namespace {

// The system of one spread over its region alone, rows packed: what lies outside is zero and stays.
struct RegionSystem {
    Eigen::VectorXd diagonal;
    std::vector<std::uint32_t> offset;
    std::vector<std::uint32_t> column;
    std::vector<double> value;

    void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const {
        for (Eigen::Index row = 0; row < x.size(); ++row) {
            double flow = 0.0;
            const auto at = static_cast<std::size_t>(row);
            for (std::uint32_t e = offset[at]; e < offset[at + 1]; ++e)
                flow += value[e] * x[static_cast<Eigen::Index>(column[e])];
            y[row] = diagonal[row] * x[row] - flow;
        }
    }
};

// Conjugate gradients from `x`, scaled by the diagonal.
void solve(const RegionSystem& system, const Eigen::VectorXd& b, Eigen::VectorXd& x) {
    const Eigen::VectorXd inverse = system.diagonal.cwiseMax(1e-300).cwiseInverse();
    Eigen::VectorXd product(x.size());
    system.multiply(x, product);
    Eigen::VectorXd r = b - product;
    Eigen::VectorXd z = inverse.cwiseProduct(r);
    Eigen::VectorXd p = z;
    double rz = r.dot(z);
    const double enough =
        kTolerance * kTolerance * std::max(1e-300, b.cwiseProduct(inverse).dot(b));
    for (int iteration = 0; iteration < kMaxIterations && rz > enough; ++iteration) {
        system.multiply(p, product);
        const double alpha = rz / p.dot(product);
        x += alpha * p;
        r -= alpha * product;
        z = inverse.cwiseProduct(r);
        const double next = r.dot(z);
        p = z + (next / rz) * p;
        rz = next;
    }
}

}  // namespace

void SurfaceDiffusion::spread(double width, std::span<double> values) const {
    assert(values.size() == area_.size());
    const std::vector<Index> region = region_around(width, values);
    if (region.empty() || width <= 0.0) return;
    std::vector<Index> local(values.size(), kNoIndex);
    for (std::size_t k = 0; k < region.size(); ++k)
        local[region[k]] = static_cast<Index>(k);

    const auto count = static_cast<Eigen::Index>(region.size());
    const double w2 = width * width;
    RegionSystem system{
        .diagonal = Eigen::VectorXd(count), .offset = {0}, .column = {}, .value = {}};
    Eigen::VectorXd x(count);
    Eigen::VectorXd b(count);
    for (Eigen::Index row = 0; row < count; ++row) {
        const Index point = region[static_cast<std::size_t>(row)];
        double total = 0.0;
        for (std::size_t e = offset_[point]; e < offset_[point + 1]; ++e) {
            total += conductance_[e];
            const Index other = local[neighbour_[e]];
            if (other == kNoIndex) continue;
            system.column.push_back(other);
            system.value.push_back(w2 * conductance_[e]);
        }
        system.offset.push_back(static_cast<std::uint32_t>(system.column.size()));
        system.diagonal[row] = area_[point] + w2 * total;
        x[row] = values[point];
        b[row] = area_[point] * values[point];
    }
    solve(system, b, x);
    for (Eigen::Index row = 0; row < count; ++row)
        values[region[static_cast<std::size_t>(row)]] = x[row];
}

}  // namespace isoskin
