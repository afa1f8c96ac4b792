#pragma once

#include <string>

#include "batch/earlier_run.h"

namespace isoskin::batch {

/// The page up to the first row of its table, one row, and what follows the last.
std::string page_head(const std::string& verb);
std::string page_row(const TaskRecord& record, const std::optional<Trend>& trend);
std::string page_tail(const Summary& summary);

/// Text as it stands in HTML and XML: markup characters replaced, control characters left out.
std::string escape_markup(const std::string& text);

}  // namespace isoskin::batch
