#pragma once

#include <filesystem>
#include <span>

#include "isoskin/base/result.h"

namespace isoskin::cli {

enum class Overwrite { Refuse, Force };

/// Refuses an output in a folder that is not there, and one that is also an input unless forced:
/// called before any work is done.
Status check_output(const std::filesystem::path& output,
                    std::span<const std::filesystem::path> inputs, Overwrite overwrite);

}  // namespace isoskin::cli
