#pragma once

#include <functional>
#include <span>
#include <vector>

#include "isoskin/volume/correction_maps.h"
#include "isoskin/volume/cubic.h"

namespace isoskin {

/// How a closing ended.
struct Closing {
    bool reached = false;
    double step = 0.0;       ///< The common factor by which all weights grew.
    std::size_t capped = 0;  ///< Targets held at the largest displacement allowed.
};

/// Volume of a part along weights + ε growth, exactly.
using VolumeAlong =
    std::function<Cubic(std::span<const double> weights, std::span<const double> growth)>;

/// Makes `weights` meet `target`: weights + ε |weights|, with one ε for all from one cubic.
///
/// `growth` is scratch and tells on return in which proportion weights were grown. A bend that
/// would move farther than `max_displacement` limb radii is held there and the others take its
/// share; if none is left, or the way leads through a fold, `reached` is false and `weights` are as
/// far as they got.
Closing close_volume(std::span<const CorrectionTarget> targets, double target,
                     double max_displacement, const VolumeAlong& volume_along,
                     std::span<double> weights, std::span<double> growth);

}  // namespace isoskin
