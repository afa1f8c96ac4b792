// Compiled once for each kind of vector unit; the one to use is chosen at run time. Arm's vectors
// of unknown length cannot be kept in structs, so its fixed ones are used there.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isoskin/volume/solve/reduced_kernel.cpp"

#include "isoskin/volume/solve/reduced_kernel.h"

#include <algorithm>

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace isoskin::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// In the browser Highway has no doubles; the compiler makes what it can of the plain loops.
#if !HWY_HAVE_FLOAT64

void add_rows(const CoefficientRows& rows, const double* determinants, const std::uint8_t* wanted,
              double* sums) {
    add_rows_scalar(rows, determinants, wanted, sums);
}

void dot_columns(std::span<const Vec3d> products, const double* columns, double* determinants) {
    dot_columns_scalar(products, columns, determinants);
}

void add_pairs(const MinorRange& range, std::size_t translations, const double* v, const double* w,
               double* pairs) {
    add_pairs_scalar(range, translations, v, w, pairs);
}

void add_minors(const MinorRange& range, std::size_t translations, const double* u,
                const double* pairs, double* minors) {
    add_minors_scalar(range, translations, u, pairs, minors);
}

#else

// No hn::MulAdd anywhere: where it fuses, bits would depend on the processor.

using Tag = hn::CappedTag<double, 4>;
using V = hn::Vec<Tag>;
constexpr Tag kTag;
constexpr std::size_t kLanes = hn::MaxLanes(kTag);
constexpr std::size_t kVectors = 4 / kLanes;  // that make up four lanes

template <std::size_t kWidth>
HWY_INLINE double dot(const double* HWY_RESTRICT row, const double* HWY_RESTRICT determinants) {
    double lanes[4];
    for (std::size_t v = 0; v < kVectors; ++v) {
        V sum = hn::Zero(kTag);
        for (std::size_t k = v * kLanes; k < kWidth; k += 4)
            sum =
                hn::Add(sum, hn::Mul(hn::LoadU(kTag, row + k), hn::LoadU(kTag, determinants + k)));
        hn::StoreU(sum, kTag, lanes + v * kLanes);
    }
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

template <std::size_t kWidth>
HWY_NOINLINE void add_rows_of(const CoefficientRows& rows, const double* determinants,
                              const std::uint8_t* wanted, double* sums) {
    const double* row = rows.first;
    for (const std::uint32_t sum : rows.sums) {
        if (wanted[sum] != 0) sums[sum] += dot<kWidth>(row, determinants);
        row += kWidth;
    }
}

void add_rows(const CoefficientRows& rows, const double* determinants, const std::uint8_t* wanted,
              double* sums) {
    switch (rows.width) {
        case 64:
            return add_rows_of<64>(rows, determinants, wanted, sums);
        case 60:
            return add_rows_of<60>(rows, determinants, wanted, sums);
        case 36:
            return add_rows_of<36>(rows, determinants, wanted, sums);
        case 24:
            return add_rows_of<24>(rows, determinants, wanted, sums);
        case 12:
            return add_rows_of<12>(rows, determinants, wanted, sums);
        default:
            return add_rows_scalar(rows, determinants, wanted, sums);
    }
}

void dot_columns(std::span<const Vec3d> products, const double* columns, double* determinants) {
    for (std::size_t lane = 0; lane < 4; lane += kLanes) {
        const V x = hn::LoadU(kTag, columns + lane);
        const V y = hn::LoadU(kTag, columns + 4 + lane);
        const V z = hn::LoadU(kTag, columns + 8 + lane);
        double* out = determinants + lane;
        for (const Vec3d& product : products) {
            const V xy = hn::Add(hn::Mul(hn::Set(kTag, product.x()), x),
                                 hn::Mul(hn::Set(kTag, product.y()), y));
            hn::StoreU(hn::Add(xy, hn::Mul(hn::Set(kTag, product.z()), z)), kTag, out);
            out += 4;
        }
    }
}

void add_pairs(const MinorRange& range, std::size_t translations, const double* v, const double* w,
               double* pairs) {
    const std::size_t end = range.run_end(translations);
    for (std::size_t i = 0; i < range.end(translations, 1); ++i) {
        const V vi = hn::Set(kTag, v[i]);
        const V wi = hn::Set(kTag, w[i]);
        double* row = pairs + i * range.size;
        for (std::size_t k = MinorRange::run_begin(i); k < end; k += kLanes) {
            const V pair =
                hn::Sub(hn::Mul(vi, hn::LoadU(kTag, w + k)), hn::Mul(hn::LoadU(kTag, v + k), wi));
            hn::StoreU(hn::Add(hn::LoadU(kTag, row + k), pair), kTag, row + k);
        }
    }
}

// A few vectors of all runs of one k: what does not depend on i stays in registers.
template <std::size_t kCount>
HWY_INLINE void add_run_parts(const double* HWY_RESTRICT u, const double* HWY_RESTRICT pairs,
                              std::size_t n, std::size_t i_end, std::size_t k, std::size_t l,
                              double* HWY_RESTRICT minors, std::size_t run) {
    const V uk = hn::Set(kTag, u[k]);
    V of_k[kCount];
    V ul[kCount];
    for (std::size_t c = 0; c < kCount; ++c) {
        of_k[c] = hn::LoadU(kTag, pairs + k * n + l + c * kLanes);
        ul[c] = hn::LoadU(kTag, u + l + c * kLanes);
    }
    for (std::size_t i = 0; i < i_end; ++i, minors += run) {
        const double* of_i = pairs + i * n;
        const V ui = hn::Set(kTag, u[i]);
        const V ik = hn::Set(kTag, of_i[k]);
        for (std::size_t c = 0; c < kCount; ++c) {
            const V il = hn::LoadU(kTag, of_i + l + c * kLanes);
            const V first = hn::Sub(hn::Mul(ui, of_k[c]), hn::Mul(uk, il));
            const V minor = hn::Add(first, hn::Mul(ul[c], ik));
            double* out = minors + c * kLanes;
            hn::StoreU(hn::Add(hn::LoadU(kTag, out), minor), kTag, out);
        }
    }
}

void add_minors(const MinorRange& range, std::size_t translations, const double* u,
                const double* pairs, double* minors) {
    const std::size_t n = range.size;
    const std::size_t l_end = range.run_end(translations);
    for (std::size_t k = 1; k < range.end(translations, 1); ++k) {
        const std::size_t i_end = std::min(k, range.end(translations, 2));
        const std::size_t begin = MinorRange::run_begin(k);
        if (begin >= l_end) break;
        const std::size_t run = l_end - begin;
        std::size_t done = 0;
        for (; done + 2 * kLanes <= run; done += 2 * kLanes)
            add_run_parts<2>(u, pairs, n, i_end, k, begin + done, minors + done, run);
        for (; done < run; done += kLanes)
            add_run_parts<1>(u, pairs, n, i_end, k, begin + done, minors + done, run);
        minors += i_end * run;
    }
}

#endif

}  // namespace isoskin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace isoskin {

HWY_EXPORT(add_rows);
HWY_EXPORT(dot_columns);
HWY_EXPORT(add_pairs);
HWY_EXPORT(add_minors);

void add_rows(const CoefficientRows& rows, const double* determinants, const std::uint8_t* wanted,
              double* sums) {
    HWY_DYNAMIC_DISPATCH(add_rows)(rows, determinants, wanted, sums);
}

void dot_columns(std::span<const Vec3d> products, const double* columns, double* determinants) {
    HWY_DYNAMIC_DISPATCH(dot_columns)(products, columns, determinants);
}

void add_pairs(const MinorRange& range, std::size_t translations, const double* v, const double* w,
               double* pairs) {
    HWY_DYNAMIC_DISPATCH(add_pairs)(range, translations, v, w, pairs);
}

void add_minors(const MinorRange& range, std::size_t translations, const double* u,
                const double* pairs, double* minors) {
    HWY_DYNAMIC_DISPATCH(add_minors)(range, translations, u, pairs, minors);
}

}  // namespace isoskin
#endif  // HWY_ONCE
