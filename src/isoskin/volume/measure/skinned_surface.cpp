#include "isoskin/volume/measure/skinned_surface.h"

#include <algorithm>
#include <cassert>

#include "isoskin/volume/measure/triangle_sums.h"

namespace isoskin {
namespace {

constexpr double kWhole = 1.0 / 6.0;
constexpr double kHalf = 1.0 / 12.0;  // a triangle of one of the two ways to cut a quad

Vec3d centre_of(std::span<const Vec3d> points) {
    return points.empty() ? Vec3d(Vec3d::Zero()) : points[0];
}

}  // namespace

void place_apexes(const SkinnedSurface& surface, std::span<Vec3d> points) {
    for (const Cap& cap : surface.caps) {
        Vec3d sum = Vec3d::Zero();
        for (const Index point : cap.loop)
            sum += points[point];
        points[cap.apex] = sum / static_cast<double>(cap.loop.size());
    }
}

double enclosed_volume(const SkinnedSurface& surface, std::span<const Vec3d> points) {
    const Vec3d centre = centre_of(points);
    return kWhole * sum_determinants(surface.triangles, points, centre) +
           kHalf * sum_determinants(surface.half_triangles, points, centre);
}

void volume_gradient(const SkinnedSurface& surface, std::span<const Vec3d> points,
                     std::span<Vec3d> gradient) {
    assert(gradient.size() == surface.bind.size());
    const Vec3d centre = centre_of(points);
    std::fill(gradient.begin(), gradient.end(), Vec3d::Zero());
    add_gradients(surface.triangles, kWhole, points, centre, gradient);
    add_gradients(surface.half_triangles, kHalf, points, centre, gradient);
    for (const Cap& cap : surface.caps) {
        for (const Index point : cap.loop)
            gradient[point] += gradient[cap.apex] / static_cast<double>(cap.loop.size());
        gradient[cap.apex].setZero();
    }
}

Cubic volume_along(const SkinnedSurface& surface, std::span<const Vec3d> points,
                   std::span<const Vec3d> field) {
    assert(points.size() == surface.bind.size() && field.size() == surface.bind.size());
    const Vec3d centre = centre_of(points);
    const Cubic whole = sum_determinants_along(surface.triangles, points, field, centre);
    const Cubic half = sum_determinants_along(surface.half_triangles, points, field, centre);
    Cubic volume{};
    for (std::size_t power = 0; power < volume.size(); ++power)
        volume[power] = kWhole * whole[power] + kHalf * half[power];
    return volume;
}

void skin_surface(const SkinnedSurface& surface, std::span<const Vec3d> bind,
                  std::span<const Affine> motions, std::span<Vec3d> points) {
    assert(points.size() == surface.bind.size());
    for (std::size_t point = 0; point < surface.point_count(); ++point) {
        points[point].setZero();
        for (const auto& [node, weight] : surface.row(point))
            points[point] += weight * (motions[node] * bind[point]);
    }
    place_apexes(surface, points);
}

void carry_vectors(const SkinnedSurface& surface, std::span<const Affine> motions,
                   std::span<Vec3d> vectors) {
    assert(vectors.size() >= surface.point_count());
    for (std::size_t point = 0; point < surface.point_count(); ++point)
        vectors[point] = blend_vector(surface.row(point), motions, vectors[point]);
}

void add_field(std::span<const Vec3d> field, double step, std::span<Vec3d> points) {
    for (std::size_t k = 0; k < points.size(); ++k)
        points[k] += step * field[k];
}

}  // namespace isoskin
