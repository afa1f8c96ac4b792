#include "isoskin/math/types.h"
#include "isoskin/volume/moving_kernel.h"

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

double edge_products_scalar(const MovingShape& shape, std::span<const TriangleBlock> blocks,
                            double scale, double* products) {
    std::array<double, kBlockTriangles> lanes{};
    for (const TriangleBlock& block : blocks)
        for (std::size_t lane = 0; lane < kBlockTriangles; ++lane, products += 4) {
            const Edges p = edges_of(shape.positions, block, lane);
            const Vec3d product = scale * p.b.cross(p.d);
            lanes[lane] += dot(p.a - centre_of(shape), product);
            products[0] = product.x();
            products[1] = product.y();
            products[2] = product.z();
            products[3] = 0.0;
        }
    double sum = 0.0;
    for (const double lane : lanes)
        sum += lane;
    return sum;
}

}  // namespace isoskin
