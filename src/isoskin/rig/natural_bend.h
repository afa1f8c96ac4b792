#pragma once

#include "isoskin/rig/character.h"
#include "isoskin/rig/inverse_kinematics.h"

namespace isoskin {

/// For each joint of a chain between its ends the axis about which it bends by nature, as
/// `IkChain::bend_axes` takes them: as the stored pose and the clips bend it, deep bends counting
/// more than slight ones. A joint that nothing bends, between a root and a tip whose foot points
/// somewhere, bends as a knee does: forward, where the foot points. Else zero.
std::vector<Vec3d> natural_bends(const Character& character, const IkChain& chain);

}  // namespace isoskin
