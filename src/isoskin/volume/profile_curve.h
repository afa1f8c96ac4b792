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

/// The knots an effect starts from when an artist opens its curve.
std::vector<ProfileKnot> preset_profile(VolumeEffect effect);

}  // namespace isoskin
