#include "isoskin/volume/heat.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

namespace isoskin {
namespace {

// A limb is never taken as thinner than this part of the mean: next to a bone that pierces the
// skin, thickness over distance says nothing.
constexpr double kLeastRadius = 0.25;

double least_radius(const PartModel& part) {
    const auto& distances = part.bone_distance;
    if (distances.empty()) return 0.0;
    return kLeastRadius * std::accumulate(distances.begin(), distances.end(), 0.0) /
           static_cast<double>(distances.size());
}

}  // namespace

void thickness_heat(const PartModel& part, std::span<const Vec3d> skinned,
                    std::span<const Vec3d> corrected, double scale, std::span<double> heat) {
    assert(skinned.size() == part.bind.size() && corrected.size() == part.bind.size());
    assert(heat.size() == part.point_count());
    // The gradient of the volume is the area-weighted normal, and welded.
    std::vector<Vec3d> normals(part.bind.size());
    volume_gradient(part, corrected, normals);
    const double least = least_radius(part);
    for (std::size_t i = 0; i < heat.size(); ++i) {
        const double radius = scale * std::max(part.bone_distance[i], least);
        const Vec3d normal = normals[i].stableNormalized();
        heat[i] = radius > 0.0 ? (corrected[i] - skinned[i]).dot(normal) / radius : 0.0;
    }
}

}  // namespace isoskin
