#include "plain_views.h"

namespace isoskin::plain {

std::vector<FourInfluences> four_influences(const SkinWeights& weights) {
    std::vector<FourInfluences> out(weights.vertex_count());
    for (std::size_t i = 0; i < out.size(); ++i)
        for (std::size_t k = 0; k < 4; ++k) {
            out[i].joints[k] = weights.row(i)[k].slot;
            out[i].weights[k] = weights.row(i)[k].weight;
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

}  // namespace isoskin::plain
