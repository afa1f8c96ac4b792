#pragma once

#include <functional>
#include <span>

#include "isoskin/deform/deformer.h"
#include "isoskin/dynamics/swing.h"

namespace isoskin {

/// How long a motion is, and how finely it is worked out.
struct PlaySettings {
    double seconds = 4.0;
    double frames_per_second = 30.0;
    double steps_per_second = 120.0;  ///< At least; a frame is a whole number of steps.

    std::size_t frame_count() const;  ///< The first and the last included.

    /// From one frame to the next.
    struct Steps {
        std::size_t count = 1;
        double seconds = 0.0;
    };
    Steps steps() const;
};

/// Takes the frames as they come; what it refuses ends the motion.
using FrameSink = std::function<Status(std::span<const PosedMesh>)>;

/// A shape of its own weight: falls, bounces and wobbles in its stored pose.
struct DropSettings {
    DynamicsSettings dynamics = {};
    double height = 0.0;  ///< Between its lowest point and the ground at first, in model units.
};

/// Drops a character whose bind space is model space (`frozen_character`). Volume is kept by
/// `deform`, frame by frame.
Status play_drop(const Character& character, const Lattice& lattice, const DropSettings& drop,
                 const DeformSettings& deform, const PlaySettings& play, const FrameSink& sink);

/// Flesh of a character that swings while a clip moves its bones, over and over. A second of the
/// clip goes before the first frame, so that it is in swing.
Status play_swing(const Character& character, const Lattice& lattice, const Clip& clip,
                  const SwingSettings& swing, const DeformSettings& deform,
                  const PlaySettings& play, const FrameSink& sink);

}  // namespace isoskin
