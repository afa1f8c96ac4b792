#include "batch/earlier_run.h"

#include <cmath>
#include <fstream>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace isoskin::batch {
namespace {

using nlohmann::ordered_json;

// Errors below this are the rounding of float positions; their changes mean nothing.
constexpr double kRounding = 1e-6;

Trend trend_of_errors(double before, double now) {
    const double growth = std::abs(now) - std::abs(before);
    if (std::abs(growth) <= kRounding) return {};
    return {.way = growth > 0.0 ? Trend::Way::Worse : Trend::Way::Better,
            .change = fmt::format("error {:.2e} -> {:.2e}", before, now)};
}

}  // namespace

Result<EarlierRun> EarlierRun::read(const std::filesystem::path& path) {
    EarlierRun run;
    if (path.empty()) return run;
    std::ifstream stream(path);
    if (!stream) return invalid("cannot open '" + path.string() + "'");
    constexpr int kRowDepth = 2;  // {"files": [{...}]}
    // Each row is looked at as it ends and then forgotten.
    const auto take_row = [&](int depth, ordered_json::parse_event_t event, ordered_json& parsed) {
        if (event != ordered_json::parse_event_t::object_end || depth != kRowDepth) return true;
        if (!parsed.contains("verdict")) return true;
        const ordered_json& error = parsed.at("corrected_error");
        run.files_[parsed.at("name")] = {
            .verdict = verdict_of(parsed.at("verdict")).value_or(Verdict::Crashed),
            .error = error.is_null() ? std::nullopt : std::optional(error.get<double>())};
        return false;
    };
    try {
        const ordered_json summary = ordered_json::parse(stream, take_row);
        if (summary.contains("files") && summary.contains("totals")) return run;
    } catch (const nlohmann::json::exception&) {
    }
    return invalid("'" + path.string() + "' is no summary.json of a batch");
}

std::optional<Trend> EarlierRun::compare(const TaskRecord& record, Summary& summary) const {
    const auto before = files_.find(record.name);
    if (before == files_.end()) return std::nullopt;
    Trend trend;
    const auto& [verdict, error] = before->second;
    if (record.verdict != verdict)
        trend = {.way = record.verdict > verdict ? Trend::Way::Worse : Trend::Way::Better,
                 .change = fmt::format("{} -> {}", word_of(verdict), word_of(record.verdict))};
    else if (record.figures.corrected_error && error)
        trend = trend_of_errors(*error, *record.figures.corrected_error);
    ++summary.compared;
    if (trend.way == Trend::Way::Worse) summary.worse.push_back({record.name, trend.change});
    if (trend.way == Trend::Way::Better) summary.better.push_back({record.name, trend.change});
    return trend;
}

}  // namespace isoskin::batch
