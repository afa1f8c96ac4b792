#pragma once

#include "isoskin/weights/bind_weights.h"

namespace isoskin {

/// Weights for clothes, hair and other versions of a body from a body that has them.
///
/// `from` is the body in the pose its file stores, in which the meshes of `to` lie on it.
/// A point is trusted if the nearest place of the body is within 5 % of the body's box and the
/// normals there differ by at most 30° (Abdrashitov et al. 2023). All other points of a part with a
/// trusted one are in-painted: harmonic between the trusted. A part without any takes the nearest.
/// `joint_of` leads from joints of `from` to joints of the weights returned.
Result<BoundWeights> transfer_weights(const Character& from, std::span<const JointIndex> joint_of,
                                      const BindBody& to, std::size_t max_influences);

/// A character that follows the joints of a body, and where each joint of the body is in it.
struct Dressed {
    Character character;
    std::vector<JointIndex> joint_of;
};

/// Clothes made ready to take the weights of `rig`: a file that has all its joints by name keeps
/// its own, any other is hung on them (`with_skeleton`).
Result<Dressed> dress(const Character& character, const Character& rig);

}  // namespace isoskin
