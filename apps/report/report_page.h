#pragma once

namespace isoskin::report {

/// The looks of a report, light or dark as the reader's system is.
extern const char* const kReportStyle;

/// Shows the numbers under the pointer in the legends of the plots.
extern const char* const kReportScript;

}  // namespace isoskin::report
