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

/// Three columns of numbers, one of them given by its 2 × 2 minors with the other: `pairs[i n + k]`
/// for i < k, n being the size of `column`.
struct MinorJob {
    std::span<const double> column;
    const double* pairs = nullptr;
};
/// minors += all 3 × 3 minors, in increasing order of rows i < k < l.
void add_minors(const MinorJob& job, double* minors);
void add_minors_scalar(const MinorJob& job, double* minors);

}  // namespace isoskin
