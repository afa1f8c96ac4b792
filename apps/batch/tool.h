#pragma once

#include <string>
#include <vector>

#include "isoskin/base/result.h"

namespace isoskin::batch {

/// What a program said and how it ended.
struct ToolRun {
    int exit_code = 0;  ///< 128 and the signal if one ended it.
    std::string out;
    std::string err;
};

/// Runs a short program of the machine, found by PATH, and waits for it. Unsupported if there is no
/// such program.
Result<ToolRun> run_tool(const std::vector<std::string>& words);

/// Text as part of a sentence: its first line that says something.
std::string one_line(const std::string& text);

}  // namespace isoskin::batch
