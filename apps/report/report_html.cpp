#include "report/report_html.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "isoskin/io/gltf_container.h"
#include "isoskin/volume/settings_words.h"
#include "report/report_page.h"
#include "report/report_text.h"
#include "report/svg_plot.h"

namespace isoskin::report {
namespace {

std::string file_name(const FileReport& report) {
    return std::filesystem::path(report.file).filename().string();
}

double worst_of(const std::vector<double>& errors) {
    double worst = 0.0;
    for (const double error : errors)
        if (std::abs(error) > std::abs(worst)) worst = error;
    return worst;
}

double mean_size(const std::vector<double>& errors) {
    double sum = 0.0;
    for (const double error : errors)
        sum += std::abs(error);
    return errors.empty() ? 0.0 : sum / static_cast<double>(errors.size());
}

const ClipReport& worst_clip(const FileReport& report) {
    return *std::max_element(
        report.clips.begin(), report.clips.end(), [](const ClipReport& a, const ClipReport& b) {
            return std::abs(a.worst.skinned_error) < std::abs(b.worst.skinned_error);
        });
}

std::string size_text(double error) {
    const std::string text = error_text(std::abs(error));
    return text.starts_with('+') ? text.substr(1) : text;
}

// Said right under the claim: parts that stayed as skinned for some frames.
std::string shortfall(const FileReport& report) {
    std::string html;
    for (const ClipReport& clip : report.clips)
        for (const PartFigure& part : clip.parts)
            if (part.troubled_frames > 0)
                html +=
                    fmt::format("<p>{} did not keep its volume in {} of {} frames of {}: {}.</p>",
                                escape_html(part.name), part.troubled_frames, clip.frames.size(),
                                escape_html(clip.clip), escape_html(part.trouble));
    return html;
}

// The claim in numbers: what plain skinning does to the volume, and what is left of that.
std::string headline(const FileReport& report) {
    const ClipReport& clip = worst_clip(report);
    if (clip.parts.empty()) return "<h1>Nothing here encloses a volume, so none is kept.</h1>";
    double corrected = 0.0;
    for (const ClipReport& each : report.clips)
        corrected = std::max(corrected, std::abs(each.worst.corrected_error));
    const std::string skinned = size_text(clip.worst.skinned_error);
    const char* verb = clip.worst.skinned_error < 0.0 ? "loses" : "gains";
    if (report.settings.method == VolumeMethod::None)
        return fmt::format("<h1>Plain skinning {} up to <em>{}</em> of the volume.</h1>", verb,
                           skinned);
    return fmt::format(
        "<h1>Plain skinning {} up to <em>{}</em> of the volume. isoskin keeps it to "
        "<strong>{}</strong> in every frame.</h1>{}",
        verb, skinned, size_text(corrected), shortfall(report));
}

std::string about(const FileReport& report) {
    std::size_t frames = 0;
    for (const ClipReport& clip : report.clips)
        frames += clip.frames.size();
    return fmt::format(
        "<p class='about'>{} · {} {} · {} frames · method <b>{}</b>, scope <b>{}</b>, effect "
        "<b>{}</b></p>\n",
        escape_html(file_name(report)), report.clips.size(),
        report.clips.size() == 1 ? "clip" : "clips", frames,
        word_of(report.settings.method, kMethodWords), word_of(report.settings.scope, kScopeWords),
        word_of(report.settings.effect, kEffectWords));
}

std::string tile(const std::string& number, const std::string& what) {
    return fmt::format("<div><b>{}</b><span>{}</span></div>", number, what);
}

std::string tiles(const ClipReport& clip) {
    std::string html = "<div class='tiles'>";
    html += tile(error_text(clip.worst.skinned_error), "plain skinning, worst frame");
    html += tile(error_text(clip.worst.corrected_error), "corrected, worst frame");
    html += tile(fmt::format("{:.3g} s", clip.worst.time), "the worst moment");
    html += tile(fmt::format("{:.4g}", clip.rest_volume), "volume to keep, cubed units");
    return html + "</div>\n";
}

std::string moment(const ClipReport& clip, const std::vector<ReportPicture>& pictures) {
    if (pictures.empty()) return "";
    std::string html =
        fmt::format("<h3>The worst moment, {:.3g} s</h3><div class='moment'>", clip.worst.time);
    for (const ReportPicture& picture : pictures)
        html += fmt::format(
            "<figure><img alt='{0}' src='data:image/png;base64,{1}'>"
            "<figcaption>{0}</figcaption></figure>",
            escape_html(picture.caption), gltf::encode_base64(picture.png));
    return html + "</div>\n";
}

std::string plots(const ClipReport& clip) {
    Plot plot{.title = "Volume error over time, in percent", .times = {}, .series = {}};
    for (const ReportFrame& frame : clip.frames)
        plot.times.push_back(frame.time);
    for (std::size_t m = 0; m < clip.methods.size(); ++m)
        plot.series.push_back({.name = clip.methods[m].name,
                               .css_class = fmt::format("s{}", m),
                               .values = clip.methods[m].errors});
    std::string html = "<h3>Method beside method</h3>\n" + draw_plot(plot);
    plot.title = "The size of the same error on a logarithmic axis";
    plot.scale = PlotScale::Magnitude;
    return html + draw_plot(plot);
}

std::string method_table(const ClipReport& clip) {
    std::string html =
        "<div class='scroll'><table><tr><th>method</th><th class='n'>worst error</th>"
        "<th class='n'>mean size of error</th></tr>";
    for (const MethodCurve& method : clip.methods)
        html += fmt::format("<tr><td>{}</td><td class='n'>{}</td><td class='n'>{}</td></tr>",
                            escape_html(method.name), error_text(worst_of(method.errors)),
                            size_text(mean_size(method.errors)));
    return html + "</table></div>\n";
}

std::string joint_bars(const ClipReport& clip, const FileReport& report) {
    constexpr std::size_t kMostBars = 24;
    if (clip.worst_joints.empty()) return "";
    std::vector<Bar> bars;
    for (const JointFigure& joint : clip.worst_joints) {
        if (bars.size() == kMostBars) break;
        bars.push_back({.label = report.joint_names[joint.joint], .value = joint.loss});
    }
    std::string html =
        "<h3>What each joint costs</h3><p class='note'>The volume that the motion of a joint takes "
        "from linear skinning at its worst moment, as part of the whole.</p>" +
        draw_bars(bars);
    if (clip.worst_joints.size() > kMostBars)
        html += fmt::format("<p class='note'>{} joints more lost less.</p>\n",
                            clip.worst_joints.size() - kMostBars);
    return html;
}

std::string part_rows(const ClipReport& clip) {
    std::string html;
    for (const PartFigure& part : clip.parts) {
        std::string outcome = "kept in every frame";
        if (part.troubled_frames > 0)
            outcome = fmt::format("not reached in {} frames: {}", part.troubled_frames,
                                  escape_html(part.trouble));
        html += fmt::format(
            "<tr><td>{}</td><td class='n'>{:.4g}</td><td class='n'>{}</td>"
            "<td class='n'>{}</td><td>{}</td></tr>",
            escape_html(part.name), part.target, error_text(part.worst_skinned_error),
            error_text(part.worst_corrected_error), outcome);
    }
    return html;
}

std::string part_table(const ClipReport& clip, const FileReport& report) {
    std::string html =
        "<h3>Parts</h3><div class='scroll'><table><tr><th>part</th><th class='n'>volume</th>"
        "<th class='n'>skinned, worst</th><th class='n'>corrected, worst</th><th></th></tr>" +
        part_rows(clip);
    for (const Refusal& refusal : report.refusals)
        html += fmt::format(
            "<tr><td>{}</td><td class='n'>–</td><td class='n'>–</td>"
            "<td class='n'>–</td><td>left as skinned: {}</td></tr>",
            escape_html(refusal.part), escape_html(refusal.reason));
    return html + "</table></div>\n";
}

constexpr const char* kFooter =
    "<footer><p>An error is the volume over what the character ought to enclose in that pose, "
    "minus "
    "one: the bind shape under the file's scales and morph targets. Volumes are measured on the "
    "single-precision positions that were made, holes capped, part by part; parts that enclose no "
    "volume are not counted. In the pictures red is flesh that plain skinning lost, as part of the "
    "limb's radius, blue what it gained.</p><p>isoskin {}</p></footer>\n";

}  // namespace

std::string report_html(const FileReport& report, const ReportPictures& pictures) {
    std::string html = fmt::format(
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        "<title>Volume of {}</title><style>{}</style></head><body><main>\n",
        escape_html(file_name(report)), kReportStyle);
    html += headline(report) + about(report);
    for (std::size_t i = 0; i < report.clips.size(); ++i) {
        const ClipReport& clip = report.clips[i];
        html += fmt::format("<h2>{}</h2>\n", escape_html(clip.clip));
        if (clip.parts.empty()) {
            html += part_table(clip, report);
            continue;
        }
        html += tiles(clip) + moment(clip, pictures[i]) + plots(clip) + method_table(clip) +
                joint_bars(clip, report) + part_table(clip, report);
    }
    for (const std::string& note : report.notes)
        html += fmt::format("<p class='note'>{}</p>\n", escape_html(note));
    html += fmt::format(kFooter, ISOSKIN_VERSION);
    return html + fmt::format("</main><script>{}</script></body></html>\n", kReportScript);
}

}  // namespace isoskin::report
