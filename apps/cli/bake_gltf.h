#pragma once

#include "bake_options.h"
#include "bake_report.h"
#include "command.h"

namespace isoskin::cli {

/// Writes the character with morph targets, reads it back, plays it and states the error; keys are
/// put closer where the first try misses the limit between them.
Result<BakeReport> bake_gltf(const BakeOptions& options, const BakeInput& input,
                             const CommandLine& line);

/// Where the run-time data of a baked file lies: beside it, ending in .isoskin.
std::filesystem::path runtime_path(std::filesystem::path output);

}  // namespace isoskin::cli
