#include "isoskin/document/picking.h"

#include <array>
#include <cassert>
#include <cmath>
#include <map>

namespace isoskin {
namespace {

struct TriangleHit {
    double distance = 0.0;
    std::array<double, 3> corner_shares{};
};

// Möller and Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997.
std::optional<TriangleHit> intersect(const Vec3d& origin, const Vec3d& direction,
                                     const std::array<Vec3d, 3>& corners) {
    const Vec3d ab = corners[1] - corners[0];
    const Vec3d ac = corners[2] - corners[0];
    const Vec3d p = direction.cross(ac);
    const double determinant = ab.dot(p);
    if (determinant == 0.0) return {};
    const Vec3d from_a = origin - corners[0];
    const double u = from_a.dot(p) / determinant;
    if (!(u >= 0.0 && u <= 1.0)) return {};
    const Vec3d q = from_a.cross(ab);
    const double v = direction.dot(q) / determinant;
    if (!(v >= 0.0 && u + v <= 1.0)) return {};
    const double t = ac.dot(q) / determinant;
    if (!(t > 0.0)) return {};
    return TriangleHit{.distance = t, .corner_shares = {1.0 - u - v, u, v}};
}

JointIndex strongest_joint(const SkinnedMesh& mesh, const Triangle& triangle,
                           const std::array<double, 3>& shares) {
    std::map<JointIndex, double> sums;
    for (std::size_t corner = 0; corner < 3; ++corner)
        for (const Influence& influence : mesh.weights.row(triangle[corner]))
            sums[influence.slot] += shares[corner] * static_cast<double>(influence.weight);
    JointIndex best = 0;
    double most = -1.0;
    for (const auto& [slot, sum] : sums) {
        if (sum <= most) continue;
        most = sum;
        best = slot;
    }
    return mesh.skin.joints[best];
}

}  // namespace

std::optional<SurfaceHit> pick_surface(const Character& character, std::span<const PosedMesh> posed,
                                       const Vec3d& origin, const Vec3d& direction) {
    assert(posed.size() == character.meshes.size());
    std::optional<SurfaceHit> best;
    for (std::size_t m = 0; m < posed.size(); ++m) {
        for (const Triangle& triangle : triangulate(character.meshes[m].mesh.faces)) {
            std::array<Vec3d, 3> corners;
            for (std::size_t c = 0; c < 3; ++c)
                corners[c] = posed[m].positions[triangle[c]].cast<double>();
            const auto hit = intersect(origin, direction, corners);
            if (!hit || (best && hit->distance >= best->distance)) continue;
            const Vec3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
            best = SurfaceHit{
                .mesh = m,
                .point = origin + hit->distance * direction,
                .normal = normal.normalized(),
                .joint = strongest_joint(character.meshes[m], triangle, hit->corner_shares),
                .triangle = triangle,
                .corner_shares = hit->corner_shares,
                .distance = hit->distance};
        }
    }
    return best;
}

}  // namespace isoskin
