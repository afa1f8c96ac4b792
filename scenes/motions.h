#pragma once

#include <span>
#include <string_view>

#include "isoskin/base/result.h"
#include "scenes.h"

/// Scenes that are motions: simulated when asked for, and handed out as characters whose clip
/// weighs morph targets, so that whatever plays glTF plays them.
namespace isoskin::scenes {

std::span<const SceneInfo> motion_list();

struct MotionOptions {
    double seconds = 0.0;  ///< 0: as long as the motion is meant to be.
    double frames_per_second = 30.0;
};

struct Motion {
    Character character;
    std::size_t targets = 0;
    double largest_error = 0.0;  ///< Of a vertex against what was simulated, in model units.
};

/// Fails on an unknown name, listing the known ones.
Result<Motion> make_motion(std::string_view name, const MotionOptions& options = {});

}  // namespace isoskin::scenes
