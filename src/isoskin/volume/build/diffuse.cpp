#include "isoskin/volume/build/diffuse.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "isoskin/volume/build/flow_system.h"

namespace isoskin {
namespace {

constexpr double kReach = 4.0;       // widths beyond which what is spread has faded away
constexpr double kTolerance = 1e-6;  // of the right-hand side: what is made anew elsewhere agrees

double half_cotangent(const Vec3d& u, const Vec3d& v) {
    const double area = u.cross(v).norm();
    if (area <= 1e-300) return 0.0;
    return std::clamp(0.5 * u.dot(v) / area, 0.0, 50.0);
}

// Of the edge across from each corner.
std::array<double, 3> conductances(const Triangle& t, std::span<const Vec3d> p) {
    std::array<double, 3> across{};
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3d& corner = p[t[k]];
        // A sliver's edge still conducts a little, or its points would be cut off.
        across[k] = half_cotangent(p[t[(k + 1) % 3]] - corner, p[t[(k + 2) % 3]] - corner) + 1e-3;
    }
    return across;
}

}  // namespace

SurfaceDiffusion::SurfaceDiffusion(std::span<const Triangle> triangles,
                                   std::span<const Vec3d> points, std::span<const double> areas)
    : area_(areas.begin(), areas.end()),
      point_(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(areas.size())),
      offset_(areas.size() + 1, 0) {
    const auto for_each_edge = [&](const auto& visit) {
        for (const Triangle& t : triangles) {
            const auto across = conductances(t, points);
            for (std::size_t k = 0; k < 3; ++k) {
                const Index a = t[(k + 1) % 3];
                const Index b = t[(k + 2) % 3];
                if (a >= areas.size() || b >= areas.size()) continue;  // apexes of caps
                visit(a, b, across[k]);
                visit(b, a, across[k]);
            }
        }
    };
    // Room for every use of an edge; then uses of one edge are put together, row by row.
    for_each_edge([&](Index a, Index, double) { ++offset_[a + 1]; });
    std::partial_sum(offset_.begin(), offset_.end(), offset_.begin());
    std::vector<std::pair<Index, double>> uses(offset_.back());
    std::vector<std::size_t> next(offset_.begin(), offset_.end() - 1);
    for_each_edge([&](Index a, Index b, double value) { uses[next[a]++] = {b, value}; });
    for (std::size_t point = 0; point < areas.size(); ++point) {
        const auto row = std::span(uses).subspan(offset_[point], next[point] - offset_[point]);
        std::sort(row.begin(), row.end());
        offset_[point] = neighbour_.size();
        for (const auto& [other, value] : row) {
            if (neighbour_.size() > offset_[point] && neighbour_.back() == other) {
                conductance_.back() += value;
                continue;
            }
            neighbour_.push_back(other);
            conductance_.push_back(value);
        }
    }
    offset_.back() = neighbour_.size();
}

// Points within reach of the seeds, along edges. A point is looked at again when a shorter way to
// it is found, so the order of points does not matter.
std::vector<Index> SurfaceDiffusion::region_around(double width, std::vector<Index> seeds) const {
    const double reach = kReach * width;
    std::vector<double> distance(area_.size(), std::numeric_limits<double>::infinity());
    for (const Index seed : seeds)
        distance[seed] = 0.0;
    std::vector<Index> region = seeds;
    std::vector<Index> front = std::move(seeds);
    std::vector<Index> next;
    while (!front.empty()) {
        next.clear();
        for (const Index point : front)
            for (const Index other : neighbours(point)) {
                const double further = distance[point] + (point_[other] - point_[point]).norm();
                if (further > reach || !(further < distance[other])) continue;
                if (!std::isfinite(distance[other])) region.push_back(other);
                distance[other] = further;
                next.push_back(other);
            }
        std::swap(front, next);
    }
    std::sort(region.begin(), region.end());
    return region;
}

void SurfaceDiffusion::spread(double width, int steps, std::span<double> values) const {
    std::vector<Index> seeds;
    for (std::size_t point = 0; point < values.size(); ++point)
        if (values[point] != 0.0) seeds.push_back(static_cast<Index>(point));
    spread_in(region_around(width, std::move(seeds)), width, steps, values);
}

void SurfaceDiffusion::spread_changes(double width, int steps, std::span<double> values) const {
    std::vector<Index> seeds;
    for (std::size_t point = 0; point < values.size(); ++point) {
        const auto around = neighbours(point);
        if (std::any_of(around.begin(), around.end(),
                        [&](Index other) { return values[other] != values[point]; }))
            seeds.push_back(static_cast<Index>(point));
    }
    spread_in(region_around(width, std::move(seeds)), width, steps, values);
}

// What lies outside the region stays as it is.
void SurfaceDiffusion::spread_in(std::span<const Index> region, double width, int steps,
                                 std::span<double> values) const {
    assert(values.size() == area_.size());
    if (region.empty() || width <= 0.0) return;
    std::vector<Index> local(values.size(), kNoIndex);
    for (std::size_t k = 0; k < region.size(); ++k)
        local[region[k]] = static_cast<Index>(k);

    const auto count = static_cast<Eigen::Index>(region.size());
    const double w2 = width * width;
    FlowSystem system;
    system.diagonal.resize(count);
    Eigen::VectorXd x(count);
    Eigen::VectorXd area(count);
    Eigen::VectorXd arriving = Eigen::VectorXd::Zero(count);  // from outside the region
    for (Eigen::Index row = 0; row < count; ++row) {
        const Index point = region[static_cast<std::size_t>(row)];
        double total = 0.0;
        for (std::size_t e = offset_[point]; e < offset_[point + 1]; ++e) {
            total += conductance_[e];
            const Index other = local[neighbour_[e]];
            if (other == kNoIndex) {
                arriving[row] += w2 * conductance_[e] * values[neighbour_[e]];
                continue;
            }
            system.column.push_back(other);
            system.value.push_back(w2 * conductance_[e]);
        }
        system.offset.push_back(static_cast<std::uint32_t>(system.column.size()));
        system.diagonal[row] = area_[point] + w2 * total;
        x[row] = values[point];
        area[row] = area_[point];
    }
    FlowSolver solver(std::move(system));
    for (int step = 0; step < steps; ++step) {
        const Eigen::VectorXd b = area.cwiseProduct(x) + arriving;
        solver.solve(b, kTolerance, x);
    }
    for (Eigen::Index row = 0; row < count; ++row)
        values[region[static_cast<std::size_t>(row)]] = x[row];
}

}  // namespace isoskin
