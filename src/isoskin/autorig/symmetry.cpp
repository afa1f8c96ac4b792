#include "isoskin/autorig/symmetry.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "isoskin/mesh/surface_tree.h"

namespace isoskin {
namespace {

// Enough that a limb's worth of them falls on every limb.
constexpr std::size_t kMirrorSamples = 1500;
// Planes are shifted to the middle of points and their images this often; it converges fast.
constexpr int kShifts = 4;
// Beyond it, in diagonals, a point has no image: it counts so much and does not pull the plane.
constexpr double kNoImage = 0.1;

// Points spread evenly over the surface, in the order of its triangles.
std::vector<Vec3d> surface_samples(std::span<const Vec3> positions,
                                   std::span<const Triangle> triangles, std::size_t count) {
    std::vector<double> area(triangles.size() + 1, 0.0);
    const auto corner = [&](std::size_t t, std::size_t k) -> Vec3d {
        return positions[triangles[t][k]].cast<double>();
    };
    for (std::size_t t = 0; t < triangles.size(); ++t)
        area[t + 1] =
            area[t] + (corner(t, 1) - corner(t, 0)).cross(corner(t, 2) - corner(t, 0)).norm();
    std::vector<Vec3d> samples;
    for (std::size_t i = 0; i < count; ++i) {
        const double at = area.back() * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
        const auto above = std::upper_bound(area.begin() + 1, area.end() - 1, at);
        const auto t = static_cast<std::size_t>(above - area.begin()) - 1;
        // The golden section and its square fill a triangle evenly without chance.
        double u = std::fmod(0.5 + 0.618034 * static_cast<double>(i), 1.0);
        double v = std::fmod(0.5 + 0.754878 * static_cast<double>(i), 1.0);
        if (u + v > 1.0) {
            u = 1.0 - u;
            v = 1.0 - v;
        }
        samples.push_back(corner(t, 0) + u * (corner(t, 1) - corner(t, 0)) +
                          v * (corner(t, 2) - corner(t, 0)));
    }
    return samples;
}

}  // namespace

std::vector<MirrorPlane> mirror_planes(std::span<const Vec3> positions,
                                       std::span<const Triangle> triangles,
                                       std::span<const Vec3d> normals) {
    std::vector<Vec3d> places;
    for (const Vec3& p : positions)
        places.push_back(p.cast<double>());
    const SurfaceTree tree(places, {triangles.begin(), triangles.end()});
    const auto samples = surface_samples(positions, triangles, kMirrorSamples);
    const auto box = bounding_box(positions);
    const double far = kNoImage * static_cast<double>(box.diagonal().norm());
    std::vector<MirrorPlane> planes;
    for (const Vec3d& normal : normals) {
        MirrorPlane plane{normal.normalized(), 0.0, 1.0};
        std::vector<double> along;
        for (const Vec3d& p : samples)
            along.push_back(plane.normal.dot(p));
        const auto [least, most] = std::minmax_element(along.begin(), along.end());
        plane.offset = (*least + *most) / 2.0;
        for (int shift = 0; shift <= kShifts; ++shift) {
            double sum = 0.0;
            double pull = 0.0;
            std::size_t met = 0;
            for (const Vec3d& p : samples) {
                const Vec3d image = plane.image(p);
                const SurfacePlace place = tree.nearest(image, far);
                sum += place.triangle == kNoIndex ? far : place.distance;
                if (place.triangle == kNoIndex) continue;
                Vec3d nearest = Vec3d::Zero();
                for (std::size_t k = 0; k < 3; ++k)
                    nearest += place.corners[static_cast<Eigen::Index>(k)] *
                               places[tree.triangles()[place.triangle][k]];
                pull += plane.normal.dot(nearest - image) / 2.0;
                ++met;
            }
            plane.residual = sum / static_cast<double>(samples.size()) * kNoImage / far;
            if (shift < kShifts && met > 0) plane.offset += pull / static_cast<double>(met);
        }
        planes.push_back(plane);
    }
    return planes;
}

Mat3d principal_axes(std::span<const Vec3> positions, std::span<const Triangle> triangles) {
    const auto samples = surface_samples(positions, triangles, kMirrorSamples);
    Vec3d mean = Vec3d::Zero();
    for (const Vec3d& p : samples)
        mean += p / static_cast<double>(samples.size());
    Mat3d moments = Mat3d::Zero();
    for (const Vec3d& p : samples)
        moments += (p - mean) * (p - mean).transpose();
    return Eigen::SelfAdjointEigenSolver<Mat3d>(moments).eigenvectors();
}

}  // namespace isoskin
