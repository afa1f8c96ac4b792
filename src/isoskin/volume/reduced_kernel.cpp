// Compiled once for each kind of vector unit; the one to use is chosen at run time. Arm's vectors
// of unknown length cannot be kept in structs, so its fixed ones are used there.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isoskin/volume/reduced_kernel.cpp"

#include "isoskin/volume/reduced_kernel.h"

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

void add_minors(const MinorJob& job, double* minors) {
    add_minors_scalar(job, minors);
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
        case 24:
            return add_rows_of<24>(rows, determinants, wanted, sums);
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

// Minors of rows i, k and each row after k.
HWY_INLINE void add_minors_of(const MinorJob& job, std::size_t i, std::size_t k, double* minors) {
    const std::size_t n = job.column.size();
    const double* u = job.column.data();
    const double* of_i = job.pairs + i * n;
    const double* of_k = job.pairs + k * n;
    if (u[i] == 0.0 && u[k] == 0.0 && of_i[k] == 0.0) return;
    const V ui = hn::Set(kTag, u[i]);
    const V uk = hn::Set(kTag, u[k]);
    const V ik = hn::Set(kTag, of_i[k]);
    std::size_t l = k + 1;
    for (; l + kLanes <= n; l += kLanes) {
        const V first =
            hn::Sub(hn::Mul(ui, hn::LoadU(kTag, of_k + l)), hn::Mul(uk, hn::LoadU(kTag, of_i + l)));
        const V minor = hn::Add(first, hn::Mul(hn::LoadU(kTag, u + l), ik));
        double* out = minors + (l - k - 1);
        hn::StoreU(hn::Add(hn::LoadU(kTag, out), minor), kTag, out);
    }
    for (; l < n; ++l)
        minors[l - k - 1] += u[i] * of_k[l] - u[k] * of_i[l] + u[l] * of_i[k];
}

void add_minors(const MinorJob& job, double* minors) {
    const std::size_t n = job.column.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = i + 1; k < n; ++k) {
            add_minors_of(job, i, k, minors);
            minors += n - k - 1;
        }
}

#endif

}  // namespace isoskin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace isoskin {

HWY_EXPORT(add_rows);
HWY_EXPORT(dot_columns);
HWY_EXPORT(add_minors);

void add_rows(const CoefficientRows& rows, const double* determinants, const std::uint8_t* wanted,
              double* sums) {
    HWY_DYNAMIC_DISPATCH(add_rows)(rows, determinants, wanted, sums);
}

void dot_columns(std::span<const Vec3d> products, const double* columns, double* determinants) {
    HWY_DYNAMIC_DISPATCH(dot_columns)(products, columns, determinants);
}

void add_minors(const MinorJob& job, double* minors) {
    HWY_DYNAMIC_DISPATCH(add_minors)(job, minors);
}

}  // namespace isoskin
#endif  // HWY_ONCE
