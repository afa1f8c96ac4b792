#include "isoskin/volume/closing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isoskin {
namespace {

constexpr int kMaxRounds = 48;
constexpr double kPerHop = 0.25;        // of a neighbour's demand that reaches a joint
constexpr double kBoundOfSpread = 1e6;  // caps end this way, not the bound
constexpr double kNoRoom = 1e-12;       // steps below this are rounding

bool is_bend(const CorrectionTarget& target) {
    return target.role == CorrectionTarget::Role::Bend;
}

double limit_of(const ClosingTask& task, std::size_t target, double direction) {
    const CorrectionTarget& bend = task.targets[target];
    return direction < 0.0 ? inward_limit(bend, task.max_displacement)
                           : outward_limit(bend, task.max_displacement);
}

// How far a bend can grow until it is as far out, or in, as it may be. Growth is never negative.
double room_of(const ClosingTask& task, std::size_t target, double weight, double growth,
               double direction) {
    return (limit_of(task, target, direction) - direction * weight) / growth;
}

// How far all bends can grow until the first has to be held.
double common_room(const ClosingTask& task, std::span<const double> weights,
                   std::span<const double> growth, double direction) {
    double room = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < task.targets.size(); ++k)
        if (is_bend(task.targets[k]) && growth[k] > 0.0)
            room = std::min(room, room_of(task, k, weights[k], growth[k], direction));
    return std::max(room, 0.0);
}

// Holds the bends that have no room left; says how many.
std::size_t hold_back(const ClosingTask& task, double direction, std::span<double> weights,
                      std::span<double> growth) {
    std::size_t held = 0;
    for (std::size_t k = 0; k < task.targets.size(); ++k) {
        if (!is_bend(task.targets[k]) || !(growth[k] > 0.0)) continue;
        if (room_of(task, k, weights[k], growth[k], direction) > kNoRoom) continue;
        weights[k] = direction * limit_of(task, k, direction);
        growth[k] = 0.0;
        ++held;
    }
    return held;
}

// How far each joint is moved, or asked to move, in limb radii.
void find_demand(const ClosingTask& task, std::span<const double> weights,
                 std::span<const double> growth, std::span<double> demand) {
    std::fill(demand.begin(), demand.end(), 0.0);
    for (std::size_t k = 0; k < task.targets.size(); ++k)
        demand[task.targets[k].node] +=
            std::max(std::abs(weights[k]), std::abs(growth[k])) * task.targets[k].reach;
}

// Each joint asks its neighbours for a share of what it is asked for, these theirs, and so on: up
// the tree first, then down, which counts every pair of joints once.
void spread_demand(const VolumeTree& tree, std::span<double> demand) {
    for (std::size_t k = demand.size(); k-- > 1;)
        demand[tree.nodes[k].parent] += kPerHop * demand[k];
    for (std::size_t k = 1; k < demand.size(); ++k)
        demand[k] += kPerHop * (demand[tree.nodes[k].parent] - kPerHop * demand[k]);
}

// Growth of the bends that are not held, as far as their joints are asked for, in limb radii.
void spread_growth(const ClosingTask& task, std::span<const double> weights,
                   std::span<double> growth, std::span<double> demand) {
    find_demand(task, weights, growth, demand);
    spread_demand(task.tree, demand);
    const double most = demand.empty() ? 0.0 : *std::max_element(demand.begin(), demand.end());
    for (std::size_t k = 0; k < task.targets.size(); ++k) {
        const CorrectionTarget& target = task.targets[k];
        growth[k] = 0.0;
        if (!is_bend(target) || !(target.gain > 0.0)) continue;
        if (std::abs(weights[k]) >= limit_of(task, k, weights[k])) continue;
        growth[k] = (most > 0.0 ? demand[target.node] / most : 1.0) *
                    outward_limit(target, task.max_displacement);
    }
}

// Whether the volume asks for the way presumed; if not, what was held for it is let go and the
// volume has to be found anew.
bool settle_presumption(double direction, std::span<double> growth, Closing& closing) {
    const bool agrees = closing.presumed == direction;
    closing.presumed = 0.0;
    if (agrees)
        closing.capped += closing.held_at_start;
    else
        std::copy(closing.growth_before.begin(), closing.growth_before.end(), growth.begin());
    return agrees;
}

}  // namespace

void start_closing(const ClosingTask& task, double bound, Closing& closing) {
    closing.state = Closing::State::Open;
    closing.way = Closing::Way::Grow;
    closing.bound = bound;
    closing.step = 0.0;
    closing.capped = 0;
    closing.rounds = 0;
    closing.presumed = 0.0;
    closing.demand.resize(task.tree.nodes.size());
}

void start_growth(const ClosingTask& task, std::span<double> weights, std::span<double> growth,
                  Closing& closing) {
    const std::span<double> overflow = closing.demand;
    std::fill(overflow.begin(), overflow.end(), 0.0);
    bool is_limited = false;
    for (std::size_t k = 0; k < task.targets.size(); ++k) {
        if (!is_bend(task.targets[k])) continue;
        const double limit = limit_of(task, k, weights[k]);
        const double wanted = std::abs(weights[k]);
        is_limited = is_limited || wanted >= limit;
        if (wanted > limit) overflow[task.targets[k].node] += (wanted - limit) / limit;
        weights[k] = std::clamp(weights[k], -limit, limit);
        growth[k] = std::min(growth[k], limit);
    }
    spread_demand(task.tree, overflow);
    for (std::size_t k = 0; k < task.targets.size(); ++k)
        if (is_bend(task.targets[k]) && task.targets[k].gain > 0.0)
            growth[k] += overflow[task.targets[k].node] *
                         outward_limit(task.targets[k], task.max_displacement);
    if (!is_limited || closing.first_direction == 0.0) return;
    closing.presumed = closing.first_direction;
    closing.growth_before.assign(growth.begin(), growth.end());
    closing.held_at_start = hold_back(task, closing.presumed, weights, growth);
}

void advance(const ClosingTask& task, const Cubic& volume, std::span<double> weights,
             std::span<double> growth, Closing& closing) {
    closing.step = 0.0;
    if (std::abs(volume[0] - task.volume) <= 1e-15 * std::abs(task.volume)) {
        closing.state = Closing::State::Reached;
        return;
    }
    if (++closing.rounds > kMaxRounds) {
        closing.state = Closing::State::Failed;
        return;
    }
    const double direction = task.volume > volume[0] ? 1.0 : -1.0;
    if (closing.rounds == 1) closing.first_direction = direction;
    if (closing.presumed != 0.0 && !settle_presumption(direction, growth, closing)) return;
    const double room = common_room(task, weights, growth, direction);
    const BoundedStep step = volume[1] > 0.0
                                 ? bounded_step(volume, task.volume, std::min(room, closing.bound))
                                 : BoundedStep{};
    for (std::size_t k = 0; k < task.targets.size(); ++k)
        weights[k] += step.length * growth[k];
    closing.step = step.length;
    if (step.reaches) {
        closing.state = Closing::State::Reached;
        return;
    }
    closing.bound -= std::abs(step.length);
    const std::size_t held = hold_back(task, direction, weights, growth);
    closing.capped += held;
    if (held > 0) return;
    if (closing.way == Closing::Way::Spread) {
        closing.state = Closing::State::Failed;
        return;
    }
    spread_growth(task, weights, growth, closing.demand);
    closing.way = Closing::Way::Spread;
    closing.bound = kBoundOfSpread;
}

}  // namespace isoskin
