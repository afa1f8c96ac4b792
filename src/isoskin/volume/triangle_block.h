#pragma once

#include <array>
#include <cstdint>

namespace isoskin {

/// Triangles that are evaluated together.
inline constexpr std::size_t kBlockTriangles = 8;

/// Where the points of some triangles start in arrays of three numbers each, corner by corner; a
/// block that is not full repeats one point.
struct TriangleBlock {
    std::array<std::array<std::uint32_t, kBlockTriangles>, 3> corners{};
};

}  // namespace isoskin
