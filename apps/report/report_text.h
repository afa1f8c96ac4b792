#pragma once

#include <string>

#include "report/volume_report.h"

namespace isoskin::report {

/// The report as JSON: one object for a clip; for several {"file", "settings", "clips": […],
/// "worst"}.
std::string report_json(const FileReport& report);

/// A row per frame: clip, time, volumes and errors, then the loss of each joint that lost any.
std::string report_csv(const FileReport& report);

/// A table for people; parts left as skinned are not in it.
std::string report_summary(const FileReport& report);

/// As "-7.10 %", or "1.2e-09" where percents would show nothing but zeros.
std::string error_text(double error);

}  // namespace isoskin::report
