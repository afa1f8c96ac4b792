#include "isoskin/rig/skin_weights.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

namespace isoskin {
namespace {

constexpr double kSumTolerance = 1e-3;

bool is_weight(float w) {
    return std::isfinite(w) && w > 0.0F;
}

// Merges what one row says of each slot; the row ends up sorted by slot.
void merge_by_slot(std::vector<Influence>& row) {
    std::stable_sort(row.begin(), row.end(),
                     [](const Influence& a, const Influence& b) { return a.slot < b.slot; });
    std::size_t kept = 0;
    for (const Influence& influence : row) {
        if (kept > 0 && row[kept - 1].slot == influence.slot)
            row[kept - 1].weight += influence.weight;
        else
            row[kept++] = influence;
    }
    row.resize(kept);
}

}  // namespace

SkinWeights SkinWeights::from_rows(std::span<const std::vector<Influence>> rows) {
    SkinWeights weights;
    weights.offsets_.reserve(rows.size() + 1);
    weights.offsets_.push_back(0);
    std::vector<Influence> row;
    for (std::size_t vertex = 0; vertex < rows.size(); ++vertex) {
        row.clear();
        std::copy_if(rows[vertex].begin(), rows[vertex].end(), std::back_inserter(row),
                     [](const Influence& influence) { return is_weight(influence.weight); });
        merge_by_slot(row);
        double sum = 0.0;
        for (const Influence& influence : row)
            sum += influence.weight;
        if (row.empty()) {
            weights.empty_rows_.push_back(vertex);
            row.push_back({0, 1.0F});
        } else {
            if (std::abs(sum - 1.0) > kSumTolerance) ++weights.renormalised_rows_;
            for (Influence& influence : row)
                influence.weight = static_cast<float>(influence.weight / sum);
        }
        std::stable_sort(row.begin(), row.end(), [](const Influence& a, const Influence& b) {
            return a.weight > b.weight;
        });
        weights.influences_.insert(weights.influences_.end(), row.begin(), row.end());
        weights.offsets_.push_back(weights.influences_.size());
    }
    return weights;
}

SkinWeights SkinWeights::rigid(std::size_t vertex_count, JointIndex slot) {
    SkinWeights weights;
    weights.influences_.assign(vertex_count, {slot, 1.0F});
    weights.offsets_.resize(vertex_count + 1);
    for (std::size_t i = 0; i <= vertex_count; ++i)
        weights.offsets_[i] = i;
    return weights;
}

SkinWeights SkinWeights::with_rows(std::span<const std::size_t> vertices,
                                   std::span<const std::vector<Influence>> rows) const {
    assert(vertices.size() == rows.size());
    const SkinWeights fresh = from_rows(rows);
    SkinWeights weights;
    weights.empty_rows_ = empty_rows_;
    weights.renormalised_rows_ = renormalised_rows_;
    weights.offsets_.reserve(offsets_.size());
    weights.influences_.reserve(influences_.size() + fresh.influences_.size());
    weights.offsets_.push_back(0);
    std::size_t next = 0;
    for (std::size_t vertex = 0; vertex < vertex_count(); ++vertex) {
        const bool replaced = next < vertices.size() && vertices[next] == vertex;
        const auto source = replaced ? fresh.row(next++) : row(vertex);
        weights.influences_.insert(weights.influences_.end(), source.begin(), source.end());
        weights.offsets_.push_back(weights.influences_.size());
    }
    assert(next == vertices.size());
    return weights;
}

std::size_t SkinWeights::max_influences() const {
    std::size_t most = 0;
    for (std::size_t vertex = 0; vertex < vertex_count(); ++vertex)
        most = std::max(most, row(vertex).size());
    return most;
}

std::vector<JointIndex> SkinWeights::slots() const {
    std::vector<JointIndex> slots;
    for (const Influence& influence : influences_)
        slots.push_back(influence.slot);
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    return slots;
}

}  // namespace isoskin
