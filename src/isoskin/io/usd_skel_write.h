#pragma once

#include <filesystem>
#include <span>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// What of a clip goes into a file, and when.
struct UsdMotion {
    const Clip* clip = nullptr;       ///< None: the stored pose alone.
    std::span<const float> moments;   ///< At which joints are written, in seconds, increasing.
    double frames_per_second = 30.0;  ///< Time codes are frames.
};

/// Writes a character as UsdSkel in ASCII: a skeleton per mesh, blend shapes, and one animation
/// that moves joints and weights of blend shapes. See docs/formats/usd.md.
///
/// Weights of morph targets are written at their own keys. Materials are not written.
Status write_usd_skel(const std::filesystem::path& path, const Character& character,
                      const UsdMotion& motion);

}  // namespace isoskin
