#pragma once

#include <span>
#include <vector>

#include "isoskin/volume/correction_maps.h"
#include "isoskin/volume/cubic.h"
#include "isoskin/volume/volume_tree.h"

namespace isoskin {

/// What a closing has to reach, and with what.
struct ClosingTask {
    std::span<const CorrectionTarget> targets;
    const VolumeTree& tree;
    double volume = 0.0;
    double max_displacement = 0.0;  ///< Of a bend, in limb radii.
};

/// How far a closing has come, in rounds of one cubic each.
///
/// First all weights grow by a common factor ε, which is bounded. A bend that comes as far as it
/// may move is held there and the others go on. What these cannot take is spread over their
/// neighbours in the volume tree, the nearest most. It is one path from one corner to the next, and
/// the closing goes along it to the first place that has the volume: so weights follow the pose
/// without jumps. If the path ends short of the volume, or leads through a fold, the closing fails
/// there.
struct Closing {
    enum class State { Open, Reached, Failed };
    enum class Way { Grow, Spread };
    State state = State::Open;
    Way way = Way::Grow;
    double bound = 0.0;      ///< How far ε may still go.
    double step = 0.0;       ///< ε of the last round.
    std::size_t capped = 0;  ///< Targets held at the largest displacement allowed.
    int rounds = 0;
    /// The way the volume asked to go at first, outward or inward: 1 or -1; from one closing to the
    /// next.
    double first_direction = 0.0;
    /// The same as presumed from the last time, and how many bends at their limits are held for it
    /// from the start. It saves them a round and changes nothing else. 0: nothing is presumed.
    double presumed = 0.0;
    std::size_t held_at_start = 0;
    std::vector<double> growth_before;  ///< Without these, if the volume asks for the other way.
    std::vector<double> demand;         ///< Scratch, per node of the tree.

    /// So that closing allocates nothing.
    void reserve(std::size_t target_count, std::size_t node_count) {
        growth_before.reserve(target_count);
        demand.reserve(node_count);
    }
};

/// Begins a closing whose weights may grow by `bound` times `growth`.
void start_closing(const ClosingTask& task, double bound, Closing& closing);

/// Takes weights and growth as joints ask for them, holds those that ask for too much, and lets
/// their neighbours grow by what they may not.
void start_growth(const ClosingTask& task, std::span<double> weights, std::span<double> growth,
                  Closing& closing);

/// One round: `volume` is that along weights + ε growth. Moves weights to where the volume is met
/// or to the next corner of the path, where the volume has to be found anew.
void advance(const ClosingTask& task, const Cubic& volume, std::span<double> weights,
             std::span<double> growth, Closing& closing);

/// Weights that are known but for their interplay at most double, or vanish.
inline constexpr double kBoundOfKnown = 1.0;

}  // namespace isoskin
