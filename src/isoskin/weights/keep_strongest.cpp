#include "isoskin/weights/keep_strongest.h"

#include <cassert>
#include <vector>

namespace isoskin {

SkinWeights keep_strongest(const WeightRows& rows, std::size_t most) {
    assert(most >= 1);
    const SkinWeights all = SkinWeights::from_rows(rows);  // sorted, strongest first
    WeightRows kept;
    for (std::size_t vertex = 0; vertex < rows.size(); ++vertex) {
        const auto row = all.row(vertex);
        auto& strongest = kept.emplace_back(row.begin(), row.end());
        if (row.size() <= most) continue;
        strongest.resize(most);
        const float left_out = row[most].weight;
        if (strongest.front().weight <= left_out) continue;  // all alike: nothing would be left
        for (Influence& influence : strongest)
            influence.weight -= left_out;
    }
    return SkinWeights::from_rows(kept);
}

}  // namespace isoskin
