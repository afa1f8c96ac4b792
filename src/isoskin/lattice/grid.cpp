#include "isoskin/lattice/grid.h"

#include <algorithm>

namespace isoskin {

std::size_t GridKeyHash::operator()(const GridKey& key) const {
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;
    auto hash = static_cast<std::uint64_t>(key.level);
    for (const std::int32_t at : key.at) {
        hash ^= static_cast<std::uint32_t>(at) + kGolden + (hash << 6U) + (hash >> 2U);
        hash *= 0xFF51AFD7ED558CCDU;
    }
    return static_cast<std::size_t>(hash ^ (hash >> 32));
}

std::string to_string(const GridKey& key) {
    return "(" + std::to_string(key.at[0]) + ", " + std::to_string(key.at[1]) + ", " +
           std::to_string(key.at[2]) + ") of level " + std::to_string(key.level);
}

Vec3d Grid::cell_size(int level) const {
    Vec3d size = box_.sizes();
    for (int axis = 0; axis < axis_count(); ++axis)
        size[axis] /= power_of_two(level);
    return size;
}

Vec3d Grid::rest_position(const GridKey& key) const {
    Vec3d position = box_.min();
    for (int axis = 0; axis < axis_count(); ++axis) {
        const double unit =
            static_cast<double>(key.at[static_cast<std::size_t>(axis)]) / power_of_two(key.level);
        position[axis] += unit * (box_.max()[axis] - box_.min()[axis]);
    }
    return position;
}

Vec3d Grid::unit_from_rest(const Vec3d& rest) const {
    Vec3d unit = Vec3d::Zero();
    for (int axis = 0; axis < axis_count(); ++axis)
        unit[axis] = (rest[axis] - box_.min()[axis]) / (box_.max()[axis] - box_.min()[axis]);
    return unit;
}

Vec3d Grid::clamp(const Vec3d& rest) const {
    Vec3d inside = rest;
    for (int axis = 0; axis < axis_count(); ++axis)
        inside[axis] = std::clamp(rest[axis], box_.min()[axis], box_.max()[axis]);
    return inside;
}

std::array<std::int32_t, 3> Grid::finest_cell(const Vec3d& rest) const {
    constexpr std::int32_t kLast = (std::int32_t{1} << kMaxTreeDepth) - 1;
    const Vec3d unit = unit_from_rest(rest);
    std::array<std::int32_t, 3> cell{};
    for (int axis = 0; axis < axis_count(); ++axis) {
        const double at = std::clamp(unit[axis], 0.0, 1.0) * power_of_two(kMaxTreeDepth);
        cell[static_cast<std::size_t>(axis)] = std::min(static_cast<std::int32_t>(at), kLast);
    }
    return cell;
}

}  // namespace isoskin
