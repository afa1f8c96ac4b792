#include <algorithm>

#include "isoskin/math/types.h"
#include "isoskin/volume/compare/moving_kernel.h"

namespace isoskin {
namespace {

Vec3d at(const double* numbers, std::uint32_t start) {
    return {numbers[start], numbers[start + 1], numbers[start + 2]};
}
// Written out: the order of the sum is that of the vector kernel.
double dot(const Vec3d& a, const Vec3d& b) {
    return a.x() * b.x() + a.y() * b.y() + a.z() * b.z();
}

struct Edges {
    Vec3d a, b, d;
};
Edges edges_of(const double* numbers, const TriangleBlock& block, std::size_t lane) {
    const Vec3d a = at(numbers, block.corners[0][lane]);
    return {a, at(numbers, block.corners[1][lane]) - a, at(numbers, block.corners[2][lane]) - a};
}

Vec3d centre_of(const MovingShape& shape) {
    return {shape.centre[0], shape.centre[1], shape.centre[2]};
}

}  // namespace

Cubic sum_along_scalar(const MovingShape& shape, std::span<const TriangleBlock> blocks) {
    std::array<Cubic, kBlockTriangles> lanes{};
    for (const TriangleBlock& block : blocks)
        for (std::size_t lane = 0; lane < kBlockTriangles; ++lane) {
            const Edges p = edges_of(shape.positions, block, lane);
            const Edges f = edges_of(shape.field, block, lane);
            const Vec3d a = p.a - centre_of(shape);
            const Vec3d bd = p.b.cross(p.d);
            const Vec3d vw = f.b.cross(f.d);
            const Vec3d mixed = p.b.cross(f.d) + f.b.cross(p.d);
            lanes[lane][0] += dot(a, bd);
            lanes[lane][1] += dot(f.a, bd) + dot(a, mixed);
            lanes[lane][2] += dot(a, vw) + dot(f.a, mixed);
            lanes[lane][3] += dot(f.a, vw);
        }
    Cubic sum{};
    for (const Cubic& lane : lanes)
        for (std::size_t power = 0; power < 4; ++power)
            sum[power] += lane[power];
    return sum;
}

// Two sums by turns and each axis by itself, as the vector kernel has them.
double edge_products_scalar(const MovingShape& shape, std::span<const TriangleBlock> blocks,
                            double scale, double* products) {
    std::array<Vec3d, 2> sums{Vec3d::Zero(), Vec3d::Zero()};
    for (const TriangleBlock& block : blocks)
        for (std::size_t lane = 0; lane < kBlockTriangles; ++lane, products += 4) {
            const Edges p = edges_of(shape.positions, block, lane);
            const Vec3d product = scale * p.b.cross(p.d);
            sums[lane % 2] += (p.a - centre_of(shape)).cwiseProduct(product);
            std::copy_n(product.data(), 3, products);
            products[3] = 0.0;
        }
    const Vec3d sum = sums[0] + sums[1];
    return sum.x() + sum.y() + sum.z();
}

void sum_rings_scalar(const ProductRings& rings, const double* products, double* sums) {
    for (std::size_t k = 0; k < rings.start_of_point.size(); ++k) {
        Vec3d sum = Vec3d::Zero();
        for (std::uint32_t e = rings.offset[k]; e < rings.offset[k + 1]; ++e)
            sum += at(products, rings.start[e]);
        std::copy_n(sum.data(), 3, sums + rings.start_of_point[k]);
    }
}

}  // namespace isoskin
