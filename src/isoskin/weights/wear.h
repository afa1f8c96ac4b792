#pragma once

#include "isoskin/weights/bind_weights.h"

namespace isoskin {

/// A body with clothes among its meshes.
struct WornBody {
    Character character;
    BoundWeights bound;  ///< Of the clothes; slots are joints of the body.
};

/// Adds the meshes of `garment` to `body`: with its weights carried over (`transfer_weights`), on
/// its joints, in its bind space. Both lie in the pose that their files store; a skeleton, clips
/// and morph targets of the garment are left behind. Fails if the body has no skin or the garment
/// no surface.
Result<WornBody> wear(const Character& body, const Character& garment,
                      std::size_t max_influences = 4);

}  // namespace isoskin
