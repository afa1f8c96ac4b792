#pragma once

#include <vector>

#include "isoskin/rig/clip.h"

namespace isoskin {

/// The moments at which something in a clip changes its course, in seconds, increasing.
///
/// All keys of all channels; before the key of a channel that jumps also the last float moment
/// before the jump, so that straight lines between these moments can follow it.
std::vector<float> key_times(const Clip& clip);

/// The same for the channels that move the morph weights of one mesh: empty if none does.
std::vector<float> morph_key_times(const Clip& clip, std::size_t mesh);

/// `times` with moments put between them so that none are farther apart than `seconds`.
std::vector<float> subdivided(const std::vector<float>& times, double seconds);

}  // namespace isoskin
