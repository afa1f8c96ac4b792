#pragma once

#include <span>
#include <vector>

namespace isoskin::render {

/// Grid cells along each side of the ground under a character.
inline constexpr int kContactCells = 80;

/// The share of the sky that a character takes from each cell of the ground, in [0, 1].
///
/// `heights` holds the lowest point over each cell in units of the cell's width, negative where
/// there is nothing; each is taken for a level patch, whose form factor is exact over a point.
std::vector<float> contact_occlusion(std::span<const float> heights);

}  // namespace isoskin::render
