#include "isoskin/skinning/morph_table.h"

#include <algorithm>
#include <cassert>

namespace isoskin {
namespace {

float& component(std::span<Column> records, const MorphTable::Place& place, int axis) {
    return records[place.column + static_cast<std::size_t>(axis)].lanes[place.lane];
}

}  // namespace

void MorphTable::add_target() {
    targets_.emplace_back();
    applied_.push_back(0.0F);
}

void MorphTable::add_patch(const Place& place, const Vec3& delta) {
    assert(!targets_.empty());
    targets_.back().push_back({.place = place, .delta = delta});
}

void MorphTable::keep_rest(std::span<const Column> records) {
    for (auto& target : targets_)
        for (Patch& patch : target)
            for (int axis = 0; axis < 3; ++axis)
                patch.rest[axis] = records[patch.place.column + static_cast<std::size_t>(axis)]
                                       .lanes[patch.place.lane];
}

void MorphTable::apply(std::span<const float> weights, std::span<Column> records) {
    assert(weights.size() == targets_.size());
    if (std::equal(weights.begin(), weights.end(), applied_.begin())) return;

    for (std::size_t i = 0; i < targets_.size(); ++i) {
        if (applied_[i] == 0.0F) continue;
        for (const Patch& patch : targets_[i])
            for (int axis = 0; axis < 3; ++axis)
                component(records, patch.place, axis) = patch.rest[axis];
    }
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        applied_[i] = weights[i];
        if (weights[i] == 0.0F) continue;
        for (const Patch& patch : targets_[i])
            for (int axis = 0; axis < 3; ++axis)
                component(records, patch.place, axis) += weights[i] * patch.delta[axis];
    }
}

}  // namespace isoskin
