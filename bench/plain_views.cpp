#include "plain_views.h"

#include <algorithm>

namespace isoskin::plain {

std::vector<FourInfluences> four_influences(const SkinWeights& weights) {
    std::vector<FourInfluences> out(weights.vertex_count());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto row = weights.row(i);
        for (std::size_t k = 0; k < std::min<std::size_t>(4, row.size()); ++k) {
            out[i].joints[k] = row[k].slot;
            out[i].weights[k] = row[k].weight;
        }
    }
    return out;
}

std::vector<Matrix> matrices(std::span<const Affine> palette) {
    std::vector<Matrix> out(palette.size());
    for (std::size_t j = 0; j < out.size(); ++j)
        for (int i = 0; i < 12; ++i)
            out[j].entries[i] = static_cast<float>(palette[j].matrix()(i / 4, i % 4));
    return out;
}

void time_linear(benchmark::State& state, const SkinnedMesh& mesh,
                 std::span<const Affine> palette) {
    const auto influences = four_influences(mesh.weights);
    const auto entries = matrices(palette);
    std::vector<Vec3> posed(mesh.mesh.vertex_count());
    for (auto _ : state) {
        skin_linear({mesh.mesh.positions, {}, influences}, entries, posed);
        benchmark::DoNotOptimize(posed.data());
        benchmark::ClobberMemory();
    }
    state.counters["error"] = 0.0;
}

}  // namespace isoskin::plain
