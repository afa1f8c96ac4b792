#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/volume_report.h"

namespace isoskin::report {

/// A picture with what it shows.
struct ReportPicture {
    std::string caption;
    std::vector<std::uint8_t> png;
};

/// What a page shows beside the numbers: per clip its pictures, none where nothing can be drawn.
using ReportPictures = std::vector<std::vector<ReportPicture>>;

/// The report as one page that needs no other file and no network.
std::string report_html(const FileReport& report, const ReportPictures& pictures);

}  // namespace isoskin::report
