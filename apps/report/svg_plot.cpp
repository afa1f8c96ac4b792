#include "report/svg_plot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace isoskin::report {
namespace {

constexpr double kWidth = 880.0;
constexpr double kHeight = 300.0;
constexpr double kLeft = 64.0;
constexpr double kRight = 12.0;
constexpr double kTop = 12.0;
constexpr double kBottom = 34.0;
constexpr double kFloor = 1e-10;  // of the logarithmic axis
constexpr std::size_t kMostPoints = 900;

// One point per bucket: the one largest in size, so that no peak is lost.
Plot thinned(const Plot& plot) {
    const std::size_t count = plot.times.size();
    if (count <= kMostPoints) return plot;
    Plot thin{.title = plot.title, .times = {}, .series = plot.series, .scale = plot.scale};
    for (PlotSeries& series : thin.series)
        series.values.clear();
    for (std::size_t bucket = 0; bucket < kMostPoints; ++bucket) {
        const std::size_t first = bucket * count / kMostPoints;
        const std::size_t last = (bucket + 1) * count / kMostPoints;
        thin.times.push_back(plot.times[first]);
        for (std::size_t s = 0; s < plot.series.size(); ++s) {
            const auto& values = plot.series[s].values;
            double peak = values[first];
            for (std::size_t i = first; i < last; ++i)
                if (std::abs(values[i]) > std::abs(peak)) peak = values[i];
            thin.series[s].values.push_back(peak);
        }
    }
    return thin;
}

// 1, 2 or 5 times a power of ten, so that about `count` steps fill `range`.
double nice_step(double range, int count) {
    const double raw = range / count;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= raw) return factor * power;
    return 10.0 * power;
}

/// Where values and times stand in the picture.
struct Axes {
    PlotScale scale = PlotScale::Percent;
    double low = 0.0;  // of the value, or of its decimal logarithm
    double high = 1.0;
    double duration = 1.0;

    double x(double time) const { return kLeft + (kWidth - kLeft - kRight) * time / duration; }
    double y(double value) const {
        const double level =
            scale == PlotScale::Percent ? value : std::log10(std::max(std::abs(value), kFloor));
        return kTop + (kHeight - kTop - kBottom) * (high - level) / (high - low);
    }
};

Axes make_axes(const Plot& plot) {
    Axes axes{.scale = plot.scale};
    axes.duration = plot.times.empty() ? 1.0 : std::max(plot.times.back(), 1e-9);
    double low = 0.0;
    double high = 0.0;
    for (const PlotSeries& series : plot.series)
        for (const double value : series.values) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    if (plot.scale == PlotScale::Magnitude) {
        axes.low = std::log10(kFloor);
        axes.high = std::ceil(std::log10(std::max({-low, high, 1e-6})));
        return axes;
    }
    const double margin = 0.06 * std::max(high - low, 1e-9);
    axes.low = low - margin;
    axes.high = high + margin;
    return axes;
}

std::string grid_line(const Axes& axes, double value, const std::string& label) {
    const double y = axes.y(value);
    return fmt::format(
        "<line class='grid' x1='{:.1f}' x2='{:.1f}' y1='{:.1f}' y2='{:.1f}'/>"
        "<text class='tick' text-anchor='end' x='{:.1f}' y='{:.1f}'>{}</text>",
        kLeft, kWidth - kRight, y, y, kLeft - 8.0, y + 4.0, label);
}

std::string value_axis(const Axes& axes) {
    std::string svg;
    if (axes.scale == PlotScale::Magnitude) {
        for (int power = static_cast<int>(axes.low); power <= static_cast<int>(axes.high);
             power += 2)
            svg += grid_line(axes, std::pow(10.0, power), fmt::format("1e{}", power));
        return svg;
    }
    const double step = nice_step(axes.high - axes.low, 6);
    for (double value = std::ceil(axes.low / step) * step; value <= axes.high; value += step) {
        const double tick = std::abs(value) < 1e-3 * step ? 0.0 : value;
        svg += grid_line(axes, tick, fmt::format("{:.4g}&#8201;%", 100.0 * tick));
    }
    return svg;
}

std::string time_axis(const Axes& axes) {
    std::string svg;
    const double step = nice_step(axes.duration, 10);
    for (double time = 0.0; time <= axes.duration * (1.0 + 1e-9); time += step)
        svg += fmt::format(
            "<text class='tick' text-anchor='middle' x='{:.1f}' y='{:.1f}'>{:.4g}&#8201;s</text>",
            axes.x(time), kHeight - 12.0, time);
    return svg;
}

std::string curve(const Plot& plot, const PlotSeries& series, const Axes& axes) {
    std::string path;
    for (std::size_t i = 0; i < series.values.size(); ++i)
        path += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", axes.x(plot.times[i]),
                            axes.y(series.values[i]));
    return fmt::format("<path class='curve {}' d='{}'/>", series.css_class, path);
}

std::string legend(const Plot& plot) {
    std::string html = "<p class='legend'>";
    for (const PlotSeries& series : plot.series)
        html += fmt::format("<span><i class='{}'></i>{}<b></b></span>", series.css_class,
                            escape_html(series.name));
    return html + "</p>";
}

// What the script shows under the pointer, and where the axis lies.
std::string numbers(const Plot& plot) {
    nlohmann::json json = {
        {"times", plot.times}, {"left", kLeft}, {"right", kWidth - kRight}, {"width", kWidth}};
    for (const PlotSeries& series : plot.series)
        json["series"].push_back(series.values);
    return "<script type='application/json'>" + json.dump() + "</script>";
}

}  // namespace

std::string escape_html(std::string_view text) {
    std::string html;
    for (const char letter : text) {
        switch (letter) {
            case '&':
                html += "&amp;";
                break;
            case '<':
                html += "&lt;";
                break;
            case '>':
                html += "&gt;";
                break;
            case '"':
                html += "&quot;";
                break;
            case '\'':
                html += "&#39;";
                break;
            default:
                html += letter;
        }
    }
    return html;
}

std::string draw_plot(const Plot& whole) {
    const Plot plot = thinned(whole);
    const Axes axes = make_axes(plot);
    std::string svg = fmt::format(
        "<figure class='plot'><figcaption>{}</figcaption>{}"
        "<svg viewBox='0 0 {} {}' role='img' aria-label='{}'>",
        escape_html(plot.title), legend(plot), kWidth, kHeight, escape_html(plot.title));
    svg += value_axis(axes) + time_axis(axes);
    for (const PlotSeries& series : plot.series)
        svg += curve(plot, series, axes);
    svg += fmt::format("<line class='cursor' y1='{}' y2='{}' x1='0' x2='0'/>", kTop,
                       kHeight - kBottom);
    return svg + "</svg>" + numbers(plot) + "</figure>\n";
}

std::string draw_bars(const std::vector<Bar>& bars) {
    constexpr double kRow = 22.0;
    constexpr double kLabels = 200.0;
    constexpr double kNumbers = 80.0;
    double low = 0.0;
    double high = 1e-12;
    for (const Bar& bar : bars) {
        low = std::min(low, bar.value);
        high = std::max(high, bar.value);
    }
    const double unit = (kWidth - kLabels - kNumbers) / (high - low);
    const double zero = kLabels - low * unit;
    const double height = kRow * static_cast<double>(bars.size());
    std::string svg =
        fmt::format("<svg class='bars' viewBox='0 0 {} {}' role='img'>", kWidth, height);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const Bar& bar = bars[i];
        const double y = kRow * static_cast<double>(i);
        svg += fmt::format(
            "<text class='name' text-anchor='end' x='{:.1f}' y='{:.1f}'>{}</text>"
            "<rect class='{}' x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' rx='2'/>"
            "<text class='tick' x='{:.1f}' y='{:.1f}'>{:+.3f}&#8201;%</text>",
            kLabels - 10.0, y + 15.0, escape_html(bar.label), bar.value >= 0.0 ? "lost" : "gained",
            zero + std::min(bar.value, 0.0) * unit, y + 3.0,
            std::max(std::abs(bar.value) * unit, 1.0), kRow - 6.0,
            zero + std::max(bar.value, 0.0) * unit + 8.0, y + 15.0, 100.0 * bar.value);
    }
    return svg + "</svg>\n";
}

}  // namespace isoskin::report
