#include <array>

#include "isoskin/volume/reduced_kernel.h"

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

void add_minors_scalar(const MinorJob& job, double* minors) {
    const std::size_t n = job.column.size();
    const double* u = job.column.data();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = i + 1; k < n; ++k) {
            const double* of_i = job.pairs + i * n;
            const double* of_k = job.pairs + k * n;
            for (std::size_t l = k + 1; l < n; ++l)
                *minors++ += u[i] * of_k[l] - u[k] * of_i[l] + u[l] * of_i[k];
        }
}

}  // namespace isoskin
