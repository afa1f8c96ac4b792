#pragma once

#include "bake_options.h"
#include "command.h"

namespace isoskin::cli {

/// True for outputs that hold positions frame by frame: .pc2, .mdd, .usda, .exr, and .obj with a
/// number field as in "%04d".
bool is_cache(const std::filesystem::path& output);

/// The clip asked for, the motion if there is one, or the first clip.
Result<Clip> clip_to_bake(const BakeOptions& options, const BakeInput& input);

/// Where the description of a cache lies: OUT.json behind the whole name.
std::filesystem::path cache_description_path(std::filesystem::path output);

/// Writes the corrected vertices of one clip frame by frame and prints what they enclose; exit code
/// 1 if a frame misses --max-error.
Result<ExitCode> bake_cache(const BakeOptions& options, const BakeInput& input,
                            const CommandLine& line);

}  // namespace isoskin::cli
