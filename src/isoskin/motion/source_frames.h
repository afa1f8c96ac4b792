#pragma once

#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/motion/posture.h"

namespace isoskin {

/// A motion sampled: where the joints of its skeleton are at each time.
struct SourceFrames {
    std::vector<float> times;
    std::vector<PosedJoints> frames;
    std::vector<char> moved;  ///< Per joint of the skeleton: the motion turns it.
};

/// Times are the keys of all channels, with more between keys farther apart than a thirtieth of a
/// second, so that turning limbs keep to their arcs on other bones. Refuses what is too long to be
/// kept.
Result<SourceFrames> sample_frames(const Character& source, const Clip& motion);

}  // namespace isoskin
