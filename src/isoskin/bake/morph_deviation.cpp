#include "isoskin/bake/morph_deviation.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "isoskin/volume/measure/surface.h"

namespace isoskin {
namespace {

// ∂V/∂p of one part over its volume, per vertex: on the first vertex of each point.
std::vector<Vec3d> relative_gradient(const VolumeSurface& surface, const VolumePart& part,
                                     std::span<const Vec3d> points, std::size_t vertex_count) {
    std::vector<Vec3d> of_point(points.size(), Vec3d::Zero());
    add_volume_gradient(surface, part, points, of_point);
    const double volume = std::abs(enclosed_volume(part, points));
    std::vector<Vec3d> of_vertex(vertex_count, Vec3d::Zero());
    for (std::size_t k = 0; k < surface.point_count; ++k)
        of_vertex[surface.weld.vertex_of_point[k]] = of_point[k] / volume;
    return of_vertex;
}

}  // namespace

MorphDeviation::MorphDeviation(const SkinnedMesh& mesh)
    : size_(static_cast<double>(bounding_box(mesh.mesh.positions).diagonal().norm())),
      moves_(mesh.mesh.vertex_count(), Vec3::Zero()) {
    for (const MorphTarget& morph : mesh.morphs) {
        offsets_.push_back(morph.positions);
        float largest = 0.0F;
        for (const Vec3& move : offsets_.back().values())
            largest = std::max(largest, move.norm());
        largest_.push_back(static_cast<double>(largest));
    }
    const VolumeSurface surface = make_volume_surface(mesh);
    std::vector<Vec3d> points(surface.total_point_count());
    gather_points(surface, mesh.mesh.positions, points);
    for (const VolumePart& part : surface.parts) {
        if (part.refusal) continue;
        const auto gradient = relative_gradient(surface, part, points, moves_.size());
        auto& gains = gains_.emplace_back();
        for (const auto& offsets : offsets_) {
            double gain = 0.0;
            for (std::size_t i = 0; i < offsets.places().size(); ++i)
                gain += gradient[offsets.places()[i]].dot(offsets.values()[i].cast<double>());
            gains.push_back(gain);
        }
    }
}

double MorphDeviation::operator()(std::span<const float> difference) const {
    assert(difference.size() == offsets_.size());
    double worst = 0.0;
    for (const auto& gains : gains_) {
        double change = 0.0;
        for (std::size_t k = 0; k < difference.size(); ++k)
            change += gains[k] * static_cast<double>(difference[k]);
        worst = std::max(worst, std::abs(change));
    }
    std::fill(moves_.begin(), moves_.end(), Vec3::Zero());
    for (std::size_t k = 0; k < difference.size(); ++k) {
        if (difference[k] == 0.0F || offsets_[k].empty()) continue;
        offsets_[k].add_to(moves_, difference[k]);
    }
    float farthest = 0.0F;
    for (const Vec3& move : moves_)
        farthest = std::max(farthest, move.squaredNorm());
    return size_ > 0.0 ? std::max(worst, std::sqrt(static_cast<double>(farthest)) / size_) : worst;
}

}  // namespace isoskin
