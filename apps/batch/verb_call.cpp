#include "batch/verb_call.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include <nlohmann/json.hpp>

namespace isoskin::batch {
namespace {

using nlohmann::json;

bool has_word(const VerbCall& call, const Task& task, const std::string& word) {
    const auto is_word = [&](const std::string& other) {
        return other == word || other.starts_with(word + "=");
    };
    return std::any_of(call.options.begin(), call.options.end(), is_word) ||
           std::any_of(task.options.begin(), task.options.end(), is_word);
}

// What the verb writes: pictures, or a character in a format that can hold it.
std::string output_ending(const VerbCall& call, const Task& task) {
    if (call.verb == "render") return ".png";
    const auto ending = std::filesystem::path(task.name).extension();
    return ending == ".glb" || ending == ".gltf" || ending == ".vrm" ? "" : ".glb";
}

bool draws(const VerbCall& call) {
    return call.pictures && call.verb == "report";
}

// The frames of a report are most of it and say nothing here: they are never kept.
json parse_without_frames(const std::filesystem::path& path) {
    std::ifstream stream(path);
    const auto keep = [](int, json::parse_event_t event, json& parsed) {
        return event != json::parse_event_t::key || parsed != json("frames");
    };
    return json::parse(stream, keep, false);
}

void keep_worse(const json& error, std::optional<double>& worst) {
    if (!worst || std::abs(error.get<double>()) > std::abs(*worst)) worst = error.get<double>();
}

void read_left(const json& report, Figures& figures) {
    const auto left = report.find("left_as_skinned");
    if (left == report.end()) return;
    for (const json& group : *left)
        figures.left.push_back({.reason = group.at("reason"),
                                .parts = group.at("parts"),
                                .surface = group.at("surface")});
}

Figures figures_of_report(const json& report) {
    Figures figures;
    const json& clip = report.contains("clips") ? report.at("clips").at(0) : report;
    figures.parts = clip.at("parts").size() + clip.at("refused").size();
    if (clip.contains("joint_count")) figures.joints = clip.at("joint_count").get<std::size_t>();
    figures.skinned_error = report.at("worst").at("skinned_error").get<double>();
    figures.corrected_error = report.at("worst").at("corrected_error").get<double>();
    read_left(clip, figures);
    return figures;
}

Figures figures_of_flesh(const json& report) {
    Figures figures;
    figures.joints = report.at("joints").size();
    return figures;
}

Figures figures_of_bake(const json& report) {
    Figures figures;
    std::vector<json> checks = report.at("clips");
    checks.push_back(report.at("stored"));
    for (const json& check : checks) {
        keep_worse(check.at("plain_volume_error").at("worst"), figures.skinned_error);
        keep_worse(check.at("volume_error").at("worst"), figures.corrected_error);
    }
    read_left(report, figures);
    return figures;
}

}  // namespace

const std::vector<std::string>& batch_verbs() {
    static const std::vector<std::string> verbs = {"report",  "bake", "render",
                                                   "weights", "rig",  "flesh"};
    return verbs;
}

std::filesystem::path main_result(const VerbCall& call, const Task& task,
                                  const OutputFolder& folder) {
    return folder.result(task, call.verb == "report" ? ".json" : output_ending(call, task));
}

std::vector<std::string> words_for(const VerbCall& call, const Task& task,
                                   const OutputFolder& folder) {
    std::vector<std::string> words = {call.program, call.verb, task.file};
    const auto add = [&](const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
    };
    if (call.verb != "report")
        add({"-o", main_result(call, task, folder).string()});
    else if (!has_word(call, task, "--clip") && !has_word(call, task, "--motion") &&
             !has_word(call, task, "--all-clips"))
        add({"--all-motions"});
    if (call.verb == "flesh") add({"--no-cache"});  // a batch goes on by whole tasks
    add(call.json_words);
    if (draws(call)) add({"--pictures", folder.result(task, "").string()});
    if (!has_word(call, task, "--threads")) add({"--threads", std::to_string(call.threads)});
    add(call.options);
    add(task.options);
    return words;
}

std::vector<std::string> find_pictures(const VerbCall& call, const Task& task,
                                       const OutputFolder& folder) {
    std::vector<std::string> endings;
    if (draws(call)) endings = {".before.png", ".after.png"};
    if (call.verb == "render") endings = {output_ending(call, task)};
    std::vector<std::string> found;
    for (const std::string& ending : endings) {
        const auto picture = folder.result(task, ending);
        std::error_code ignored;
        if (std::filesystem::exists(picture, ignored))
            found.push_back(picture.lexically_relative(folder.root()).string());
    }
    return found;
}

std::optional<Figures> read_figures(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::file_size(path, ignored) == 0) return Figures{};
    const json report = parse_without_frames(path);
    if (report.is_discarded()) return std::nullopt;
    try {
        if (report.contains("worst")) return figures_of_report(report);
        if (report.contains("stored")) return figures_of_bake(report);
        if (report.contains("interrupted")) return figures_of_flesh(report);
    } catch (const json::exception&) {
    }
    return Figures{};  // a verb of another version: the file is good, its figures are not known
}

}  // namespace isoskin::batch
