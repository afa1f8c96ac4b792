#include "isoskin/weights/brush.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace isoskin {
namespace {

using Row = std::vector<Influence>;

bool contains(std::span<const JointIndex> slots, JointIndex slot) {
    return std::binary_search(slots.begin(), slots.end(), slot);
}

float weight_of(std::span<const Influence> row, JointIndex slot) {
    for (const Influence& influence : row)
        if (influence.slot == slot) return influence.weight;
    return 0.0F;
}

float fall(Falloff falloff, float t) {
    switch (falloff) {
        case Falloff::Constant:
            return 1.0F;
        case Falloff::Linear:
            return 1.0F - t;
        case Falloff::Smooth:
            return (1.0F - t * t) * (1.0F - t * t);
    }
    return 0.0F;
}

float brushed_value(BrushMode mode, float now, float value, float mean, float amount) {
    switch (mode) {
        case BrushMode::Add:
            return now + amount * value;
        case BrushMode::Subtract:
            return now - amount * value;
        case BrushMode::Replace:
            return now + amount * (value - now);
        case BrushMode::Smooth:
            return now + amount * (mean - now);
    }
    return now;
}

// The mean over the points next to a vertex; its own value where it has none.
template <typename ValueOf>
float mean_around(std::size_t vertex, const BrushSurface& surface, const ValueOf& value_of) {
    const auto around = surface.neighbours.of(surface.weld.point_of_vertex[vertex]);
    if (around.empty()) return value_of(vertex);
    double sum = 0.0;
    for (const Index point : around)
        sum += static_cast<double>(value_of(surface.weld.vertex_of_point[point]));
    return static_cast<float>(sum / static_cast<double>(around.size()));
}

// Sets the weight of one slot; the others that are free share the rest in their old proportions.
Row with_weight(std::span<const Influence> row, JointIndex slot, float wanted,
                std::span<const JointIndex> locked) {
    double held = 0.0;
    double free = 0.0;
    for (const Influence& influence : row) {
        if (influence.slot == slot) continue;
        (contains(locked, influence.slot) ? held : free) += influence.weight;
    }
    const double most = std::max(0.0, 1.0 - held);
    const double weight = free > 0.0 ? std::clamp<double>(wanted, 0.0, most) : most;
    const double share = free > 0.0 ? (most - weight) / free : 0.0;
    Row changed;
    for (const Influence& influence : row) {
        if (influence.slot == slot) continue;
        const bool stays = contains(locked, influence.slot);
        changed.push_back(
            {influence.slot, static_cast<float>(influence.weight * (stays ? 1.0 : share))});
    }
    changed.push_back({slot, static_cast<float>(weight)});
    return changed;
}

bool same_row(std::span<const Influence> a, std::span<const Influence> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// Applies `change` to every row; those it leaves alone keep their bits.
template <typename Change>
SkinWeights change_rows(const SkinWeights& weights, const Change& change) {
    std::vector<std::size_t> vertices;
    std::vector<Row> rows;
    for (std::size_t vertex = 0; vertex < weights.vertex_count(); ++vertex) {
        Row row(weights.row(vertex).begin(), weights.row(vertex).end());
        change(vertex, row);
        if (same_row(row, weights.row(vertex))) continue;
        vertices.push_back(vertex);
        rows.push_back(std::move(row));
    }
    return weights.with_rows(vertices, rows);
}

}  // namespace

BrushSurface::BrushSurface(const Mesh& mesh)
    : weld(weld_by_position(mesh.positions)),
      neighbours(weld_faces(mesh.faces, weld).faces, weld.point_count()) {}

std::vector<BrushedVertex> vertices_under(std::span<const Vec3> positions, const Dab& dab) {
    assert(dab.radius > 0.0F);
    std::vector<BrushedVertex> under;
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        const float t = (positions[vertex] - dab.center).norm() / dab.radius;
        if (!(t < 1.0F)) continue;
        under.push_back({vertex, std::clamp(dab.strength * fall(dab.falloff, t), 0.0F, 1.0F)});
    }
    return under;
}

SkinWeights paint_weights(const SkinWeights& weights, std::span<const BrushedVertex> brushed,
                          const WeightBrush& brush, const BrushSurface& surface) {
    if (contains(brush.locked, brush.slot)) return weights;
    const auto weight_at = [&](std::size_t vertex) {
        return weight_of(weights.row(vertex), brush.slot);
    };
    std::vector<std::size_t> vertices;
    std::vector<Row> rows;
    for (const BrushedVertex& under : brushed) {
        const float mean =
            brush.mode == BrushMode::Smooth ? mean_around(under.vertex, surface, weight_at) : 0.0F;
        const float now = weight_at(under.vertex);
        const float wanted = brushed_value(brush.mode, now, brush.value, mean, under.amount);
        if (wanted == now) continue;
        vertices.push_back(under.vertex);
        rows.push_back(with_weight(weights.row(under.vertex), brush.slot, wanted, brush.locked));
    }
    return weights.with_rows(vertices, rows);
}

void paint_map(std::span<float> map, std::span<const BrushedVertex> brushed, BrushMode mode,
               float value, const BrushSurface& surface) {
    const auto value_at = [&](std::size_t vertex) { return map[vertex]; };
    std::vector<float> painted;
    for (const BrushedVertex& under : brushed) {
        const float mean =
            mode == BrushMode::Smooth ? mean_around(under.vertex, surface, value_at) : 0.0F;
        painted.push_back(std::clamp(
            brushed_value(mode, map[under.vertex], value, mean, under.amount), 0.0F, 1.0F));
    }
    for (std::size_t i = 0; i < brushed.size(); ++i)
        map[brushed[i].vertex] = painted[i];
}

SkinWeights smooth_weights(const SkinWeights& weights, const WeightBrush& brush, int rounds,
                           const BrushSurface& surface) {
    std::vector<BrushedVertex> all;
    for (std::size_t vertex = 0; vertex < weights.vertex_count(); ++vertex)
        all.push_back({vertex, 0.5F});
    WeightBrush smooth = brush;
    smooth.mode = BrushMode::Smooth;
    SkinWeights result = weights;
    for (int round = 0; round < rounds; ++round)
        result = paint_weights(result, all, smooth, surface);
    return result;
}

SkinWeights prune_weights(const SkinWeights& weights, float least,
                          std::span<const JointIndex> locked) {
    return change_rows(weights, [&](std::size_t, Row& row) {
        const JointIndex strongest = row.front().slot;
        std::erase_if(row, [&](const Influence& influence) {
            return influence.weight < least && influence.slot != strongest &&
                   !contains(locked, influence.slot);
        });
    });
}

SkinWeights limit_influences(const SkinWeights& weights, std::size_t most,
                             std::span<const JointIndex> locked) {
    assert(most >= 1);
    return change_rows(weights, [&](std::size_t, Row& row) {
        if (row.size() <= most) return;
        std::stable_sort(row.begin(), row.end(), [&](const Influence& a, const Influence& b) {
            return contains(locked, a.slot) > contains(locked, b.slot);
        });
        row.resize(most);
    });
}

SkinWeights normalise_weights(const SkinWeights& weights) {
    return change_rows(weights, [](std::size_t, Row& row) {
        double others = 0.0;
        for (std::size_t i = 1; i < row.size(); ++i)
            others += row[i].weight;
        row.front().weight = static_cast<float>(1.0 - others);
        std::erase_if(row, [](const Influence& influence) { return influence.weight <= 0.0F; });
    });
}

}  // namespace isoskin
