#include "render/contact.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace isoskin::render {
namespace {

constexpr float kInversePi = 0.318309886F;
constexpr float kMinHeight = 0.6F;  // of a cell: the factor of a closer patch misses its neighbours

/// Adds what a patch of one cell at (x, y) and height h takes from every cell of one row.
void add_row(float x, float distance_y, float h, std::span<float> row) {
    const float near = distance_y * distance_y + h * h;
    const float strength = kInversePi * h * h;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const float dx = static_cast<float>(static_cast<int>(i)) - x;
        const float square = dx * dx + near;
        row[i] += strength / (square * square);
    }
}

}  // namespace

std::vector<float> contact_occlusion(std::span<const float> heights) {
    constexpr std::size_t kCells = kContactCells;
    assert(heights.size() == kCells * kCells);
    std::vector<float> occlusion(heights.size(), 0.0F);
    for (std::size_t patch = 0; patch < heights.size(); ++patch) {
        if (heights[patch] < 0.0F) continue;
        const float h = std::max(heights[patch], kMinHeight);
        const float x = static_cast<float>(patch % kCells);
        const float y = static_cast<float>(patch / kCells);
        for (std::size_t row = 0; row < kCells; ++row) {
            add_row(x, static_cast<float>(row) - y, h,
                    std::span(occlusion).subspan(row * kCells, kCells));
        }
    }
    for (float& share : occlusion)
        share = std::min(share, 1.0F);
    return occlusion;
}

}  // namespace isoskin::render
