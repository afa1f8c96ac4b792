#include <algorithm>
#include <array>

#include "isoskin/volume/solve/reduced_kernel.h"

namespace isoskin {

void add_rows_scalar(const CoefficientRows& rows, const double* determinants,
                     const std::uint8_t* wanted, double* sums) {
    const double* row = rows.first;
    for (const std::uint32_t sum : rows.sums) {
        std::array<double, 4> lanes{};
        if (wanted[sum] != 0) {
            for (std::size_t k = 0; k < rows.width; k += 4)
                for (std::size_t lane = 0; lane < 4; ++lane)
                    lanes[lane] += row[k + lane] * determinants[k + lane];
            sums[sum] += (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
        }
        row += rows.width;
    }
}

void dot_columns_scalar(std::span<const Vec3d> products, const double* columns,
                        double* determinants) {
    for (std::size_t k = 0; k < products.size(); ++k)
        for (std::size_t i = 0; i < 4; ++i)
            determinants[4 * k + i] = products[k].x() * columns[i] +
                                      products[k].y() * columns[4 + i] +
                                      products[k].z() * columns[8 + i];
}

std::size_t MinorRange::minor_count(std::size_t translations) const {
    std::size_t count = 0;
    for (std::size_t k = 1; k < end(translations, 1); ++k)
        if (run_begin(k) < run_end(translations))
            count += std::min(k, end(translations, 2)) * (run_end(translations) - run_begin(k));
    return count;
}

void add_pairs_scalar(const MinorRange& range, std::size_t translations, const double* v,
                      const double* w, double* pairs) {
    for (std::size_t i = 0; i < range.end(translations, 1); ++i)
        for (std::size_t k = MinorRange::run_begin(i); k < range.run_end(translations); ++k)
            pairs[i * range.size + k] += v[i] * w[k] - v[k] * w[i];
}

void add_minors_scalar(const MinorRange& range, std::size_t translations, const double* u,
                       const double* pairs, double* minors) {
    for (std::size_t k = 1; k < range.end(translations, 1); ++k)
        for (std::size_t i = 0; i < std::min(k, range.end(translations, 2)); ++i) {
            const double* of_i = pairs + i * range.size;
            const double* of_k = pairs + k * range.size;
            for (std::size_t l = MinorRange::run_begin(k); l < range.run_end(translations); ++l)
                *minors++ += u[i] * of_k[l] - u[k] * of_i[l] + u[l] * of_i[k];
        }
}

}  // namespace isoskin
