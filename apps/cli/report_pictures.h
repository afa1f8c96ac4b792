#pragma once

#include "report/report_html.h"

namespace isoskin::cli {

/// Draws the worst moment of each clip before and after, and where flesh was lost. `clips` are
/// those of the report, in its order. Fails as unsupported where nothing can be drawn.
Result<report::ReportPictures> draw_report(const Character& character, SkinMethod skinning,
                                           const std::vector<Clip>& clips,
                                           const report::FileReport& report);

/// The worst moment of all clips, small: plain skinning, then corrected. Fails as `draw_report`.
Result<std::vector<report::ReportPicture>> draw_thumbnails(const Character& character,
                                                           SkinMethod skinning,
                                                           const std::vector<Clip>& clips,
                                                           const report::FileReport& report);

}  // namespace isoskin::cli
