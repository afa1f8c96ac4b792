#pragma once

#include <cstdint>
#include <span>

#include "isoskin/math/types.h"

/// The loops of the reduced form: private to this module. The vector kernel (reduced_kernel.cpp)
/// and the plain one (reduced_kernel_scalar.cpp) give the same bits.
namespace isoskin {

/// Consecutive rows of coefficients that meet the same determinants.
struct CoefficientRows {
    const double* first = nullptr;
    std::span<const std::uint32_t> sums;  ///< Where each row adds to.
    std::size_t width = 0;                ///< A multiple of four.
};

/// sums[k] += row · determinants, for each row whose sum is `wanted`.
void add_rows(const CoefficientRows& rows, const double* determinants, const std::uint8_t* wanted,
              double* sums);
void add_rows_scalar(const CoefficientRows& rows, const double* determinants,
                     const std::uint8_t* wanted, double* sums);

/// determinants[4 k + i] = products[k] · column i; columns are given as x, y, z of all four.
void dot_columns(std::span<const Vec3d> products, const double* columns, double* determinants);
void dot_columns_scalar(std::span<const Vec3d> products, const double* columns,
                        double* determinants);

/// Minors of columns of numbers, n each, that are zero behind a place: in these numbers the last
/// are what joints' translations are multiplied by. n is a multiple of four, and so is where each
/// run of the last row begins: some minors are summed twice or are zero, and all loops run over
/// whole vectors.
struct MinorRange {
    std::size_t size = 0;    ///< n.
    std::size_t linear = 0;  ///< Rows that are no translations.

    /// Rows below which the first, second, third last of them have to be, in minors with at most
    /// `translations` of these.
    std::size_t end(std::size_t translations, std::size_t place_from_last) const {
        return translations > place_from_last ? size : linear;
    }
    static std::size_t run_begin(std::size_t row_before) { return (row_before + 1) / 4 * 4; }
    std::size_t run_end(std::size_t translations) const {
        return (end(translations, 0) + 3) / 4 * 4;
    }
    /// Numbers that `add_minors` adds to.
    std::size_t minor_count(std::size_t translations) const;
};

/// pairs[i n + k] += v_i w_k - v_k w_i.
void add_pairs(const MinorRange& range, std::size_t translations, const double* v, const double* w,
               double* pairs);
void add_pairs_scalar(const MinorRange& range, std::size_t translations, const double* v,
                      const double* w, double* pairs);

/// Of a column u and 2 × 2 minors of two others: for k, then i < k, a run over l of
/// minors += u_i pairs_kl - u_k pairs_il + u_l pairs_ik.
void add_minors(const MinorRange& range, std::size_t translations, const double* u,
                const double* pairs, double* minors);
void add_minors_scalar(const MinorRange& range, std::size_t translations, const double* u,
                       const double* pairs, double* minors);

}  // namespace isoskin
