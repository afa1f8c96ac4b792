#include "report/report_text.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "isoskin/volume/settings_json.h"
#include "isoskin/volume/settings_words.h"

namespace isoskin::report {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const MeasuredVolume& volume) {
    return {{"volume", volume.volume}, {"error", volume.error}};
}

ordered_json to_json(const ReportFrame& frame) {
    return {{"time", frame.time},
            {"skinned", to_json(frame.skinned)},
            {"corrected", to_json(frame.corrected)}};
}

// There is one per joint and frame, most of them zero: written short.
ordered_json short_number(double value) {
    constexpr double kSteps = 1e7;  // figures below 1e-7 of the volume are rounding
    const double rounded = std::round(value * kSteps) / kSteps;
    return rounded == 0.0 ? ordered_json(0) : ordered_json(rounded);
}

// A list per joint with a number per frame: its name stands once, not in every frame.
ordered_json joints_json(const ClipReport& clip, const FileReport& report) {
    std::map<JointIndex, std::vector<JointFigure>> figures;
    for (std::size_t frame = 0; frame < clip.frames.size(); ++frame)
        for (const JointFigure& joint : clip.frames[frame].joints) {
            auto& column = figures[joint.joint];
            column.resize(clip.frames.size());
            column[frame] = joint;
        }
    ordered_json json = ordered_json::array();
    for (const auto& [joint, column] : figures) {
        ordered_json& entry = json.emplace_back(ordered_json::object());
        entry["name"] = report.joint_names[joint];
        for (const JointFigure& figure : column) {
            entry["loss"].push_back(short_number(figure.loss));
            entry["displacement"].push_back(short_number(figure.displacement));
        }
    }
    return json;
}

ordered_json to_json(const PartFigure& part) {
    ordered_json json = {{"name", part.name},
                         {"target", part.target},
                         {"worst_skinned_error", part.worst_skinned_error},
                         {"worst_corrected_error", part.worst_corrected_error},
                         {"frames_not_reached", part.troubled_frames},
                         {"frames_held_back", part.held_frames},
                         {"least_kept", part.least_kept}};
    if (part.least_amount < 1.0) json["least_amount"] = part.least_amount;
    if (!part.trouble.empty()) json["trouble"] = part.trouble;
    return json;
}

ordered_json to_json(const WorstFigures& worst) {
    return {{"skinned_error", worst.skinned_error},
            {"corrected_error", worst.corrected_error},
            {"time", worst.time},
            {"part_error", worst.part_error}};
}

ordered_json refusals_json(const FileReport& report) {
    ordered_json json = ordered_json::array();
    for (const Refusal& refusal : report.refusals)
        json.push_back({{"part", refusal.part}, {"reason", refusal.reason}});
    return json;
}

ordered_json left_json(const FileReport& report) {
    ordered_json json = ordered_json::array();
    for (const RefusalGroup& group : group_refusals(report.refusals))
        json.push_back(
            {{"reason", group.kind}, {"parts", group.parts}, {"surface", group.surface}});
    return json;
}

ordered_json clip_json(const ClipReport& clip, const FileReport& report) {
    ordered_json json = {{"file", report.file},
                         {"clip", clip.clip},
                         {"settings", ordered_json::parse(volume_settings_text(report.settings))},
                         {"rest_volume", clip.rest_volume},
                         {"frames", ordered_json::array()},
                         {"joints", joints_json(clip, report)},
                         {"worst", to_json(clip.worst)},
                         {"parts", ordered_json::array()},
                         {"refused", refusals_json(report)},
                         {"left_as_skinned", left_json(report)},
                         {"joint_count", report.joint_names.size()},
                         {"notes", report.notes}};
    for (const ReportFrame& frame : clip.frames)
        json["frames"].push_back(to_json(frame));
    for (const PartFigure& part : clip.parts)
        json["parts"].push_back(to_json(part));
    for (const MethodCurve& method : clip.methods)
        json["methods"][method.name] = method.errors;
    return json;
}

// A field of CSV in quotes where it has to be.
std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char letter : text)
        quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return quoted + "\"";
}

std::vector<JointIndex> joints_with_losses(const FileReport& report) {
    std::vector<JointIndex> joints;
    for (const ClipReport& clip : report.clips)
        for (const JointFigure& joint : clip.worst_joints)
            joints.push_back(joint.joint);
    std::sort(joints.begin(), joints.end());
    joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
    return joints;
}

double loss_of(JointIndex joint, const ReportFrame& frame) {
    for (const JointFigure& figure : frame.joints)
        if (figure.joint == joint) return figure.loss;
    return 0.0;
}

void add_joint_lines(const ClipReport& clip, const FileReport& report, std::string& text) {
    constexpr std::size_t kMostJoints = 8;
    const std::size_t shown = std::min(kMostJoints, clip.worst_joints.size());
    if (shown == 0) return;
    std::size_t width = 24;
    for (std::size_t i = 0; i < shown; ++i)
        width = std::max(width, report.joint_names[clip.worst_joints[i].joint].size());
    text += fmt::format("  {:<{}} {:>12} {:>14}\n", "joint", width, "worst loss", "largest move");
    for (std::size_t i = 0; i < shown; ++i) {
        const JointFigure& joint = clip.worst_joints[i];
        const std::string move = joint.displacement > 0.0
                                     ? fmt::format("{:.3f} %", 100.0 * joint.displacement)
                                     : "-";  // methods that are no morph targets do not tell it
        text += fmt::format("  {:<{}} {:>10.3f} % {:>14}\n", report.joint_names[joint.joint], width,
                            100.0 * joint.loss, move);
    }
    if (clip.worst_joints.size() > shown)
        text +=
            fmt::format("  and {} joints more that lost less\n", clip.worst_joints.size() - shown);
}

void add_clip(const ClipReport& clip, const FileReport& report, std::string& text) {
    text += fmt::format("clip '{}': {} frames\n", clip.clip, clip.frames.size());
    if (clip.parts.empty()) {
        text += "  no part of it encloses a volume\n";
        return;
    }
    text += fmt::format("  {:<24} {:>12}   at {:.3g} s\n", "skinned, worst",
                        error_text(clip.worst.skinned_error), clip.worst.time);
    text += fmt::format("  {:<24} {:>12}\n",
                        fmt::format("{}, worst", word_of(report.settings.method, kMethodWords)),
                        error_text(clip.worst.corrected_error));
    if (clip.parts.size() > 1)
        text += fmt::format("  {:<24} {:>12}   of {} parts\n", "any one part, worst",
                            error_text(clip.worst.part_error), clip.parts.size());
    add_joint_lines(clip, report, text);
    for (const PartFigure& part : clip.parts) {
        const std::size_t explained = part.held_frames + part.partial_frames;
        if (part.troubled_frames > explained)
            text += fmt::format("  {} was not corrected in {} frames: {}\n", part.name,
                                part.troubled_frames - explained, part.trouble);
        if (part.partial_frames > 0)
            text += fmt::format(
                "  {} was corrected by {:.0f} % at the least in {} frames, as the settings ask: "
                "error left {}\n",
                part.name, 100.0 * part.least_amount, part.partial_frames,
                error_text(part.worst_corrected_error));
        if (part.held_frames > 0)
            text += fmt::format(
                "  {} was held back in {} frames to {:.0f} % of its correction at the least, "
                "error left {}: {}\n",
                part.name, part.held_frames, 100.0 * part.least_kept,
                error_text(part.worst_corrected_error), part.trouble);
    }
}

}  // namespace

std::string error_text(double error) {
    if (error == 0.0) return "0";
    if (std::abs(error) < 5e-5) return fmt::format("{:.1e}", error);
    return fmt::format("{:+.2f} %", 100.0 * error);
}

std::string report_json(const FileReport& report) {
    const auto print = [](const ordered_json& json) {
        return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
    };
    if (report.clips.size() == 1) return print(clip_json(report.clips.front(), report));
    ordered_json json = {{"file", report.file}, {"clips", ordered_json::array()}};
    WorstFigures worst;
    std::string clip_of_worst;
    for (const ClipReport& clip : report.clips) {
        json["clips"].push_back(clip_json(clip, report));
        if (std::abs(clip.worst.skinned_error) > std::abs(worst.skinned_error)) {
            worst.skinned_error = clip.worst.skinned_error;
            worst.time = clip.worst.time;
            clip_of_worst = clip.clip;
        }
        if (std::abs(clip.worst.corrected_error) > std::abs(worst.corrected_error))
            worst.corrected_error = clip.worst.corrected_error;
        if (std::abs(clip.worst.part_error) > std::abs(worst.part_error))
            worst.part_error = clip.worst.part_error;
    }
    json["worst"] = to_json(worst);
    json["worst"]["clip"] = clip_of_worst;
    return print(json);
}

std::string report_csv(const FileReport& report) {
    const auto joints = joints_with_losses(report);
    std::string text = "clip,time,skinned_volume,skinned_error,corrected_volume,corrected_error";
    for (const JointIndex joint : joints)
        text += "," + csv_field("loss " + report.joint_names[joint]);
    text += "\n";
    for (const ClipReport& clip : report.clips) {
        for (const ReportFrame& frame : clip.frames) {
            text += fmt::format("{},{},{},{},{},{}", csv_field(clip.clip), frame.time,
                                frame.skinned.volume, frame.skinned.error, frame.corrected.volume,
                                frame.corrected.error);
            for (const JointIndex joint : joints)
                text += fmt::format(",{}", loss_of(joint, frame));
            text += "\n";
        }
    }
    return text;
}

std::string report_summary(const FileReport& report) {
    std::string text = fmt::format("{}, volume kept by {} over {}\n", report.file,
                                   word_of(report.settings.method, kMethodWords),
                                   word_of(report.settings.scope, kScopeWords));
    for (const ClipReport& clip : report.clips)
        add_clip(clip, report, text);
    return text;
}

}  // namespace isoskin::report
