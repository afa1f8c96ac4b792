// Compiled once for each kind of vector unit; the one to use is chosen at run time. Arm's vectors
// of unknown length cannot be kept in structs, so its fixed ones are used there.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isoskin/volume/compare/moving_kernel.cpp"

#include "isoskin/volume/compare/moving_kernel.h"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "isoskin/math/lane_vectors-inl.h"

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
void sum_rings(const ProductRings& rings, const double* products, double* sums) {
    sum_rings_scalar(rings, products, sums);
}

#else

using Tag = hn::FixedTag<double, 4>;
using V = hn::Vec<Tag>;
constexpr Tag kTag;
constexpr std::size_t kLanes = 4;

using Vector = LaneVector<V>;

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

// One point a vector, its last lane of no meaning: for one product of two edges that is less work
// than turning points into lanes and back.
HWY_INLINE V quad(const double* numbers, std::uint32_t start) {
    return hn::LoadU(kTag, numbers + start);
}

double edge_products(const MovingShape& shape, std::span<const TriangleBlock> blocks, double scale,
                     double* products) {
    alignas(32) static constexpr std::int64_t kNext[kLanes] = {1, 2, 0, 3};
    const auto next = hn::SetTableIndices(kTag, kNext);
    alignas(32) const double middle[kLanes] = {shape.centre[0], shape.centre[1], shape.centre[2]};
    const V centre = hn::Load(kTag, middle);
    const V scales = hn::Set(kTag, scale);
    std::array<V, 2> sums{hn::Zero(kTag), hn::Zero(kTag)};
    for (const TriangleBlock& block : blocks)
        for (std::size_t lane = 0; lane < kBlockTriangles; ++lane, products += kLanes) {
            const V a = quad(shape.positions, block.corners[0][lane]);
            const V b = hn::Sub(quad(shape.positions, block.corners[1][lane]), a);
            const V d = hn::Sub(quad(shape.positions, block.corners[2][lane]), a);
            const V turned = hn::Sub(hn::Mul(b, hn::TableLookupLanes(d, next)),
                                     hn::Mul(hn::TableLookupLanes(b, next), d));
            const V product = hn::Mul(scales, hn::TableLookupLanes(turned, next));
            V& sum = sums[lane % 2];
            sum = hn::Add(sum, hn::Mul(hn::Sub(a, centre), product));
            hn::StoreU(product, kTag, products);
        }
    alignas(32) double sum[kLanes];
    hn::Store(hn::Add(sums[0], sums[1]), kTag, sum);
    return sum[0] + sum[1] + sum[2];
}

void sum_rings(const ProductRings& rings, const double* products, double* sums) {
    const hn::Half<Tag> pair;
    for (std::size_t k = 0; k < rings.start_of_point.size(); ++k) {
        V sum = hn::Zero(kTag);
        for (std::uint32_t e = rings.offset[k]; e < rings.offset[k + 1]; ++e)
            sum = hn::Add(sum, quad(products, rings.start[e]));
        double* out = sums + rings.start_of_point[k];
        hn::StoreU(hn::LowerHalf(pair, sum), pair, out);
        out[2] = hn::GetLane(hn::UpperHalf(pair, sum));
    }
}

#endif

}  // namespace isoskin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace isoskin {

HWY_EXPORT(sum_along);
HWY_EXPORT(edge_products);
HWY_EXPORT(sum_rings);

Cubic sum_along(const MovingShape& shape, std::span<const TriangleBlock> blocks) {
    return HWY_DYNAMIC_DISPATCH(sum_along)(shape, blocks);
}
double edge_products(const MovingShape& shape, std::span<const TriangleBlock> blocks, double scale,
                     double* products) {
    return HWY_DYNAMIC_DISPATCH(edge_products)(shape, blocks, scale, products);
}
void sum_rings(const ProductRings& rings, const double* products, double* sums) {
    HWY_DYNAMIC_DISPATCH(sum_rings)(rings, products, sums);
}

}  // namespace isoskin
#endif  // HWY_ONCE
