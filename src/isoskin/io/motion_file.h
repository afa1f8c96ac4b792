#pragma once

#include "isoskin/io/character_file.h"

namespace isoskin {

/// The clip of `source` that `options` names, made to fit `character`; sentences begin with `path`,
/// the file it came from.
Result<RetargetedMotion> fit_motion(const Character& source, const std::filesystem::path& path,
                                    const Character& character, const MotionOptions& options);

}  // namespace isoskin
