#include "isoskin/volume/closing.h"

#include <algorithm>
#include <cmath>

namespace isoskin {
namespace {

bool is_bend(const CorrectionTarget& target) {
    return target.role == CorrectionTarget::Role::Bend;
}

// Holds the bends that the step would carry too far; says how many.
std::size_t hold_back(std::span<const CorrectionTarget> targets, double max_displacement,
                      double step, std::span<double> weights, std::span<double> growth) {
    std::size_t held = 0;
    for (std::size_t k = 0; k < targets.size(); ++k) {
        if (!is_bend(targets[k]) || growth[k] == 0.0) continue;
        const double grown = weights[k] + step * growth[k];
        const double limit = max_displacement / targets[k].reach;
        if (std::abs(grown) <= limit) continue;
        weights[k] = std::copysign(limit, grown);
        growth[k] = 0.0;
        ++held;
    }
    return held;
}

}  // namespace

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

void advance(std::span<const CorrectionTarget> targets, const ClosingGoal& goal,
             const Cubic& volume, std::span<double> weights, std::span<double> growth,
             Closing& closing) {
    constexpr int kMaxRounds = 6;
    closing.step = 0.0;
    if (std::abs(volume[0] - goal.volume) <= 1e-15 * std::abs(goal.volume)) {
        closing.state = Closing::State::Reached;
        return;
    }
    const auto step = nearest_step(volume, goal.volume);
    if (!step || ++closing.rounds > kMaxRounds) {
        closing.state = Closing::State::Failed;
        return;
    }
    const std::size_t held = hold_back(targets, goal.max_displacement, *step, weights, growth);
    closing.capped += held;
    if (held > 0) return;
    for (std::size_t k = 0; k < targets.size(); ++k)
        weights[k] += *step * growth[k];
    closing.step = *step;
    closing.state = Closing::State::Reached;
}

Closing close_volume(std::span<const CorrectionTarget> targets, const ClosingGoal& goal,
                     const VolumeAlong& volume_along, std::span<double> weights,
                     std::span<double> growth) {
    Closing closing;
    start_growth(targets, weights, growth);
    while (closing.state == Closing::State::Open)
        advance(targets, goal, volume_along(weights, growth), weights, growth, closing);
    return closing;
}

}  // namespace isoskin
