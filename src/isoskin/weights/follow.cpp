#include "isoskin/weights/follow.h"

#include <algorithm>
#include <limits>
#include <map>

#include "isoskin/mesh/topology.h"

namespace isoskin {
namespace {

void add_row(std::span<const Influence> row, double share, std::map<JointIndex, double>& sum) {
    for (const auto& [joint, weight] : row)
        sum[joint] += share * weight;
}

std::vector<Influence> to_row(const std::map<JointIndex, double>& sum) {
    std::vector<Influence> row;
    for (const auto& [joint, weight] : sum)
        row.push_back({joint, static_cast<float>(weight)});
    return row;
}

}  // namespace

BodySurface make_surface(std::span<const Vec3> positions, std::span<const Face> faces,
                         std::span<const Index> point_of_vertex, std::size_t point_count) {
    BodySurface surface;
    surface.points.resize(point_count);
    for (std::size_t v = 0; v < positions.size(); ++v)
        surface.points[point_of_vertex[v]] = positions[v];
    const Topology topology = analyse_topology(faces, point_count);
    std::vector<char> listed(point_count, 0);
    for (std::size_t p = 0; p < topology.parts.size(); ++p) {
        auto& part = surface.parts.emplace_back();
        for (const Index face : topology.parts[p].faces) {
            for (const Triangle& triangle : triangulate(faces.subspan(face, 1))) {
                surface.triangles.push_back(triangle);
                surface.part_of_triangle.push_back(p);
                for (const Index point : triangle)
                    if (!listed[point]) {
                        listed[point] = 1;
                        part.push_back(point);
                    }
            }
        }
        std::sort(part.begin(), part.end());
    }
    for (std::size_t i = 0; i < point_count; ++i)
        if (!listed[i]) surface.parts.push_back({static_cast<Index>(i)});
    return surface;
}

std::vector<Influence> row_at(const SurfacePlace& place, const SurfaceTree& tree,
                              const WeightRows& rows) {
    std::map<JointIndex, double> sum;
    for (std::size_t k = 0; k < 3; ++k)
        add_row(rows[tree.triangles()[place.triangle][k]],
                place.corners[static_cast<Eigen::Index>(k)], sum);
    return to_row(sum);
}

std::vector<Influence> mean_row(std::span<const std::vector<Influence>> rows) {
    std::map<JointIndex, double> sum;
    for (const auto& row : rows)
        add_row(row, 1.0 / static_cast<double>(rows.size()), sum);
    return to_row(sum);
}

void follow_host(const SurfaceTree& host, std::span<const Vec3> points, std::span<const Index> part,
                 Follow how, WeightRows& rows) {
    WeightRows found;
    for (const Index point : part)
        found.push_back(row_at(
            host.nearest(points[point].cast<double>(), std::numeric_limits<double>::infinity()),
            host, rows));
    if (how == Follow::Stiffly) found.assign(part.size(), mean_row(found));
    for (std::size_t i = 0; i < part.size(); ++i)
        rows[part[i]] = std::move(found[i]);
}

}  // namespace isoskin
