// Compiled once for each kind of vector unit; the one to use is chosen at run time. Arm's vectors
// of unknown length cannot be kept in structs, so its fixed ones are used there.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isoskin/volume/moving_kernel.cpp"

#include "isoskin/volume/moving_kernel.h"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace isoskin::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Four doubles or nothing: vectors of two gain little over the plain loop.
#if HWY_TARGET == HWY_SCALAR || !HWY_HAVE_FLOAT64 || HWY_MAX_BYTES < 32

Cubic sum_along(const MovingShape& shape, std::span<const TriangleBlock> blocks) {
    return sum_along_scalar(shape, blocks);
}
double edge_products(const MovingShape& shape, std::span<const TriangleBlock> blocks, double scale,
                     double* products) {
    return edge_products_scalar(shape, blocks, scale, products);
}

#else

using Tag = hn::FixedTag<double, 4>;
using V = hn::Vec<Tag>;
constexpr Tag kTag;
constexpr std::size_t kLanes = 4;

struct Vector {
    V x, y, z;
};

// No hn::MulAdd anywhere: where it fuses, bits would depend on the processor.
HWY_INLINE V dot(const Vector& a, const Vector& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE Vector cross(const Vector& a, const Vector& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)),
            hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
HWY_INLINE Vector subtract(const Vector& a, const Vector& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE Vector add(const Vector& a, const Vector& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE Vector multiply(const Vector& a, V s) {
    return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)};
}

HWY_INLINE Vector load_points(const double* numbers, const std::uint32_t* starts) {
    const V r0 = hn::LoadU(kTag, numbers + starts[0]);
    const V r1 = hn::LoadU(kTag, numbers + starts[1]);
    const V r2 = hn::LoadU(kTag, numbers + starts[2]);
    const V r3 = hn::LoadU(kTag, numbers + starts[3]);
    const V xz01 = hn::InterleaveLower(kTag, r0, r1);
    const V xz23 = hn::InterleaveLower(kTag, r2, r3);
    const V y01 = hn::InterleaveUpper(kTag, r0, r1);
    const V y23 = hn::InterleaveUpper(kTag, r2, r3);
    return {hn::ConcatLowerLower(kTag, xz23, xz01), hn::ConcatLowerLower(kTag, y23, y01),
            hn::ConcatUpperUpper(kTag, xz23, xz01)};
}

HWY_INLINE void store_quads(const Vector& v, double* numbers) {
    const V zero = hn::Zero(kTag);
    const V xz01 = hn::ConcatLowerLower(kTag, v.z, v.x);
    const V xz23 = hn::ConcatUpperUpper(kTag, v.z, v.x);
    const V y01 = hn::ConcatLowerLower(kTag, zero, v.y);
    const V y23 = hn::ConcatUpperUpper(kTag, zero, v.y);
    hn::StoreU(hn::InterleaveLower(kTag, xz01, y01), kTag, numbers);
    hn::StoreU(hn::InterleaveUpper(kTag, xz01, y01), kTag, numbers + 4);
    hn::StoreU(hn::InterleaveLower(kTag, xz23, y23), kTag, numbers + 8);
    hn::StoreU(hn::InterleaveUpper(kTag, xz23, y23), kTag, numbers + 12);
}

struct Edges {
    Vector a, b, d;
};
HWY_INLINE Edges load_edges(const double* numbers, const TriangleBlock& block, std::size_t lane) {
    const Vector a = load_points(numbers, block.corners[0].data() + lane);
    return {a, subtract(load_points(numbers, block.corners[1].data() + lane), a),
            subtract(load_points(numbers, block.corners[2].data() + lane), a)};
}

HWY_INLINE Vector load_centre(const MovingShape& shape) {
    return {hn::Set(kTag, shape.centre[0]), hn::Set(kTag, shape.centre[1]),
            hn::Set(kTag, shape.centre[2])};
}

HWY_INLINE void sum_half(const MovingShape& shape, std::span<const TriangleBlock> blocks,
                         std::size_t lane,
                         std::array<std::array<double, kBlockTriangles>, 4>& out) {
    const Vector centre = load_centre(shape);
    V s0 = hn::Zero(kTag), s1 = s0, s2 = s0, s3 = s0;
    for (const TriangleBlock& block : blocks) {
        const Edges p = load_edges(shape.positions, block, lane);
        const Edges f = load_edges(shape.field, block, lane);
        const Vector a = subtract(p.a, centre);
        const Vector bd = cross(p.b, p.d);
        const Vector vw = cross(f.b, f.d);
        const Vector mixed = add(cross(p.b, f.d), cross(f.b, p.d));
        s0 = hn::Add(s0, dot(a, bd));
        s1 = hn::Add(s1, hn::Add(dot(f.a, bd), dot(a, mixed)));
        s2 = hn::Add(s2, hn::Add(dot(a, vw), dot(f.a, mixed)));
        s3 = hn::Add(s3, dot(f.a, vw));
    }
    hn::StoreU(s0, kTag, out[0].data() + lane);
    hn::StoreU(s1, kTag, out[1].data() + lane);
    hn::StoreU(s2, kTag, out[2].data() + lane);
    hn::StoreU(s3, kTag, out[3].data() + lane);
}

Cubic sum_along(const MovingShape& shape, std::span<const TriangleBlock> blocks) {
    std::array<std::array<double, kBlockTriangles>, 4> lanes{};
    for (std::size_t lane = 0; lane < kBlockTriangles; lane += kLanes)
        sum_half(shape, blocks, lane, lanes);
    Cubic sum{};
    for (std::size_t power = 0; power < 4; ++power)
        for (const double lane : lanes[power])
            sum[power] += lane;
    return sum;
}

double edge_products(const MovingShape& shape, std::span<const TriangleBlock> blocks, double scale,
                     double* products) {
    const Vector centre = load_centre(shape);
    const V scales = hn::Set(kTag, scale);
    std::array<V, kBlockTriangles / kLanes> sums{hn::Zero(kTag), hn::Zero(kTag)};
    for (const TriangleBlock& block : blocks)
        for (std::size_t half = 0; half < sums.size(); ++half, products += 4 * kLanes) {
            const Edges p = load_edges(shape.positions, block, half * kLanes);
            const Vector product = multiply(cross(p.b, p.d), scales);
            sums[half] = hn::Add(sums[half], dot(subtract(p.a, centre), product));
            store_quads(product, products);
        }
    std::array<double, kBlockTriangles> lanes{};
    for (std::size_t half = 0; half < sums.size(); ++half)
        hn::StoreU(sums[half], kTag, lanes.data() + half * kLanes);
    double sum = 0.0;
    for (const double lane : lanes)
        sum += lane;
    return sum;
}

#endif

}  // namespace isoskin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace isoskin {

HWY_EXPORT(sum_along);
HWY_EXPORT(edge_products);

Cubic sum_along(const MovingShape& shape, std::span<const TriangleBlock> blocks) {
    return HWY_DYNAMIC_DISPATCH(sum_along)(shape, blocks);
}
double edge_products(const MovingShape& shape, std::span<const TriangleBlock> blocks, double scale,
                     double* products) {
    return HWY_DYNAMIC_DISPATCH(edge_products)(shape, blocks, scale, products);
}

}  // namespace isoskin
#endif  // HWY_ONCE
