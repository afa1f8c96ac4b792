#pragma once

namespace isoskin {

/// What a target of the correction is for, and so where its weight comes from.
enum class TargetRole {
    Bend,   ///< Along the directions; weight: loss over gain, as losses are shared, and closing.
    Twist,  ///< Along ways of its own; weight: a closed form of the twist.
    Flesh   ///< The same; weight: a sampled function of the bend.
};

}  // namespace isoskin
