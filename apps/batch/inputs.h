#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "batch/task.h"

namespace isoskin::batch {

/// The files of a batch, sorted by name, so that the order of inputs does not matter.
///
/// An input is a character, a folder (searched with all below it for names that match `pattern`) or
/// a manifest: a file that ends in .jsonl and has a JSON object a line, {"file", "name",
/// "options"}, whose files are relative to it; the last two may be left out. Refuses what is not
/// there, and two files of one name.
Result<std::vector<Task>> collect_tasks(const std::vector<std::filesystem::path>& inputs,
                                        const std::string& pattern);

}  // namespace isoskin::batch
