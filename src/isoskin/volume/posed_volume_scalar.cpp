#include "isoskin/volume/posed_volume_kernel.h"

namespace isoskin {
namespace {

struct Vector {
    float x, y, z;
};

Vector operator-(const Vector& a, const Vector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Vector operator+(const Vector& a, const Vector& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
float dot(const Vector& a, const Vector& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
Vector cross(const Vector& a, const Vector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vector at(const float* numbers, std::uint32_t start) {
    const float* v = numbers + start;
    return {v[0], v[1], v[2]};
}

// The volume itself, of long thin shapes, is a small difference of large products.
double exact_dot(const Vector& a, const Vector& b) {
    return double{a.x} * double{b.x} + double{a.y} * double{b.y} + double{a.z} * double{b.z};
}

Cubic triangle_along(const PosedShape& shape, const std::array<std::uint32_t, 3>& t) {
    const Vector origin = at(shape.positions, t[0]);
    const Vector a = origin - Vector{shape.centre[0], shape.centre[1], shape.centre[2]};
    const Vector b = at(shape.positions, t[1]) - origin;
    const Vector d = at(shape.positions, t[2]) - origin;
    const Vector bd = cross(b, d);
    if (shape.field == nullptr) return {exact_dot(a, bd), 0.0, 0.0, 0.0};
    const Vector u = at(shape.field, t[0]);
    const Vector v = at(shape.field, t[1]) - u;
    const Vector w = at(shape.field, t[2]) - u;
    const Vector vw = cross(v, w);
    const Vector mixed = cross(b, w) + cross(v, d);
    return {exact_dot(a, bd), double{dot(u, bd) + dot(a, mixed)},
            double{dot(a, vw) + dot(u, mixed)}, double{dot(u, vw)}};
}

}  // namespace

Cubic sum_triangles_scalar(const PosedShape& shape, std::span<const TriangleBlock> blocks) {
    std::array<Cubic, kBlockTriangles> lanes{};
    for (const TriangleBlock& block : blocks)
        for (std::size_t lane = 0; lane < kBlockTriangles; ++lane) {
            const Cubic c = triangle_along(
                shape, {block.corners[0][lane], block.corners[1][lane], block.corners[2][lane]});
            for (std::size_t power = 0; power < 4; ++power)
                lanes[lane][power] += c[power];
        }
    Cubic sum{};
    for (const Cubic& lane : lanes)
        for (std::size_t power = 0; power < 4; ++power)
            sum[power] += lane[power];
    return sum;
}

}  // namespace isoskin
