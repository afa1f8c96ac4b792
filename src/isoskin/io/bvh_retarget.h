#pragma once

#include <filesystem>

#include "isoskin/io/bvh.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// The motion made to fit `character`, joints matched by name (see match_joints).
///
/// Each matched joint turns in model space as its counterpart does, bones of the two rest poses
/// laid on each other first; the root also moves, by the way it goes from the first frame on,
/// scaled by the sizes of the skeletons. Notes name the joints left out. Fails if nothing matches.
Result<Clip> retarget_bvh(const BvhFile& bvh, const Character& character,
                          const ReadOptions& options, std::string_view name);

/// The file by itself: its skeleton, its motion, and a stick for each bone so that it can be seen.
Result<Character> character_from_bvh(const BvhFile& bvh, const ReadOptions& options,
                                     std::string_view name);

Result<Character> read_bvh(const std::filesystem::path& path, const ReadOptions& options);

}  // namespace isoskin
