#include <cassert>
#include <cmath>

#include "isoskin/volume/corrector.h"

namespace isoskin {
namespace {

constexpr int kMaxSteps = 8;
constexpr double kClose = 1e-13;     // of the volume
constexpr double kFirstStep = 1e-4;  // of the size of the part

// The root of a function that is almost straight between its start and there; 0 if it has no slope.
template <typename Function>
double find_root(const Function& f, double first, double enough) {
    double before = 0.0;
    double value_before = f(before);
    double at = std::copysign(first, -value_before);
    for (int step = 0; step < kMaxSteps && std::abs(value_before) > enough; ++step) {
        const double value = f(at);
        const double slope = (value - value_before) / (at - before);
        if (!std::isfinite(slope) || slope == 0.0) return 0.0;
        before = at;
        value_before = value;
        at -= value / slope;
    }
    return before;
}

}  // namespace

void VolumeCorrector::restore_bind(std::span<const double> volumes, std::span<const float> shares,
                                   std::span<Vec3> bind) {
    assert(volumes.size() == parts_.size() && shares.size() == bind.size());
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        const PartModel& part = parts_[k].part();
        const std::span<const Vec3d> shape = gather(part, std::span<const Vec3>(bind), points_);
        const std::span<Vec3d> moved = std::span(skinned_).first(shape.size());
        for (std::size_t i = 0; i < part.point_count(); ++i) {
            const Index vertex = surface_.weld.vertex_of_point[part.surface_point[i]];
            carried_[i] = static_cast<double>(shares[vertex]) * part.direction[i];
        }
        const auto miss = [&](double length) {
            for (std::size_t i = 0; i < part.point_count(); ++i)
                moved[i] = shape[i] + length * carried_[i];
            place_apexes(part, moved);
            return enclosed_volume(part, moved) - volumes[k];
        };
        const double length = find_root(miss, kFirstStep * part.size, kClose * volumes[k]);
        for (const Index vertex : vertices_of_part_[k])
            bind[vertex] += static_cast<float>(length) * shares[vertex] * directions_[vertex];
    }
}

}  // namespace isoskin
