#include "isoskin/mesh/solid_voxels.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace isoskin {
namespace {

// Where a ray along one axis meets the surface: +1 where it enters, -1 where it leaves.
struct Crossing {
    std::uint32_t column = 0;
    float depth = 0.0F;  // in cells
    int sign = 0;
};

// Rays pass a little beside the middle of their columns: vertices of regular meshes lie exactly
// there, and a ray through a vertex or an edge would count it twice or not at all.
constexpr std::array<double, 2> kBeside{0.5 + 1.37e-4, 0.5 - 2.71e-4};

using Corners = std::array<Vec3d, 3>;

// All columns along `axis` that one triangle is crossed by; corners in cells.
void cross_triangle(const Corners& p, int axis, const SolidVoxels::Cell& size,
                    std::vector<Crossing>& crossings) {
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    const auto side = [&](const Vec3d& a, const Vec3d& b, double x, double y) {
        return (b[u] - a[u]) * (y - a[v]) - (b[v] - a[v]) * (x - a[u]);
    };
    const double area = side(p[0], p[1], p[2][u], p[2][v]);
    if (area == 0.0) return;
    const auto range = [&](int along, double beside, int limit) {
        const auto [least, most] = std::minmax({p[0][along], p[1][along], p[2][along]});
        return std::pair(std::max(0, static_cast<int>(std::ceil(least - beside))),
                         std::min(limit - 1, static_cast<int>(std::floor(most - beside))));
    };
    const auto [first_u, last_u] = range(u, kBeside[0], size[u]);
    const auto [first_v, last_v] = range(v, kBeside[1], size[v]);
    for (int j = first_v; j <= last_v; ++j)
        for (int i = first_u; i <= last_u; ++i) {
            const double x = i + kBeside[0];
            const double y = j + kBeside[1];
            const double a = side(p[1], p[2], x, y) / area;
            const double b = side(p[2], p[0], x, y) / area;
            const double c = 1.0 - a - b;
            if (a < 0.0 || b < 0.0 || c < 0.0) continue;
            crossings.push_back(
                {static_cast<std::uint32_t>(j * size[u] + i),
                 static_cast<float>(a * p[0][axis] + b * p[1][axis] + c * p[2][axis]),
                 area > 0.0 ? -1 : 1});
        }
}

// Tells which cells of one column lie inside, by its crossings in order; none if it has a hole.
template <typename Tell>
void vote(std::span<const Crossing> column, int axis, const SolidVoxels::Cell& size,
          const Tell& tell) {
    int winding = 0;
    for (const Crossing& crossing : column)
        winding += crossing.sign;
    if (winding != 0) return;
    const int u = (axis + 1) % 3;
    SolidVoxels::Cell cell;
    cell[u] = static_cast<int>(column.front().column) % size[u];
    cell[(axis + 2) % 3] = static_cast<int>(column.front().column) / size[u];
    const auto first_after = [](const Crossing& crossing) {
        return static_cast<int>(std::ceil(crossing.depth - 0.5F));
    };
    const Crossing* before = nullptr;
    for (const Crossing& crossing : column) {
        if (winding != 0)
            for (cell[axis] = first_after(*before);
                 cell[axis] < std::min(first_after(crossing), size[axis]); ++cell[axis])
                tell(cell);
        winding += crossing.sign;
        before = &crossing;
    }
}

}  // namespace

SolidVoxels::SolidVoxels(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                         int cells) {
    assert(cells >= 1);
    const Eigen::AlignedBox3d box = bounding_box(positions).cast<double>();
    width_ = box.sizes().maxCoeff() / cells;
    assert(width_ > 0.0);
    // One empty cell on every side, so that ways round the outside exist.
    corner_ = box.min() - Vec3d::Constant(width_);
    size_ = (box.sizes() / width_).array().ceil().cast<int>() + 2;
    solid_.assign(static_cast<std::size_t>(size_.x()) * static_cast<std::size_t>(size_.y()) *
                      static_cast<std::size_t>(size_.z()),
                  0);
    mark_inside(positions, triangles);
    mark_surface(positions, triangles);
}

// Votes of the three axes are kept in `solid_` until they are counted.
void SolidVoxels::mark_inside(std::span<const Vec3> positions,
                              std::span<const Triangle> triangles) {
    std::vector<Crossing> crossings;
    for (int axis = 0; axis < 3; ++axis) {
        crossings.clear();
        for (const Triangle& triangle : triangles) {
            Corners corners;
            for (std::size_t k = 0; k < 3; ++k)
                corners[k] = (positions[triangle[k]].cast<double>() - corner_) / width_;
            cross_triangle(corners, axis, size_, crossings);
        }
        std::sort(crossings.begin(), crossings.end(), [](const Crossing& a, const Crossing& b) {
            return a.column != b.column ? a.column < b.column : a.depth < b.depth;
        });
        for (auto at = crossings.cbegin(); at != crossings.cend();) {
            const auto next = std::find_if(at, crossings.cend(), [&](const Crossing& other) {
                return other.column != at->column;
            });
            vote(std::span(&*at, static_cast<std::size_t>(next - at)), axis, size_,
                 [&](const Cell& cell) { ++solid_[index_of(cell)]; });
            at = next;
        }
    }
    for (std::uint8_t& votes : solid_)
        votes = votes >= 2 ? 1 : 0;
}

// Samples at most half a cell apart: no cell that a triangle passes through by more than a corner
// is missed.
void SolidVoxels::mark_surface(std::span<const Vec3> positions,
                               std::span<const Triangle> triangles) {
    for (const Triangle& triangle : triangles) {
        const Vec3d a = positions[triangle[0]].cast<double>();
        const Vec3d ab = positions[triangle[1]].cast<double>() - a;
        const Vec3d ac = positions[triangle[2]].cast<double>() - a;
        const double longest = std::max({ab.norm(), ac.norm(), (ac - ab).norm()});
        const int steps = std::max(1, static_cast<int>(std::ceil(2.0 * longest / width_)));
        for (int i = 0; i <= steps; ++i)
            for (int j = 0; i + j <= steps; ++j)
                solid_[index_of(cell_at(a + ab * (double(i) / steps) + ac * (double(j) / steps)))] =
                    1;
    }
}

SolidVoxels::Cell SolidVoxels::cell_at(const Vec3d& point) const {
    const Cell cell = ((point - corner_) / width_).array().floor().max(0.0).min(1e6).cast<int>();
    return cell.cwiseMin(size_ - Cell::Ones());
}

std::size_t SolidVoxels::index_of(const Cell& cell) const {
    const auto x = static_cast<std::size_t>(size_.x());
    const auto y = static_cast<std::size_t>(size_.y());
    return (static_cast<std::size_t>(cell.z()) * y + static_cast<std::size_t>(cell.y())) * x +
           static_cast<std::size_t>(cell.x());
}

SolidVoxels::Cell SolidVoxels::cell_of(std::size_t index) const {
    const auto x = static_cast<std::size_t>(size_.x());
    const auto y = static_cast<std::size_t>(size_.y());
    return {static_cast<int>(index % x), static_cast<int>(index / x % y),
            static_cast<int>(index / x / y)};
}

Vec3d SolidVoxels::center_of(const Cell& cell) const {
    return corner_ + width_ * (cell.cast<double>() + Vec3d::Constant(0.5));
}

// Outside the grid the nearest cell is one of its empty rim.
bool SolidVoxels::is_solid(const Vec3d& point) const {
    return solid_[index_of(cell_at(point))] != 0;
}

bool SolidVoxels::sees(const Vec3d& from, const Vec3d& to) const {
    const int steps = static_cast<int>(std::ceil(2.0 * (to - from).norm() / width_));
    for (int i = 0; i <= steps; ++i)
        if (!is_solid(Vec3d(from + (to - from) * (steps > 0 ? double(i) / steps : 0.0))))
            return false;
    return true;
}

}  // namespace isoskin
