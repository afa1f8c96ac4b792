#pragma once

#include "isoskin/volume/solve/twist_weights.h"

namespace isoskin {

/// What a linear blend does to a twist, undone before it.
///
/// Between two frames twisted by θ, a point that follows the far one by s is multiplied, seen as a
/// complex number in the plane across the axis, by 1 - s + s e^{iθ} = κ e^{iφ}: it comes nearer to
/// the axis, and turns by φ, which crowds the turn into the middle of the blend. What one would
/// have is the turn of a smooth blend s̃, at nearly the same radius; so the bind shape is multiplied
/// by 1 + f beforehand, f = κ^-ρ e^{i(s̃θ - φ)} - 1. Four fixed functions of the angle
/// (`twist_functions`) span f well: two even ones times profiles in s and s̃ along the radius, two
/// odd ones times profiles round the axis.
///
/// Returns the profiles: fractions of the radius by which a point that follows a joint by `blend`
/// moves with each weight to turn as if it followed by `smooth_blend`; both in [0, 1].
TwistNumbers twist_profile(double blend, double smooth_blend);

}  // namespace isoskin
