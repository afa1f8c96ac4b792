#pragma once

#include <functional>

#include "report/volume_report.h"

namespace isoskin::report {

/// Which other methods are measured beside the one asked for.
enum class Rivals {
    None,
    Usual,  ///< Those of `rival_methods`, and the one asked for if it is not among them.
};

struct MeasureSettings {
    SkinMethod skinning = SkinMethod::Linear;
    double frames_per_second = 30.0;
    Rivals rivals = Rivals::None;
};

/// Told how many frames are done and how many there are in all, after each.
using MeasureProgress = std::function<void(std::size_t done, std::size_t total)>;

/// Fills in what happens in each of `clips` and which parts are refused. `report.settings` tell how
/// volume is kept.
Status measure_clips(const Character& character, const std::vector<Clip>& clips,
                     const MeasureSettings& settings, const MeasureProgress& progress,
                     FileReport& report);

/// A report that has everything but measurements.
FileReport begin_report(const Character& character, std::string file,
                        const VolumeSettings& settings);

}  // namespace isoskin::report
