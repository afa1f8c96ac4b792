#pragma once

#include <functional>
#include <span>
#include <vector>

#include "isoskin/volume/correction_maps.h"
#include "isoskin/volume/cubic.h"

namespace isoskin {

/// What a closing has to reach.
struct ClosingGoal {
    double volume = 0.0;
    double max_displacement = 0.0;  ///< Of a bend, in limb radii.
};

/// How far a closing has come: weights + ε growth, with one ε for all from one cubic.
///
/// A bend that would move farther than allowed is held there and the others take its share, which
/// takes another round; if none is left, or the way leads through a fold, it fails.
struct Closing {
    enum class State { Open, Reached, Failed };
    State state = State::Open;
    double step = 0.0;       ///< The common factor by which all weights grew in the last round.
    std::size_t capped = 0;  ///< Targets held at the largest displacement allowed.
    int rounds = 0;
};

/// In which proportion weights may grow: outward, each as far as it has already gone.
void start_growth(std::span<const CorrectionTarget> targets, std::span<const double> weights,
                  std::span<double> growth);

/// One round: `volume` is that along weights + ε growth. Unless it fails, weights are moved to
/// where the goal is met or, while it stays open, to where bends are held.
void advance(std::span<const CorrectionTarget> targets, const ClosingGoal& goal,
             const Cubic& volume, std::span<double> weights, std::span<double> growth,
             Closing& closing);

/// Volume of a part along weights + ε growth, exactly.
using VolumeAlong =
    std::function<Cubic(std::span<const double> weights, std::span<const double> growth)>;

/// All rounds at once, for who can evaluate the volume at any time. `growth` is scratch.
Closing close_volume(std::span<const CorrectionTarget> targets, const ClosingGoal& goal,
                     const VolumeAlong& volume_along, std::span<double> weights,
                     std::span<double> growth);

}  // namespace isoskin
