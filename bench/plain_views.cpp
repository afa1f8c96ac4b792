#include "plain_views.h"

#include <algorithm>

namespace isoskin::plain {

namespace {

template <typename Influences>
std::vector<Influences> strongest_influences(const SkinWeights& weights) {
    std::vector<Influences> out(weights.vertex_count());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto row = weights.row(i);
        for (std::size_t k = 0; k < std::min(std::size(out[i].joints), row.size()); ++k) {
            out[i].joints[k] = row[k].slot;
            out[i].weights[k] = row[k].weight;
        }
    }
    return out;
}

}  // namespace

std::vector<FourInfluences> four_influences(const SkinWeights& weights) {
    return strongest_influences<FourInfluences>(weights);
}

AllInfluences::AllInfluences(const SkinWeights& weights) {
    std::size_t most = 0;
    for (std::size_t i = 0; i < weights.vertex_count(); ++i)
        most = std::max(most, weights.row(i).size());
    if (most <= 4)
        four_ = four_influences(weights);
    else
        eight_ = strongest_influences<EightInfluences>(weights);
}

void AllInfluences::skin(std::span<const Vec3> positions, std::span<const SquareMatrix> palette,
                         std::span<Vec3> posed) const {
    if (!four_.empty())
        skin_linear_by_columns({positions, {}, four_}, palette, posed);
    else
        skin_linear_by_columns(positions, eight_, palette, posed);
}

std::vector<SquareMatrix> square_matrices(std::span<const Affine> palette) {
    std::vector<SquareMatrix> out(palette.size());
    for (std::size_t j = 0; j < out.size(); ++j)
        for (int i = 0; i < 16; ++i)
            out[j].columns[i / 4][i % 4] = static_cast<float>(palette[j].matrix()(i % 4, i / 4));
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
