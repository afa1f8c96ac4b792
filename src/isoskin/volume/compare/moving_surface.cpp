#include "isoskin/volume/compare/moving_surface.h"

#include <algorithm>
#include <cassert>

namespace isoskin {
namespace {

constexpr double kWhole = 1.0 / 6.0;
constexpr double kHalf = 1.0 / 12.0;  // a triangle of one of the two ways to cut a quad

std::vector<TriangleBlock> make_blocks(std::span<const Triangle> triangles) {
    std::vector<TriangleBlock> blocks((triangles.size() + kBlockTriangles - 1) / kBlockTriangles);
    for (std::size_t k = 0; k < blocks.size() * kBlockTriangles; ++k) {
        const Triangle& t = triangles[std::min(k, triangles.size() - 1)];
        for (std::size_t corner = 0; corner < 3; ++corner)
            blocks[k / kBlockTriangles].corners[corner][k % kBlockTriangles] =
                3 * (k < triangles.size() ? t[corner] : t[0]);
    }
    return blocks;
}

MovingShape shape_of(std::span<const Vec3d> points, std::span<const Vec3d> field) {
    const Vec3d& centre = points.front();
    return {.positions = points.front().data(),
            .field = field.empty() ? nullptr : field.front().data(),
            .centre = {centre.x(), centre.y(), centre.z()}};
}

std::vector<char> points_in_maps(const MovingPart& moving) {
    std::vector<char> moves(moving.bind.size(), 0);
    for (const SparseField& map : moving.maps)
        for (const PointValue& entry : map)
            moves[entry.point] = 1;
    for (const PointValue& entry : moving.global_map)
        moves[entry.point] = 1;
    for (const Cap& cap : moving.caps) {
        moves[cap.apex] = 1;
        for (const Index point : cap.loop)
            moves[point] = 1;
    }
    return moves;
}

}  // namespace

MovingSurface::MovingSurface(const MovingPart& moving)
    : blocks_(make_blocks(moving.triangles)),
      half_blocks_(make_blocks(moving.half_triangles)),
      products_((blocks_.size() + half_blocks_.size()) * kBlockTriangles * 4) {
    const auto whole_count = static_cast<Index>(moving.triangles.size());
    const auto first_half = static_cast<Index>(blocks_.size() * kBlockTriangles);
    const TrianglesOfPoints triangles(moving);
    const auto moves = points_in_maps(moving);
    ring_offset_.push_back(0);
    for (std::size_t point = 0; point < moves.size(); ++point) {
        if (moves[point] == 0) continue;
        start_of_point_.push_back(static_cast<std::uint32_t>(3 * point));
        for (const Index t : triangles.of(point))
            start_of_product_.push_back(4 * (t < whole_count ? t : first_half + t - whole_count));
        ring_offset_.push_back(static_cast<std::uint32_t>(start_of_product_.size()));
    }
}

double MovingSurface::gradient(const MovingPart& moving, std::span<const Vec3d> points,
                               std::span<Vec3d> gradient) {
    assert(points.size() == moving.bind.size() && gradient.size() == points.size());
    const MovingShape shape = shape_of(points, {});
    double* half_products = products_.data() + blocks_.size() * kBlockTriangles * 4;
    const double volume = edge_products(shape, blocks_, kWhole, products_.data()) +
                          edge_products(shape, half_blocks_, kHalf, half_products);
    sum_rings({start_of_point_, ring_offset_, start_of_product_}, products_.data(),
              gradient.front().data());
    for (const Cap& cap : moving.caps) {
        for (const Index point : cap.loop)
            gradient[point] += gradient[cap.apex] / static_cast<double>(cap.loop.size());
        gradient[cap.apex].setZero();
    }
    return volume;
}

Cubic MovingSurface::along(std::span<const Vec3d> points, std::span<const Vec3d> field) const {
    const MovingShape shape = shape_of(points, field);
    const Cubic whole = sum_along(shape, blocks_);
    const Cubic half = sum_along(shape, half_blocks_);
    Cubic volume{};
    for (std::size_t power = 0; power < 4; ++power)
        volume[power] = kWhole * whole[power] + kHalf * half[power];
    return volume;
}

}  // namespace isoskin
