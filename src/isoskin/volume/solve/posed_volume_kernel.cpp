// Compiled once for each kind of vector unit; the one to use is chosen at run time. Arm's vectors
// of unknown length cannot be kept in structs, so its fixed ones are used there.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isoskin/volume/solve/posed_volume_kernel.cpp"

#include "isoskin/volume/solve/posed_volume_kernel.h"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "isoskin/math/lane_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace isoskin::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// In the browser Highway has no doubles; the compiler makes what it can of the plain loop.
#if HWY_TARGET == HWY_SCALAR || !HWY_HAVE_FLOAT64

Cubic sum_strips(const PosedShape& shape, const StripBlocks& blocks) {
    return sum_strips_scalar(shape, blocks);
}

#else

using Tag = hn::CappedTag<float, kStripsAtOnce>;
using V = hn::Vec<Tag>;
using DoubleTag = hn::Repartition<double, Tag>;
using HalfTag = hn::Rebind<float, DoubleTag>;
constexpr Tag kTag;
constexpr DoubleTag kDoubleTag;
constexpr HalfTag kHalfTag;
constexpr std::size_t kLanes = hn::MaxLanes(kTag);
constexpr std::size_t kDoubleLanes = kLanes / 2;

using Vector = LaneVector<V>;

// Vertex i of each quarter of lanes: x y z and a number that is not used.
template <class D>
HWY_INLINE hn::Vec<D> load_quads(D tag, const float* numbers, const std::uint32_t* starts,
                                 std::size_t i) {
    const hn::FixedTag<float, 4> quad;
    const auto low = hn::LoadU(quad, numbers + starts[i]);
    if constexpr (hn::MaxLanes(D()) == 4) {
        return low;
    } else {
        return hn::Combine(tag, hn::LoadU(quad, numbers + starts[i + 4]), low);
    }
}

// Whole loads and a transpose instead of gathers, which are slow on many processors.
HWY_INLINE Vector load_vertices(const float* numbers, const std::uint32_t* starts) {
    const hn::RepartitionToWide<Tag> wide;
    const V r0 = load_quads(kTag, numbers, starts, 0);
    const V r1 = load_quads(kTag, numbers, starts, 1);
    const V r2 = load_quads(kTag, numbers, starts, 2);
    const V r3 = load_quads(kTag, numbers, starts, 3);
    const auto xy01 = hn::BitCast(wide, hn::InterleaveLower(kTag, r0, r1));
    const auto xy23 = hn::BitCast(wide, hn::InterleaveLower(kTag, r2, r3));
    const auto z01 = hn::BitCast(wide, hn::InterleaveUpper(kTag, r0, r1));
    const auto z23 = hn::BitCast(wide, hn::InterleaveUpper(kTag, r2, r3));
    return {hn::BitCast(kTag, hn::InterleaveLower(wide, xy01, xy23)),
            hn::BitCast(kTag, hn::InterleaveUpper(wide, xy01, xy23)),
            hn::BitCast(kTag, hn::InterleaveLower(wide, z01, z23))};
}

HWY_INLINE hn::Vec<DoubleTag> lower(V v) {
    return hn::PromoteTo(kDoubleTag, hn::LowerHalf(kHalfTag, v));
}
HWY_INLINE hn::Vec<DoubleTag> upper(V v) {
    return hn::PromoteTo(kDoubleTag, hn::UpperHalf(kHalfTag, v));
}

// One double sum a lane.
struct Sum {
    hn::Vec<DoubleTag> low, high;

    HWY_INLINE void add(V v) {
        low = hn::Add(low, lower(v));
        high = hn::Add(high, upper(v));
    }
    // The volume itself, of long thin shapes, is a small difference of large products.
    HWY_INLINE void add_exact_dot(const Vector& a, const Vector& b) {
        low = hn::Add(
            low, hn::Add(hn::Add(hn::Mul(lower(a.x), lower(b.x)), hn::Mul(lower(a.y), lower(b.y))),
                         hn::Mul(lower(a.z), lower(b.z))));
        high = hn::Add(
            high, hn::Add(hn::Add(hn::Mul(upper(a.x), upper(b.x)), hn::Mul(upper(a.y), upper(b.y))),
                          hn::Mul(upper(a.z), upper(b.z))));
    }
    HWY_INLINE void store(double* lanes) const {
        hn::StoreU(low, kDoubleTag, lanes);
        hn::StoreU(high, kDoubleTag, lanes + kDoubleLanes);
    }
};

HWY_INLINE Sum zero_sum() {
    return {hn::Zero(kDoubleTag), hn::Zero(kDoubleTag)};
}

using LaneSums = std::array<std::array<double, kStripsAtOnce>, 4>;  // by power

HWY_INLINE Vector load_centre(const PosedShape& shape) {
    return {hn::Set(kTag, shape.centre[0]), hn::Set(kTag, shape.centre[1]),
            hn::Set(kTag, shape.centre[2])};
}
HWY_INLINE Vector zero() {
    return {hn::Zero(kTag), hn::Zero(kTag), hn::Zero(kTag)};
}

HWY_NOINLINE void sum_still(const PosedShape& shape, const StripBlocks& blocks, std::size_t lane,
                            LaneSums& out) {
    const Vector centre = load_centre(shape);
    const std::size_t height = blocks.length + 2;
    Sum sum = zero_sum();
    for (std::size_t first = 0; first < blocks.rows.size(); first += height) {
        const StripRow* rows = blocks.rows.data() + first;
        const Vector point = load_vertices(shape.positions, rows[0].data() + lane);
        Vector b = load_vertices(shape.positions, rows[1].data() + lane);
        Vector products = zero();
        for (std::size_t k = 2; k < height; k += 2) {
            const Vector d = subtract(load_vertices(shape.positions, rows[k].data() + lane), point);
            const Vector e =
                k + 1 < height ? load_vertices(shape.positions, rows[k + 1].data() + lane) : point;
            products = add(products, cross(subtract(b, e), d));
            b = e;
        }
        sum.add_exact_dot(subtract(point, centre), products);
    }
    sum.store(out[0].data() + lane);
}

HWY_NOINLINE void sum_moving(const PosedShape& shape, const StripBlocks& blocks, std::size_t lane,
                             LaneSums& out) {
    const Vector centre = load_centre(shape);
    const std::size_t height = blocks.length + 2;
    Sum s0 = zero_sum(), s1 = zero_sum(), s2 = zero_sum(), s3 = zero_sum();
    for (std::size_t first = 0; first < blocks.rows.size(); first += height) {
        const StripRow* rows = blocks.rows.data() + first;
        const Vector point = load_vertices(shape.positions, rows[0].data() + lane);
        const Vector u = load_vertices(shape.field, rows[0].data() + lane);
        Vector b = load_vertices(shape.positions, rows[1].data() + lane);
        Vector v = load_vertices(shape.field, rows[1].data() + lane);
        Vector products = zero(), mixed = zero(), moved = zero();
        for (std::size_t k = 2; k < height; k += 2) {
            const bool paired = k + 1 < height;
            const Vector d = subtract(load_vertices(shape.positions, rows[k].data() + lane), point);
            const Vector w = subtract(load_vertices(shape.field, rows[k].data() + lane), u);
            const Vector e =
                paired ? load_vertices(shape.positions, rows[k + 1].data() + lane) : point;
            const Vector x = paired ? load_vertices(shape.field, rows[k + 1].data() + lane) : u;
            const Vector across = subtract(b, e);
            const Vector of_field = subtract(v, x);
            products = add(products, cross(across, d));
            mixed = add(mixed, add(cross(across, w), cross(of_field, d)));
            moved = add(moved, cross(of_field, w));
            b = e;
            v = x;
        }
        const Vector a = subtract(point, centre);
        s0.add_exact_dot(a, products);
        s1.add(hn::Add(dot(u, products), dot(a, mixed)));
        s2.add(hn::Add(dot(a, moved), dot(u, mixed)));
        s3.add(dot(u, moved));
    }
    s0.store(out[0].data() + lane);
    s1.store(out[1].data() + lane);
    s2.store(out[2].data() + lane);
    s3.store(out[3].data() + lane);
}

Cubic sum_strips(const PosedShape& shape, const StripBlocks& blocks) {
    LaneSums lanes{};
    for (std::size_t lane = 0; lane < kStripsAtOnce; lane += kLanes)
        shape.field == nullptr ? sum_still(shape, blocks, lane, lanes)
                               : sum_moving(shape, blocks, lane, lanes);
    Cubic sum{};
    for (std::size_t power = 0; power < 4; ++power)
        for (const double lane : lanes[power])
            sum[power] += lane;
    return sum;
}

#endif

}  // namespace isoskin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace isoskin {

HWY_EXPORT(sum_strips);

Cubic sum_strips(const PosedShape& shape, const StripBlocks& blocks) {
    return HWY_DYNAMIC_DISPATCH(sum_strips)(shape, blocks);
}

}  // namespace isoskin
#endif  // HWY_ONCE
