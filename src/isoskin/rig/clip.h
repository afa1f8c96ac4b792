#pragma once

#include <string>
#include <vector>

#include "isoskin/rig/pose.h"

namespace isoskin {

enum class Interpolation {
    Step,         ///< Holds a key until the next.
    Linear,       ///< Straight; rotations by slerp on the shorter arc.
    CubicSpline,  ///< glTF's Hermite: values come as (in-tangent, value, out-tangent).
};

enum class ChannelPath { Translation, Rotation, Scale, MorphWeights };

/// One animated property over time.
struct Channel {
    ChannelPath path = ChannelPath::Rotation;
    std::size_t target = 0;  ///< A joint; for morph weights, a mesh of the character.
    Interpolation interpolation = Interpolation::Linear;
    std::vector<float> times;  ///< Seconds, increasing, not empty.
    std::vector<float>
        values;  ///< Per key 3, 4 (x y z w) or one per morph; three times that if cubic.
};

/// A named motion.
struct Clip {
    std::string name;
    std::vector<Channel> channels;
    std::vector<std::string> notes = {};  ///< What the reader left out, a sentence each.

    /// Time of the last key of any channel, in seconds.
    double duration() const;
};

enum class PlayMode {
    Clamp,  ///< Hold the first key before the clip and the last after it, as glTF asks.
    Loop,   ///< Repeat with the clip's duration as period.
};

/// Overwrites what the clip animates in `pose`; everything else is left as it is.
///
/// `first_morph[m]` is where the morph weights of mesh m start in `pose.morph_weights`.
void sample(const Clip& clip, double time, PlayMode mode, std::span<const std::size_t> first_morph,
            Pose& pose);

}  // namespace isoskin
