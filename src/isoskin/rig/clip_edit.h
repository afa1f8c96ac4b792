#pragma once

#include "isoskin/rig/clip.h"

namespace isoskin {

/// Keys closer than this are one key, in seconds.
inline constexpr double kSameKey = 1e-4;

/// Makes `clip` pass through `wanted` for one joint at `time`, where it shows `shown` so far; what
/// does not differ is not keyed.
///
/// A property without a channel gets one that holds `shown` from the start to the end of the clip,
/// so that the rest of the motion stays. A key in a cubic channel has flat tangents.
void key_joint(Clip& clip, std::size_t joint, double time, const Transform& shown,
               const Transform& wanted);

/// Takes out all keys at `time`; a channel that loses its last key is dropped.
void remove_keys(Clip& clip, double time);

/// The times of all keys, increasing, each once; at most `most` of them, evenly thinned.
std::vector<double> key_times(const Clip& clip, std::size_t most);

}  // namespace isoskin
