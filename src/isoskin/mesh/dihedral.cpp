#include "isoskin/mesh/dihedral.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace isoskin {

std::vector<InteriorEdge> find_interior_edges(std::span<const Triangle> triangles) {
    struct Side {
        Index low, high, triangle;
        bool forward;
    };
    std::vector<Side> sides;
    sides.reserve(3 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const Index a = triangles[t][k];
            const Index b = triangles[t][(k + 1) % 3];
            sides.push_back({std::min(a, b), std::max(a, b), static_cast<Index>(t), a < b});
        }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
        return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
    });
    std::vector<InteriorEdge> edges;
    for (std::size_t i = 0, end = 0; i < sides.size(); i = end) {
        for (end = i; end < sides.size(); ++end)
            if (sides[end].low != sides[i].low || sides[end].high != sides[i].high) break;
        if (end - i != 2 || sides[i].forward == sides[i + 1].forward) continue;
        const bool first_is_left = sides[i].forward;
        edges.push_back({sides[i].low, sides[i].high, sides[first_is_left ? i : i + 1].triangle,
                         sides[first_is_left ? i + 1 : i].triangle});
    }
    return edges;
}

double dihedral_angle(const Vec3d& along, const Vec3d& left, const Vec3d& right) {
    return std::atan2(along.normalized().dot(left.cross(right)), left.dot(right));
}

}  // namespace isoskin
