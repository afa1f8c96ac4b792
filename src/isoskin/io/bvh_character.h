#pragma once

#include <filesystem>

#include "isoskin/io/bvh.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// The file by itself: its skeleton, its motion, and a stick for each bone so that it can be seen.
/// Without an axis in `options` up is where the body of the file stands; see `guess_up_axis`.
Result<Character> character_from_bvh(const BvhFile& bvh, const ReadOptions& options,
                                     std::string_view name);

Result<Character> read_bvh(const std::filesystem::path& path, const ReadOptions& options);

/// Which axis of the file points up: the one along which its body stands, in its rest pose or, if
/// nobody stands so, in the mean of its frames. Without a body, where its head or spine is.
UpAxis guess_up_axis(const BvhFile& bvh);

}  // namespace isoskin
