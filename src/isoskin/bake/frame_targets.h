#pragma once

#include <span>
#include <string>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// A character in one pose as a thing of its own: one joint, no clips, no morph targets. Materials
/// stay. `posed` has one element per mesh.
Character frozen_character(const Character& character, std::span<const PosedMesh> posed);

struct FrameTargetSettings {
    double frames_per_second = 30.0;
    double tolerance = 5e-4;  ///< How far a vertex may be off, over the diagonal of it all.
    /// More are not made; then the error is what it is. One that goes both ways is two in the file.
    std::size_t max_targets = 64;
    std::string clip = "motion";  ///< Its name.
};

/// Moments of a shape as something any player of glTF plays: its first moment, and a clip that
/// weighs a few morph targets, from 0 to 1 because some players know no other weights.
struct FrameTargets {
    Character character;
    std::size_t frames = 0;
    std::size_t targets = 0;
    double largest_error = 0.0;  ///< Of a vertex in any frame, in model units.
    double tolerance = 0.0;      ///< What was allowed, in model units.
};

/// Collects frames and merges them: the targets are the directions in which the frames differ most
/// from the first (singular vectors), so that their number does not grow with that of the frames.
class FrameRecorder {
  public:
    /// `character` gives faces and materials.
    explicit FrameRecorder(const Character& character) : character_(character) {}

    /// One element per mesh. Refuses more than memory is meant for, naming what to do instead.
    Status add_frame(std::span<const PosedMesh> posed);
    std::size_t frame_count() const { return frames_.size(); }

    /// At least one frame was added.
    FrameTargets merge(const FrameTargetSettings& settings) const;

  private:
    using Frame = std::vector<PosedMesh>;

    const Character& character_;
    std::vector<Frame> frames_;
    std::size_t held_ = 0;  // vectors kept
};

}  // namespace isoskin
