#include "bake_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace isoskin::cli {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const ErrorFigures& figures) {
    return {{"worst", figures.worst}, {"mean", figures.mean}, {"time", figures.time}};
}

ordered_json to_json(const ClipCheck& check) {
    ordered_json json = {{"clip", check.clip},
                         {"moments", check.moments},
                         {"keys", check.keys},
                         {"plain_volume_error", to_json(check.plain)},
                         {"volume_error", to_json(check.volume)},
                         {"native_volume_error", to_json(check.native)},
                         {"distance", to_json(check.distance)}};
    if (!check.trouble.empty()) json["trouble"] = check.trouble;
    return json;
}

std::string row(const std::string& name, const ClipCheck& check, std::size_t width) {
    return fmt::format("{:{}} {:>8} {:>6} {:>9.2e} {:>9.2e} {:>9.2e} {:>9.2e} {:>9.2e}\n", name,
                       width, check.moments, check.keys, std::abs(check.plain.worst),
                       std::abs(check.volume.worst), check.volume.mean, check.distance.worst,
                       check.distance.mean);
}

std::string megabytes(std::uintmax_t bytes) {
    return fmt::format("{:.2f} MB", static_cast<double>(bytes) / 1e6);
}

std::uintmax_t size_of(const std::filesystem::path& path) {
    std::error_code failure;
    const auto size = std::filesystem::file_size(path, failure);
    return failure ? 0 : size;
}

}  // namespace

BakeReport begin_report(const BakeOptions& options, const BakedCharacter& baked) {
    BakeReport report;
    report.file = options.pose.file.string();
    report.output = options.output.string();
    report.max_error = options.max_error;
    report.notes = uncorrected_lines(options.uncorrected, baked.refusals);
    report.notes.insert(report.notes.end(), baked.notes.begin(), baked.notes.end());
    report.refusals = baked.refusals;
    for (std::size_t mesh = 0; mesh < baked.first_new_morph.size(); ++mesh) {
        const auto& morphs = baked.character.meshes[mesh].morphs;
        for (std::size_t k = baked.first_new_morph[mesh]; k < morphs.size(); ++k)
            report.targets.push_back(morphs[k].name);
    }
    return report;
}

void finish_report(const BakeOptions& options, BakeReport& report) {
    report.bytes_before = size_of(options.pose.file);
    report.bytes_after = size_of(options.output);
}

bool holds(const ClipCheck& check, double max_error) {
    return std::abs(check.volume.worst) <= max_error && check.distance.worst <= max_error;
}

bool BakeReport::holds() const {
    if (runtime && !(std::abs(runtime->volume.worst) <= max_error)) return false;
    return cli::holds(stored, max_error) &&
           std::all_of(clips.begin(), clips.end(),
                       [&](const ClipCheck& check) { return cli::holds(check, max_error); });
}

std::string bake_summary(const BakeReport& report) {
    std::string text = fmt::format("{}: {} morph targets, ", report.output, report.targets.size());
    if (report.bytes_before > 0)
        text += fmt::format("{} -> {}\n", megabytes(report.bytes_before),
                            megabytes(report.bytes_after));
    else
        text += megabytes(report.bytes_after) + "\n";
    std::size_t width = 11;
    for (const ClipCheck& clip : report.clips)
        width = std::max(width, clip.clip.size());
    text += fmt::format("{:{}} {:>8} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "", width, "", "",
                        "volume", "volume", "", "distance", "");
    text += fmt::format("{:{}} {:>8} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "clip", width,
                        "moments", "keys", "plain", "baked", "mean", "worst", "mean");
    text += row("stored pose", report.stored, width);
    for (const ClipCheck& clip : report.clips)
        text += row(clip.clip, clip, width);
    if (report.runtime)
        text += fmt::format(
            "run-time: {}, at {} random poses volume {:.2e} (plain {:.2e}), distance {:.2e}{}\n",
            megabytes(report.runtime_bytes), report.runtime->poses,
            std::abs(report.runtime->volume.worst), std::abs(report.runtime->plain.worst),
            report.runtime->distance.worst,
            report.runtime->refused > 0 ? fmt::format(", {} poses refused", report.runtime->refused)
                                        : "");
    return text;
}

std::string bake_json(const BakeReport& report) {
    ordered_json json = {
        {"file", report.file},
        {"output", report.output},
        {"max_error", report.max_error},
        {"holds", report.holds()},
        {"targets", report.targets},
        {"bytes", {{"before", report.bytes_before}, {"after", report.bytes_after}}},
        {"stored", to_json(report.stored)},
        {"clips", ordered_json::array()},
        {"notes", report.notes},
        {"left_as_skinned", ordered_json::array()}};
    for (const RefusalGroup& group : group_refusals(report.refusals))
        json["left_as_skinned"].push_back(
            {{"reason", group.kind}, {"parts", group.parts}, {"surface", group.surface}});
    for (const ClipCheck& clip : report.clips)
        json["clips"].push_back(to_json(clip));
    if (report.runtime)
        json["runtime"] = {{"bytes", report.runtime_bytes},
                           {"poses", report.runtime->poses},
                           {"refused", report.runtime->refused},
                           {"plain_volume_error", to_json(report.runtime->plain)},
                           {"volume_error", to_json(report.runtime->volume)},
                           {"distance", to_json(report.runtime->distance)}};
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace isoskin::cli
