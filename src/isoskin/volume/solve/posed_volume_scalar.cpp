#include "isoskin/volume/solve/posed_volume_kernel.h"

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

// Lane by lane of one block.
Cubic strip_along(const PosedShape& shape, std::span<const StripRow> rows, std::size_t lane) {
    const Vector point = at(shape.positions, rows[0][lane]);
    const Vector a = point - Vector{shape.centre[0], shape.centre[1], shape.centre[2]};
    Vector b = at(shape.positions, rows[1][lane]);
    Vector products{};
    if (shape.field == nullptr) {
        for (std::size_t k = 2; k < rows.size(); k += 2) {
            const Vector d = at(shape.positions, rows[k][lane]) - point;
            const Vector e = k + 1 < rows.size() ? at(shape.positions, rows[k + 1][lane]) : point;
            products = products + cross(b - e, d);
            b = e;
        }
        return {exact_dot(a, products), 0.0, 0.0, 0.0};
    }
    const Vector u = at(shape.field, rows[0][lane]);
    Vector v = at(shape.field, rows[1][lane]);
    Vector mixed{};
    Vector moved{};
    for (std::size_t k = 2; k < rows.size(); k += 2) {
        const bool paired = k + 1 < rows.size();
        const Vector d = at(shape.positions, rows[k][lane]) - point;
        const Vector w = at(shape.field, rows[k][lane]) - u;
        const Vector e = paired ? at(shape.positions, rows[k + 1][lane]) : point;
        const Vector x = paired ? at(shape.field, rows[k + 1][lane]) : u;
        products = products + cross(b - e, d);
        mixed = mixed + (cross(b - e, w) + cross(v - x, d));
        moved = moved + cross(v - x, w);
        b = e;
        v = x;
    }
    return {exact_dot(a, products), double{dot(u, products) + dot(a, mixed)},
            double{dot(a, moved) + dot(u, mixed)}, double{dot(u, moved)}};
}

}  // namespace

Cubic sum_strips_scalar(const PosedShape& shape, const StripBlocks& blocks) {
    const std::size_t height = blocks.length + 2;
    std::array<Cubic, kStripsAtOnce> lanes{};
    for (std::size_t first = 0; first < blocks.rows.size(); first += height)
        for (std::size_t lane = 0; lane < kStripsAtOnce; ++lane) {
            const Cubic c = strip_along(shape, blocks.rows.subspan(first, height), lane);
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
