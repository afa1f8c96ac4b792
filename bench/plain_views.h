#pragma once

#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include "isoskin/rig/character.h"
#include "plain_loops.h"

/// Weights and palettes as the plain loops take them.
namespace isoskin::plain {

/// The strongest four of each row count; shorter rows end in weights of nothing.
std::vector<FourInfluences> four_influences(const SkinWeights& weights);
std::vector<Matrix> matrices(std::span<const Affine> palette);

/// Times the plain linear loop over a mesh.
void time_linear(benchmark::State& state, const SkinnedMesh& mesh, std::span<const Affine> palette);

}  // namespace isoskin::plain
