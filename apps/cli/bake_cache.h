#pragma once

#include "bake_options.h"
#include "command.h"

namespace isoskin::cli {

/// True for outputs that hold positions frame by frame: .pc2, .mdd, .usda, and .obj with a number
/// field as in "%04d".
bool is_cache(const std::filesystem::path& output);

/// Where the description of a cache lies: OUT.json behind the whole name.
std::filesystem::path cache_description_path(std::filesystem::path output);

/// Writes the corrected vertices of one clip frame by frame and prints what they enclose; exit code
/// 1 if a frame misses --max-error.
Result<ExitCode> bake_cache(const BakeOptions& options, const BakeInput& input,
                            const CommandLine& line);

}  // namespace isoskin::cli
