#include "isoskin/volume/closing.h"

#include <algorithm>
#include <cmath>

namespace isoskin {
namespace {

bool is_bend(const CorrectionTarget& target) {
    return target.role == CorrectionTarget::Role::Bend;
}

// Everything grows outward in proportion to what it already does; a twist as a whole.
void start_growth(std::span<const CorrectionTarget> targets, std::span<const double> weights,
                  std::span<double> growth) {
    double largest = 0.0;
    for (std::size_t k = 0; k < targets.size(); ++k) {
        growth[k] = is_bend(targets[k]) ? std::abs(weights[k]) : weights[k];
        largest = std::max(largest, std::abs(growth[k]));
    }
    if (largest > 0.0) return;
    for (std::size_t k = 0; k < targets.size(); ++k)
        growth[k] = is_bend(targets[k]) && targets[k].gain > 0.0 ? 1.0 / targets[k].gain : 0.0;
}

}  // namespace

Closing close_volume(std::span<const CorrectionTarget> targets, double target,
                     double max_displacement, const VolumeAlong& volume_along,
                     std::span<double> weights, std::span<double> growth) {
    constexpr int kMaxRounds = 6;
    Closing closing;
    start_growth(targets, weights, growth);
    for (int round = 0; round < kMaxRounds; ++round) {
        const Cubic volume = volume_along(weights, growth);
        if (std::abs(volume[0] - target) <= 1e-15 * std::abs(target)) {
            closing.reached = true;
            return closing;
        }
        const auto step = nearest_step(volume, target);
        if (!step) return closing;

        bool over = false;
        for (std::size_t k = 0; k < targets.size(); ++k) {
            const double grown = weights[k] + *step * growth[k];
            const double limit = max_displacement / targets[k].reach;
            if (!is_bend(targets[k]) || growth[k] == 0.0 || std::abs(grown) <= limit) continue;
            weights[k] = std::copysign(limit, grown);
            growth[k] = 0.0;
            ++closing.capped;
            over = true;
        }
        if (over) continue;
        for (std::size_t k = 0; k < targets.size(); ++k)
            weights[k] += *step * growth[k];
        closing.step = *step;
        closing.reached = true;
        return closing;
    }
    return closing;
}

}  // namespace isoskin
