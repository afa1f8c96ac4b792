#include "isoskin/volume/solve/correction_table.h"

#include <algorithm>
#include <cassert>

namespace isoskin {

void sum_targets(const CorrectionTable& table, std::span<const double> weights,
                 std::span<Vec3d> field) {
    assert(weights.size() == table.targets.size() && field.size() == table.bind.size());
    std::fill(field.begin(), field.end(), Vec3d::Zero());
    for (std::size_t k = 0; k < weights.size(); ++k) {
        if (weights[k] == 0.0) continue;
        const CorrectionTarget& target = table.targets[k];
        for (std::size_t entry = 0; entry < target.map.size(); ++entry)
            field[target.map[entry].point] += weights[k] * move_of(table.direction, target, entry);
    }
}

}  // namespace isoskin
