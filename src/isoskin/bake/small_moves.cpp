#include "isoskin/bake/small_moves.h"

#include <algorithm>
#include <cmath>

#include "isoskin/volume/measure/surface.h"

namespace isoskin {

SmallMoves::SmallMoves(const SkinnedMesh& mesh, double shortest)
    : shortest_(shortest),
      gradient_(mesh.mesh.vertex_count(), Vec3d::Zero()),
      share_(mesh.mesh.vertex_count(), 0.0) {
    if (!(shortest_ > 0.0)) return;
    step_ = std::exp2(std::floor(std::log2(0.25 * shortest_)));
    const VolumeSurface surface = make_volume_surface(mesh);
    std::vector<Vec3d> points(surface.total_point_count());
    gather_points(surface, mesh.mesh.positions, points);
    std::vector<Vec3d> of_point(points.size(), Vec3d::Zero());
    for (const VolumePart& part : surface.parts)
        if (!part.refusal) add_volume_gradient(surface, part, points, of_point);
    std::vector<double> vertices_at(points.size(), 0.0);
    for (const Index point : surface.weld.point_of_vertex)
        vertices_at[point] += 1.0;
    for (std::size_t v = 0; v < gradient_.size(); ++v) {
        const Index point = surface.weld.point_of_vertex[v];
        gradient_[v] = of_point[point];
        share_[v] = 1.0 / vertices_at[point];
    }
}

Offsets SmallMoves::leave_out(const Offsets& offsets) const {
    if (!(shortest_ > 0.0)) return offsets;
    std::vector<Index> places;
    std::vector<Vec3> values;
    std::vector<Vec3d> ways;  // where the kept ones go to take over what is lost
    double lost = 0.0;        // volume
    double gained = 0.0;      // by the ways
    double longest = 0.0;     // of the ways
    for (std::size_t i = 0; i < offsets.places().size(); ++i) {
        const Index vertex = offsets.places()[i];
        const Vec3d move = offsets.values()[i].cast<double>();
        if (move.norm() < shortest_) {
            lost += share_[vertex] * gradient_[vertex].dot(move);
            continue;
        }
        places.push_back(vertex);
        values.push_back(offsets.values()[i]);
        ways.emplace_back(move.norm() * gradient_[vertex]);
        gained += share_[vertex] * gradient_[vertex].dot(ways.back());
        longest = std::max(longest, ways.back().norm());
    }
    if (gained > 0.0) {
        const double most = shortest_ / longest;
        const double factor = std::clamp(lost / gained, -most, most);
        for (std::size_t i = 0; i < places.size(); ++i)
            values[i] += (factor * ways[i]).cast<float>();
    }
    for (Vec3& value : values)
        value = (step_ * (value.cast<double>() / step_).array().round()).matrix().cast<float>();
    return {offsets.size(), std::move(places), std::move(values)};
}

}  // namespace isoskin
