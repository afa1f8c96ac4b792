#pragma once

#include <span>
#include <vector>

#include "isoskin/volume/settings.h"

namespace isoskin {

/// A curve through knots that never overshoots them: monotone cubic (Fritsch and Carlson 1980),
/// zero at -1 and 1 and beyond.
class ProfileCurve {
  public:
    /// Knots in increasing places inside (-1, 1); others are left out.
    explicit ProfileCurve(std::span<const ProfileKnot> knots);

    double operator()(double place) const;

  private:
    std::vector<double> place_;
    std::vector<double> amount_;
    std::vector<double> slope_;
};

/// The curve of an effect, closely sampled.
std::vector<ProfileKnot> preset_profile(VolumeEffect effect);

/// Few enough of these knots for an artist to hold: their curve departs by at most `tolerance` from
/// the one through all of them.
std::vector<ProfileKnot> thin_profile(std::span<const ProfileKnot> knots, double tolerance);

}  // namespace isoskin
