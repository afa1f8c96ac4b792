#include "isoskin/lattice/grid.h"

#include <algorithm>
#include <cmath>

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
        size[axis] = std::ldexp(size[axis], -level);
    return size;
}

Vec3d Grid::rest_position(const GridKey& key) const {
    Vec3d position = box_.min();
    for (int axis = 0; axis < axis_count(); ++axis) {
        const double unit = std::ldexp(key.at[static_cast<std::size_t>(axis)], -key.level);
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

}  // namespace isoskin
