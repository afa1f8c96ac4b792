#pragma once

#include <span>
#include <vector>

#include "isoskin/rig/skin_weights.h"
#include "plain_loops.h"

/// Weights and palettes as the plain loops take them.
namespace isoskin::plain {

/// Rows have at least four influences; the strongest four count.
std::vector<FourInfluences> four_influences(const SkinWeights& weights);
std::vector<Matrix> matrices(std::span<const Affine> palette);

}  // namespace isoskin::plain
