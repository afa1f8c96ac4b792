#pragma once

#include <array>

#include "isoskin/math/types.h"

namespace isoskin {

/// A twist between two frames is undone by four morph targets (build/twist_profile.h): two along
/// the radius and two round the axis, each with a weight that is a closed form of the angle.
inline constexpr int kTwistProfileCount = 4;
inline constexpr int kRadialProfileCount = 2;  ///< The first; the others go round the axis.

using TwistNumbers = std::array<double, kTwistProfileCount>;

/// Up to this angle profiles are fitted and weights are `twist_functions`; beyond it the blend is
/// nearly singular and weights level off.
inline constexpr double kLastTwist = 146.0 * kPi / 180.0;

/// sec(θ/2) - 1, θ², θ, tan(θ/2) - θ/2: even ones along the radius, odd ones round the axis.
TwistNumbers twist_functions(double angle);

/// A rotation split into a twist about an axis and a swing, the shortest turn that takes the axis
/// where it goes.
struct SwingTwist {
    double twist_sine = 0.0;    ///< Of half the twist, which is in [-π, π].
    double twist_cosine = 1.0;  ///< The same; not negative.
    double swing_cosine = 1.0;  ///< Of half the swing; not negative.

    double twist() const;
    /// The twist whose blend, alone, thins the limb as much as the twist does within both: a limb
    /// that also swings is blended about a tilted axis and loses less. In [-π, π].
    double thinning_twist() const;
};
SwingTwist split_swing(const Quatd& rotation, const Vec3d& axis);

/// Weights of the four targets of a joint. They follow the twist that thins; small ones have none,
/// and those that go round the axis set in softly, never much faster than the angle. What goes
/// round comes back to nothing where the twist itself comes to half a turn, which is the same turn
/// the other way: near half a turn of swing the twist passes there while it hardly thins.
///
/// A twist that flesh past a loose neighbour does not follow (`CorrectionTable::LoosePair`), by a
/// share `countered` from 0 to 1, is not one of two frames: what undoes a nearly singular blend
/// would tear at flesh that hardly blends. There weights level off from 50° on.
TwistNumbers twist_weights(const SwingTwist& motion, double countered = 0.0);

}  // namespace isoskin
