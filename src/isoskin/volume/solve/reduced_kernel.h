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

/// Which minors of columns of n numbers are summed. The last numbers of a column stand for joints'
/// translations, and a move has zeros there: with at most `translations` columns that are no moves,
/// only minors with at most so many of these rows count. n is a multiple of four, and runs over the
/// last row begin and end at one: loops take whole vectors, and some minors are zero or summed
/// twice.
struct MinorRange {
    std::size_t size = 0;    ///< n.
    std::size_t linear = 0;  ///< Rows before those of translations.

    /// Where the last row of a minor has to end (0), the one before it (1), the one before that
    /// (2).
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
