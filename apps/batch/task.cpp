#include "batch/task.h"

#include <array>

#include <nlohmann/json.hpp>

namespace isoskin::batch {
namespace {

using nlohmann::ordered_json;

constexpr std::array<const char*, 10> kVerdictWords = {
    "good",         "gate failed",   "wrong usage", "unreadable", "unsupported",
    "cannot write", "out of memory", "crashed",     "timed out",  "not run"};

template <typename T>
ordered_json or_null(const std::optional<T>& value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
}

template <typename T>
std::optional<T> optional_at(const ordered_json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || found->is_null()) return std::nullopt;
    return found->get<T>();
}

Figures figures_from(const ordered_json& json) {
    Figures figures{.joints = optional_at<std::size_t>(json, "joints"),
                    .parts = optional_at<std::size_t>(json, "parts"),
                    .skinned_error = optional_at<double>(json, "skinned_error"),
                    .corrected_error = optional_at<double>(json, "corrected_error"),
                    .left = {}};
    for (const ordered_json& left : json.at("left_as_skinned"))
        figures.left.push_back({.reason = left.at("reason"),
                                .parts = left.at("parts"),
                                .surface = left.at("surface")});
    return figures;
}

}  // namespace

const char* word_of(Verdict verdict) {
    return kVerdictWords[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> verdict_of(const std::string& word) {
    for (std::size_t i = 0; i < kVerdictWords.size(); ++i)
        if (word == kVerdictWords[i]) return static_cast<Verdict>(i);
    return std::nullopt;
}

bool may_pass(Verdict verdict) {
    return verdict >= Verdict::CannotWrite;
}

ordered_json to_json(const TaskRecord& record) {
    ordered_json json = {{"file", record.file},
                         {"name", record.name},
                         {"verdict", word_of(record.verdict)},
                         {"reason", record.reason},
                         {"retries", record.retries},
                         {"bytes", record.bytes},
                         {"joints", or_null(record.figures.joints)},
                         {"parts", or_null(record.figures.parts)},
                         {"skinned_error", or_null(record.figures.skinned_error)},
                         {"corrected_error", or_null(record.figures.corrected_error)},
                         {"left_as_skinned", ordered_json::array()},
                         {"seconds", record.seconds},
                         {"megabytes", record.megabytes},
                         {"pictures", record.pictures},
                         {"key", record.key}};
    for (const LeftAsSkinned& left : record.figures.left)
        json["left_as_skinned"].push_back(
            {{"reason", left.reason}, {"parts", left.parts}, {"surface", left.surface}});
    return json;
}

Result<TaskRecord> record_from_json(const std::string& text, const std::string& where) {
    try {
        const ordered_json json = ordered_json::parse(text);
        const auto verdict = verdict_of(json.at("verdict"));
        if (!verdict) return invalid("'" + where + "' has a verdict that is not known");
        return TaskRecord{.file = json.at("file"),
                          .name = json.at("name"),
                          .key = json.at("key"),
                          .verdict = *verdict,
                          .reason = json.at("reason"),
                          .retries = json.at("retries"),
                          .seconds = json.at("seconds"),
                          .megabytes = json.at("megabytes"),
                          .bytes = json.at("bytes"),
                          .pictures = json.at("pictures"),
                          .figures = figures_from(json)};
    } catch (const nlohmann::json::exception&) {
        return invalid("'" + where + "' is no record of a batch");
    }
}

}  // namespace isoskin::batch
