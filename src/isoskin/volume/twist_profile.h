#pragma once

#include <array>

#include "isoskin/math/types.h"

namespace isoskin {

/// What a linear blend does to a twist, undone before it.
///
/// Between two frames twisted by θ, a point that follows the far one by s is multiplied, seen as a
/// complex number in the plane across the axis, by 1 - s + s e^{iθ} = κ e^{iφ}: it comes nearer to
/// the axis, and turns by φ, which crowds the turn into the middle of the blend. What one would
/// have is the turn of a smooth blend s̃, at nearly the same radius; so the bind shape is multiplied
/// by 1 + f beforehand, f = κ^-ρ e^{i(s̃θ - φ)} - 1. Up to 146° four fixed functions of the angle
/// span f well: two even ones times profiles in s and s̃ along the radius, two odd ones times
/// profiles round the axis. So a twist is four morph targets whose weights are closed forms of its
/// angle.
inline constexpr int kTwistProfileCount = 4;
inline constexpr int kRadialProfileCount = 2;  ///< The first; the others go round the axis.

using TwistNumbers = std::array<double, kTwistProfileCount>;

/// Fractions of the radius by which a point that follows a joint by `blend` moves with each weight
/// to turn as if it followed by `smooth_blend`; both in [0, 1].
TwistNumbers twist_profile(double blend, double smooth_blend);

/// Weights of the profiles for a twist of `angle` radians. Small twists have none, and those that
/// go round the axis set in softly, never much faster than the angle. Beyond 146°, where the blend
/// is nearly singular, all level off, and those that go round come back to nothing at half a turn,
/// which is the same turn the other way.
/// A twist that flesh past a loose neighbour does not follow (volume_tree.h), by a share
/// `countered` from 0 to 1, is not one of two frames: what undoes a nearly singular blend would
/// tear at flesh that hardly blends. There weights level off from 50° on, by and by.
TwistNumbers twist_weights(double angle, double countered = 0.0);

/// A rotation as a twist about an axis, then a swing: the shortest turn that takes the axis where
/// it goes.
struct SwingTwist {
    double twist = 0.0;  ///< In [-π, π].
    double swing = 0.0;  ///< In [0, π].
};
SwingTwist split_swing(const Quatd& rotation, const Vec3d& axis);

/// The twist whose blend, alone, thins the limb as much as the twist does within both: a limb that
/// also swings is blended about a tilted axis and loses less.
double thinning_twist(const SwingTwist& motion);

}  // namespace isoskin
