#pragma once

#include <array>
#include <optional>
#include <span>

#include "isoskin/motion/rest_skeleton.h"

namespace isoskin {

/// Where the limbs of a body begin: left and right arm, left and right leg.
struct LimbStarts {
    std::array<std::size_t, 2> arms{};
    std::array<std::size_t, 2> legs{};
};

/// Finds the limbs of a body by the lengths of its bones alone: two pairs of branches of equal
/// length, the upper pair carried by a branch beside the lower pair. Lengths, unlike directions,
/// are the same in every rest pose. Left and right follow from where the feet point, forward being
/// +z where there are none.
std::optional<LimbStarts> find_limbs_by_shape(const RestSkeleton& rest,
                                              std::span<const double> branch_length);

}  // namespace isoskin
