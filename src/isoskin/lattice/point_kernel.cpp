// Compiled once for each kind of vector unit; the one to use is chosen at run time. Arm's vectors
// of unknown length cannot be kept in structs, so its fixed ones are used there.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isoskin/lattice/point_kernel.cpp"

#include "isoskin/lattice/point_kernel.h"

#include <cstring>

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace isoskin::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, kBlockPoints>;
using V = hn::Vec<Tag>;
constexpr Tag kTag;

// No hn::MulAdd anywhere: where it fuses, bits would depend on the processor.
HWY_INLINE V mul_add(V a, V b, V c) {
    return hn::Add(hn::Mul(a, b), c);
}

struct Vector {
    V x, y, z;
};

// a * s + b
HWY_INLINE Vector scale_add(const Vector& a, V s, const Vector& b) {
    return {mul_add(a.x, s, b.x), mul_add(a.y, s, b.y), mul_add(a.z, s, b.z)};
}
HWY_INLINE Vector add(const Vector& a, const Vector& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE Vector scale(const Vector& a, V s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}
HWY_INLINE Vector broadcast(const float* numbers) {
    return {hn::Set(kTag, numbers[0]), hn::Set(kTag, numbers[1]), hn::Set(kTag, numbers[2])};
}
HWY_INLINE Vector zero() {
    return {hn::Zero(kTag), hn::Zero(kTag), hn::Zero(kTag)};
}

// Some lanes of a block.
struct Rows {
    const PointColumn* block;
    std::size_t lane;

    HWY_INLINE V at(std::size_t column) const {
        return hn::Load(kTag, block[column].lanes.data() + lane);
    }
    HWY_INLINE Vector vector(std::size_t column) const {
        return {at(column), at(column + 1), at(column + 2)};
    }
};

// spread * r + shift
HWY_INLINE Vector moved_by(const float* numbers, const Vector& r) {
    Vector sum = scale(broadcast(numbers + 3), r.x);
    sum = add(sum, scale(broadcast(numbers + 6), r.y));
    sum = add(sum, scale(broadcast(numbers + 9), r.z));
    return add(sum, broadcast(numbers));
}

template <TermKind kKind>
HWY_INLINE Vector value_at(const float* numbers, std::size_t i, const Vector& r) {
    if constexpr (kKind == TermKind::Shift) return broadcast(numbers + 3 * i);
    return moved_by(numbers + kMotionNumbers * i, r);
}

// A polynomial in three blends, its factors taken out one after the other; `at(i)` gives the
// coefficients.
template <typename At>
HWY_INLINE Vector polynomial(const At& at, const Vector& w) {
    const Vector low = scale_add(scale_add(at(7), w.z, at(3)), w.y, scale_add(at(5), w.z, at(1)));
    const Vector high = scale_add(scale_add(at(6), w.z, at(2)), w.y, scale_add(at(4), w.z, at(0)));
    return scale_add(low, w.x, high);
}

struct PointJet {
    Vector moved, gradient_x, gradient_y, gradient_z;
};

template <TermKind kKind>
HWY_INLINE void add_gradient(const CellTerm& term, const Vector& w, const Vector& s,
                             const Vector (&c)[8], PointJet& jet) {
    const Vector by_x = scale_add(scale_add(c[7], w.z, c[3]), w.y, scale_add(c[5], w.z, c[1]));
    const Vector by_y = scale_add(scale_add(c[7], w.z, c[3]), w.x, scale_add(c[6], w.z, c[2]));
    const Vector by_z = scale_add(scale_add(c[7], w.y, c[5]), w.x, scale_add(c[6], w.y, c[4]));
    jet.gradient_x = add(jet.gradient_x, scale(by_x, s.x));
    jet.gradient_y = add(jet.gradient_y, scale(by_y, s.y));
    jet.gradient_z = add(jet.gradient_z, scale(by_z, s.z));
    if constexpr (kKind == TermKind::Full) {
        const float* numbers = term.numbers.data();
        const auto column = [&](std::size_t first) HWY_ATTR {
            return polynomial(
                [&](std::size_t i)
                    HWY_ATTR { return broadcast(numbers + kMotionNumbers * i + first); },
                w);
        };
        jet.gradient_x = add(jet.gradient_x, column(3));
        jet.gradient_y = add(jet.gradient_y, column(6));
        jet.gradient_z = add(jet.gradient_z, column(9));
    }
}

template <TermKind kKind>
HWY_INLINE void add_level(const LevelTerm& term, const Rows& rows, std::size_t level,
                          std::size_t level_count, bool wants_gradient, PointJet& jet) {
    const Vector w = rows.vector(kFirstWeight + 3 * level);
    const Vector r = add(rows.vector(3), broadcast(term.leaf_from_cell.data()));
    const float* numbers = term.cell->numbers.data();
    if (!wants_gradient) {
        jet.moved = add(
            jet.moved,
            polynomial([&](std::size_t i) HWY_ATTR { return value_at<kKind>(numbers, i, r); }, w));
        return;
    }
    const Vector values[8] = {value_at<kKind>(numbers, 0, r), value_at<kKind>(numbers, 1, r),
                              value_at<kKind>(numbers, 2, r), value_at<kKind>(numbers, 3, r),
                              value_at<kKind>(numbers, 4, r), value_at<kKind>(numbers, 5, r),
                              value_at<kKind>(numbers, 6, r), value_at<kKind>(numbers, 7, r)};
    jet.moved = add(jet.moved, polynomial([&](std::size_t i) HWY_ATTR { return values[i]; }, w));
    add_gradient<kKind>(*term.cell, w, rows.vector(kFirstWeight + 3 * (level_count + level)),
                        values, jet);
}

// Writes lanes to where their points are; those past the end of a run are dropped.
struct Store {
    const Index* points;
    std::size_t count;
    std::size_t stride;

    HWY_INLINE void operator()(const Vector& v, float* out) const {
        HWY_ALIGN float lanes[3 * kBlockPoints];
        hn::StoreInterleaved3(v.x, v.y, v.z, kTag, lanes);
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(out + stride * std::size_t{points[i]}, lanes + 3 * i, 3 * sizeof(float));
    }
};

template <typename Body>
HWY_INLINE void for_each_rows(const RunJob& job, const Body& body) {
    for (std::size_t i = 0; i < job.run.point_count; i += hn::Lanes(kTag)) {
        const Rows rows{job.columns + i / kBlockPoints * job.run.column_count, i % kBlockPoints};
        const std::size_t count = HWY_MIN(hn::Lanes(kTag), job.run.point_count - i);
        body(rows, job.point_of_row + i, count);
    }
}

HWY_NOINLINE void carry_by_levels(const RunJob& job, const LevelTerm* terms) {
    const bool wants_gradient = job.gradients != nullptr;
    const V one = hn::Set(kTag, 1.0F);
    const V none = hn::Zero(kTag);
    for_each_rows(job, [&](const Rows& rows, const Index* points, std::size_t count) HWY_ATTR {
        PointJet jet = {zero(), {one, none, none}, {none, one, none}, {none, none, one}};
        for (std::size_t level = 0; level < job.run.term_count; ++level) {
            if (terms[level].cell->kind == TermKind::Shift)
                add_level<TermKind::Shift>(terms[level], rows, level, job.run.term_count,
                                           wants_gradient, jet);
            else if (terms[level].cell->kind == TermKind::Full)
                add_level<TermKind::Full>(terms[level], rows, level, job.run.term_count,
                                          wants_gradient, jet);
        }
        if (job.positions != nullptr)
            Store{points, count, 3}(add(rows.vector(0), jet.moved), job.positions);
        if (!wants_gradient) return;
        const Store store{points, count, 9};
        store(jet.gradient_x, job.gradients);
        store(jet.gradient_y, job.gradients + 3);
        store(jet.gradient_z, job.gradients + 6);
    });
}

HWY_NOINLINE void carry_by_influences(const RunJob& job, const InfluenceTerm* terms) {
    for_each_rows(job, [&](const Rows& rows, const Index* points, std::size_t count) HWY_ATTR {
        Vector shift = zero();
        Vector x = zero();
        Vector y = zero();
        Vector z = zero();
        for (std::size_t i = 0; i < job.run.term_count; ++i) {
            if (terms[i].kind == TermKind::Still) continue;
            const float* numbers = terms[i].numbers.data();
            const V weight = rows.at(kFirstWeight + i);
            shift = add(shift, scale(broadcast(numbers), weight));
            x = add(x, scale(broadcast(numbers + 3), weight));
            y = add(y, scale(broadcast(numbers + 6), weight));
            z = add(z, scale(broadcast(numbers + 9), weight));
        }
        const Vector r = rows.vector(3);
        const Vector turned = add(add(scale(x, r.x), scale(y, r.y)), scale(z, r.z));
        Store{points, count, 3}(add(rows.vector(0), add(turned, shift)), job.positions);
    });
}

}  // namespace isoskin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace isoskin {

HWY_EXPORT(carry_by_levels);
HWY_EXPORT(carry_by_influences);

void carry_by_levels(const RunJob& job, const LevelTerm* terms) {
    HWY_DYNAMIC_DISPATCH(carry_by_levels)(job, terms);
}
void carry_by_influences(const RunJob& job, const InfluenceTerm* terms) {
    HWY_DYNAMIC_DISPATCH(carry_by_influences)(job, terms);
}

}  // namespace isoskin
#endif  // HWY_ONCE
