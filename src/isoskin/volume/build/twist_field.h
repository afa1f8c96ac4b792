#pragma once

#include <array>
#include <vector>

#include "isoskin/volume/build/part_model.h"
#include "isoskin/volume/build/twist_profile.h"

namespace isoskin {

/// Where the points of a part go with each weight of a joint's twist (twist_profile.h).
struct TwistField {
    std::vector<Index> points;                                 ///< Increasing.
    std::array<std::vector<Vec3d>, kTwistProfileCount> moves;  ///< One per point.
};

/// Wide blends turn as they are; sharp and ragged ones over about the radius of the limb.
TwistField make_twist_field(const PartModel& part, const SurfaceDiffusion& diffusion,
                            std::size_t node);

}  // namespace isoskin
