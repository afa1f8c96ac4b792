#pragma once

#include "bake_options.h"
#include "bake_report.h"
#include "command.h"

namespace isoskin::cli {

/// Writes one clip as UsdSkel with blend shapes and tells how it plays. There is no reader of USD
/// here: what is measured is the character that was written, not the file.
Result<BakeReport> bake_usd(const BakeOptions& options, BakeInput input, const CommandLine& line);

}  // namespace isoskin::cli
