#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace isoskin::report {

/// Text as it stands in HTML: markup characters replaced.
std::string escape_html(std::string_view text);

enum class PlotScale {
    Percent,    ///< Signed, linear.
    Magnitude,  ///< Sizes on a logarithmic axis, nothing shown below 1e-10.
};

struct PlotSeries {
    std::string name;
    std::string css_class;  ///< Gives its colour, as "s3".
    std::vector<double> values;
};

struct Plot {
    std::string title;
    std::vector<double> times;  ///< Seconds, one per value.
    std::vector<PlotSeries> series;
    PlotScale scale = PlotScale::Percent;
};

/// Curves over time with axes, as an SVG figure; its numbers lie beside it for the page's script.
/// Long series are thinned to their peaks.
std::string draw_plot(const Plot& plot);

struct Bar {
    std::string label;
    double value = 0.0;  ///< Of one; shown in percent.
};

/// Bars to both sides of zero, one below the other.
std::string draw_bars(const std::vector<Bar>& bars);

}  // namespace isoskin::report
