#include "render/color_map.h"

#include <algorithm>
#include <array>
#include <span>

namespace isoskin::render {
namespace {

using Stop = std::array<float, 3>;  // sRGB bytes

// Evenly spaced stops of matplotlib's magma (Smith and van der Walt, 2015), the black end cut off
// so that shading stays visible there.
constexpr std::array<Stop, 9> kSequential{{{44, 30, 92},
                                           {68, 28, 112},
                                           {98, 28, 128},
                                           {135, 40, 129},
                                           {183, 55, 121},
                                           {229, 80, 100},
                                           {251, 135, 97},
                                           {254, 194, 135},
                                           {252, 253, 191}}};

// ColorBrewer's RdBu (Brewer 2003), turned so that red is the high end.
constexpr std::array<Stop, 9> kDiverging{{{5, 70, 140},
                                          {33, 102, 172},
                                          {67, 147, 195},
                                          {146, 197, 222},
                                          {247, 247, 247},
                                          {244, 165, 130},
                                          {214, 96, 77},
                                          {178, 24, 43},
                                          {120, 0, 25}}};

}  // namespace

Vec3 map_color(ColorMap map, float t) {
    const std::span<const Stop> stops =
        map == ColorMap::Sequential ? std::span(kSequential) : std::span(kDiverging);
    // The comparison also sends NaN to the first colour.
    const float clamped = t > 0.0F ? std::min(t, 1.0F) : 0.0F;
    const float place = clamped * static_cast<float>(stops.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const float between = place - static_cast<float>(low);

    Vec3 color;
    for (std::size_t c = 0; c < 3; ++c) {
        const float value = stops[low][c] + between * (stops[low + 1][c] - stops[low][c]);
        color[static_cast<Eigen::Index>(c)] = value / 255.0F;
    }
    return color;
}

}  // namespace isoskin::render
