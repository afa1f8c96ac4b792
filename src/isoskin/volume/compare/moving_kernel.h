#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "isoskin/volume/measure/cubic.h"
#include "isoskin/volume/triangle_block.h"

/// The loops under `MovingSurface`, all in double: private to this module. The vector kernel
/// (moving_kernel.cpp) and the plain one (moving_kernel_scalar.cpp) give the same bits.
namespace isoskin {

struct MovingShape {
    const double* positions;  ///< 3 per point; one more number is read, but not used, after each.
    const double* field;      ///< The same.
    std::array<double, 3> centre{};
};

/// Six times the volume between `centre` and the triangles, along positions + ε field.
Cubic sum_along(const MovingShape& shape, std::span<const TriangleBlock> blocks);
Cubic sum_along_scalar(const MovingShape& shape, std::span<const TriangleBlock> blocks);

/// `scale` × the product of two edges of every triangle, four numbers each, the last of no meaning.
/// Returns the sum of these over the way from `centre`. The field is not read.
double edge_products(const MovingShape& shape, std::span<const TriangleBlock> blocks, double scale,
                     double* products);
double edge_products_scalar(const MovingShape& shape, std::span<const TriangleBlock> blocks,
                            double scale, double* products);

/// Which products meet at some points.
struct ProductRings {
    std::span<const std::uint32_t> start_of_point;  ///< In an array of three numbers a point.
    std::span<const std::uint32_t> offset;          ///< One more: its products in `start`.
    std::span<const std::uint32_t> start;           ///< Of each product.
};
/// Writes the sum of its products to every point; to no other.
void sum_rings(const ProductRings& rings, const double* products, double* sums);
void sum_rings_scalar(const ProductRings& rings, const double* products, double* sums);

}  // namespace isoskin
