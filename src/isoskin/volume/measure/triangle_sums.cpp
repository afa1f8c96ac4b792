#include "isoskin/volume/measure/triangle_sums.h"

#include <algorithm>

namespace isoskin {

double sum_determinants(std::span<const Triangle> triangles, std::span<const Vec3d> points,
                        const Vec3d& centre) {
    constexpr std::size_t kChunk = 8192;  // shorter sums lose fewer digits
    double sum = 0.0;
    for (std::size_t first = 0; first < triangles.size(); first += kChunk) {
        double chunk = 0.0;
        const std::size_t last = std::min(triangles.size(), first + kChunk);
        for (std::size_t k = first; k < last; ++k) {
            const Triangle& t = triangles[k];
            const Vec3d a = points[t[0]] - centre;
            const Vec3d b = points[t[1]] - centre;
            const Vec3d c = points[t[2]] - centre;
            chunk += a.dot(b.cross(c));
        }
        sum += chunk;
    }
    return sum;
}

Cubic sum_determinants_along(std::span<const Triangle> triangles, std::span<const Vec3d> points,
                             std::span<const Vec3d> field, const Vec3d& centre) {
    Cubic sum{};
    for (const Triangle& t : triangles)
        add(determinant_along({points[t[0]] - centre, points[t[1]] - centre, points[t[2]] - centre},
                              {field[t[0]], field[t[1]], field[t[2]]}),
            1.0, sum);
    return sum;
}

void add_gradients(std::span<const Triangle> triangles, double share, std::span<const Vec3d> points,
                   const Vec3d& centre, std::span<Vec3d> gradient) {
    for (const Triangle& t : triangles) {
        const Vec3d a = points[t[0]] - centre;
        const Vec3d b = points[t[1]] - centre;
        const Vec3d c = points[t[2]] - centre;
        gradient[t[0]] += share * b.cross(c);
        gradient[t[1]] += share * c.cross(a);
        gradient[t[2]] += share * a.cross(b);
    }
}

}  // namespace isoskin
