// Vectors of three, one in each lane: what the vector kernels share. Included by each of them for
// every kind of vector unit, so the guard turns with Highway's.
#if defined(ISOSKIN_MATH_LANE_VECTORS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOSKIN_MATH_LANE_VECTORS_INL_H
#undef ISOSKIN_MATH_LANE_VECTORS_INL_H
#else
#define ISOSKIN_MATH_LANE_VECTORS_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace isoskin::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class V>
struct LaneVector {
    V x, y, z;
};

// No hn::MulAdd anywhere: where it fuses, bits would depend on the processor.
template <class V>
HWY_INLINE V dot(const LaneVector<V>& a, const LaneVector<V>& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
template <class V>
HWY_INLINE LaneVector<V> cross(const LaneVector<V>& a, const LaneVector<V>& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)),
            hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
template <class V>
HWY_INLINE LaneVector<V> subtract(const LaneVector<V>& a, const LaneVector<V>& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
template <class V>
HWY_INLINE LaneVector<V> add(const LaneVector<V>& a, const LaneVector<V>& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

}  // namespace isoskin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ISOSKIN_MATH_LANE_VECTORS_INL_H
