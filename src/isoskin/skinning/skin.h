#pragma once

#include <span>

#include "isoskin/math/types.h"
#include "isoskin/rig/skin_weights.h"

namespace isoskin {

enum class SkinMethod {
    Rigid,           ///< Each vertex follows its strongest joint: cracks at joints.
    Linear,          ///< Blends matrices: what every engine does; loses volume at bends and twists.
    DualQuaternion,  ///< Blends rigid motions: no collapse, bulges where joints bend.
};

/// Moves `bind` by the blend of `palette` that `weights` asks for, into `posed`: the plain double
/// loop that the fast tables of skin_table.h are checked against.
///
/// One weight row and one element of `posed` per bind point; points are independent.
void skin_points(SkinMethod method, std::span<const Vec3> bind, const SkinWeights& weights,
                 std::span<const Affine> palette, std::span<Vec3d> posed);

}  // namespace isoskin
