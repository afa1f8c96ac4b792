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
std::vector<SquareMatrix> square_matrices(std::span<const Affine> palette);

/// All influences of a mesh, the loop by columns over them.
class AllInfluences {
  public:
    explicit AllInfluences(const SkinWeights& weights);
    void skin(std::span<const Vec3> positions, std::span<const SquareMatrix> palette,
              std::span<Vec3> posed) const;

  private:
    std::vector<FourInfluences> four_;  // of meshes that have no more
    std::vector<EightInfluences> eight_;
};

/// Times the plain linear loop over a mesh.
void time_linear(benchmark::State& state, const SkinnedMesh& mesh, std::span<const Affine> palette);

}  // namespace isoskin::plain
