#include "batch/summary.h"

#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "batch/streamed_file.h"
#include "batch/summary_page.h"
#include "isoskin/io/file.h"

namespace isoskin::batch {
namespace {

using nlohmann::ordered_json;

// What is compared with another run, by name of the file.
struct Earlier {
    Verdict verdict = Verdict::Good;
    std::optional<double> error;
};
using EarlierRun = std::map<std::string, Earlier>;

Result<EarlierRun> read_earlier(const std::filesystem::path& path) {
    EarlierRun run;
    if (path.empty()) return run;
    const auto text = read_text(path);
    if (!text) return text.error();
    try {
        const ordered_json json = ordered_json::parse(*text);
        for (const ordered_json& file : json.at("files")) {
            const ordered_json& error = file.at("corrected_error");
            run[file.at("name")] = {
                .verdict = verdict_of(file.at("verdict")).value_or(Verdict::Crashed),
                .error = error.is_null() ? std::nullopt : std::optional(error.get<double>())};
        }
    } catch (const nlohmann::json::exception&) {
        return invalid("'" + path.string() + "' is no summary.json of a batch");
    }
    return run;
}

void compare(const TaskRecord& record, const EarlierRun& earlier, Summary& summary) {
    // Errors below this are the rounding of float positions; their changes mean nothing.
    constexpr double kRounding = 1e-6;
    const auto before = earlier.find(record.name);
    if (before == earlier.end()) return;
    if (record.verdict > before->second.verdict) {
        summary.worse.push_back(
            {record.name,
             fmt::format("{} -> {}", word_of(before->second.verdict), word_of(record.verdict))});
        return;
    }
    const auto& now = record.figures.corrected_error;
    if (!now || !before->second.error) return;
    if (std::abs(*now) <= std::abs(*before->second.error) + kRounding) return;
    summary.worse.push_back(
        {record.name, fmt::format("error {:.2e} -> {:.2e}", *before->second.error, *now)});
}

void count(const TaskRecord& record, Summary& summary) {
    ++summary.verdicts[static_cast<std::size_t>(record.verdict)];
    for (const LeftAsSkinned& left : record.figures.left) {
        LeftInAll& all = summary.left[left.reason];
        ++all.files;
        all.parts += left.parts;
    }
}

std::string csv_text(const std::string& text) {
    std::string quoted = "\"";
    for (const char letter : text)
        quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return quoted + "\"";
}

template <typename T>
std::string csv_number(const std::optional<T>& value) {
    return value ? fmt::format("{}", *value) : "";
}

std::string csv_row(const TaskRecord& record) {
    double surface = 0.0;
    for (const LeftAsSkinned& left : record.figures.left)
        surface += left.surface;
    return fmt::format("{},{},{},{},{},{},{},{:.3f},{:.1f},{},{}\n", csv_text(record.name),
                       record.bytes, csv_number(record.figures.joints),
                       csv_number(record.figures.parts), csv_number(record.figures.skinned_error),
                       csv_number(record.figures.corrected_error), surface, record.seconds,
                       record.megabytes, word_of(record.verdict), csv_text(record.reason));
}

std::string junit_case(const TaskRecord& record, const std::string& verb) {
    const std::string head =
        fmt::format("<testcase classname=\"isoskin.{}\" name=\"{}\" time=\"{:.3f}\"", verb,
                    escape_markup(record.name), record.seconds);
    if (record.verdict == Verdict::Good) return head + "/>\n";
    // CI tells a check that failed from a program that did.
    const char* element = record.verdict == Verdict::GateFailed ? "failure" : "error";
    return fmt::format("{}><{} type=\"{}\" message=\"{}\"/></testcase>\n", head, element,
                       word_of(record.verdict), escape_markup(record.reason));
}

std::string json_tail(const Summary& summary) {
    ordered_json totals = {{"files", summary.files}, {"not_run", summary.not_run}};
    for (std::size_t i = 0; i < summary.verdicts.size(); ++i)
        totals[word_of(static_cast<Verdict>(i))] = summary.verdicts[i];
    ordered_json left = ordered_json::array();
    for (const auto& [reason, all] : summary.left)
        left.push_back({{"reason", reason}, {"files", all.files}, {"parts", all.parts}});
    ordered_json worse = ordered_json::array();
    for (const Worsened& file : summary.worse)
        worse.push_back({{"name", file.name}, {"change", file.change}});
    const auto print = [](const ordered_json& json) {
        return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    };
    return fmt::format("\n],\n\"totals\": {},\n\"left_as_skinned\": {},\n\"worse\": {}}}\n",
                       print(totals), print(left), print(worse));
}

}  // namespace

Result<Summary> write_summary(const std::vector<Task>& tasks, const OutputFolder& folder,
                              const std::string& verb, const std::filesystem::path& against) {
    const auto earlier = read_earlier(against);
    if (!earlier) return earlier.error();
    Summary summary;
    summary.files = tasks.size();
    StreamedFile json(folder.root() / "summary.json");
    StreamedFile csv(folder.root() / "summary.csv");
    StreamedFile junit(folder.root() / "junit.xml");
    StreamedFile page(folder.root() / "index.html");
    json.add(fmt::format("{{\"version\": \"{}\", \"verb\": \"{}\", \"files\": [", ISOSKIN_VERSION,
                         verb));
    csv.add(
        "file,bytes,joints,parts,skinned_error,corrected_error,left_as_skinned,seconds,megabytes,"
        "verdict,reason\n");
    junit.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"isoskin batch " +
              verb + "\">\n");
    page.add(page_head(verb));
    const char* separator = "\n";
    for (const Task& task : tasks) {
        const auto record = folder.find_record(task);
        if (!record) {
            ++summary.not_run;
            continue;
        }
        count(*record, summary);
        compare(*record, *earlier, summary);
        json.add(separator +
                 to_json(*record).dump(-1, ' ', false, ordered_json::error_handler_t::replace));
        separator = ",\n";
        csv.add(csv_row(*record));
        junit.add(junit_case(*record, verb));
        page.add(page_row(*record));
    }
    json.add(json_tail(summary));
    junit.add("</testsuite>\n");
    page.add(page_tail(summary));
    for (StreamedFile* file : {&json, &csv, &junit, &page})
        if (const auto finished = file->finish(); !finished) return finished.error();
    return summary;
}

std::string summary_text(const Summary& summary) {
    std::string text = fmt::format("{} files", summary.files);
    for (std::size_t i = 0; i < summary.verdicts.size(); ++i)
        if (summary.verdicts[i] > 0)
            text += fmt::format(", {} {}", summary.verdicts[i], word_of(static_cast<Verdict>(i)));
    if (summary.not_run > 0) text += fmt::format(", {} not run", summary.not_run);
    text += "\n";
    for (const auto& [reason, all] : summary.left)
        text +=
            fmt::format("{} parts left as skinned in {} files: {}\n", all.parts, all.files, reason);
    for (const Worsened& file : summary.worse)
        text += fmt::format("worse than before: {}: {}\n", file.name, file.change);
    return text;
}

}  // namespace isoskin::batch
