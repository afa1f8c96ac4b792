#include "batch/summary.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "batch/earlier_run.h"
#include "batch/streamed_file.h"
#include "batch/summary_page.h"
#include "isoskin/io/file.h"

namespace isoskin::batch {
namespace {

using nlohmann::ordered_json;

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

// Three numbers of up to twenty digits, and their names.
constexpr std::size_t kLongestTotals = 100;
std::string junit_totals(const Summary& summary) {
    const std::size_t failures = summary.count(Verdict::GateFailed);
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", summary.files, failures,
                       summary.files - failures - summary.count(Verdict::Good));
}

ordered_json changes_json(const std::vector<Changed>& changes) {
    ordered_json json = ordered_json::array();
    for (const Changed& file : changes)
        json.push_back({{"name", file.name}, {"change", file.change}});
    return json;
}

TaskRecord not_run(const Task& task) {
    return {.file = task.file,
            .name = task.name,
            .key = {},
            .verdict = Verdict::NotRun,
            .reason = "the batch ended before it did",
            .retries = {},
            .pictures = {},
            .figures = {}};
}

std::string json_tail(const Summary& summary) {
    ordered_json totals = {{"files", summary.files}};
    for (std::size_t i = 0; i < summary.verdicts.size(); ++i)
        totals[word_of(static_cast<Verdict>(i))] = summary.verdicts[i];
    ordered_json left = ordered_json::array();
    for (const auto& [reason, all] : summary.left)
        left.push_back({{"reason", reason}, {"files", all.files}, {"parts", all.parts}});
    const auto print = [](const ordered_json& json) {
        return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    };
    return fmt::format(
        "\n],\n\"totals\": {},\n\"left_as_skinned\": {},\n\"compared\": {},\n\"worse\": {},\n"
        "\"better\": {}}}\n",
        print(totals), print(left), summary.compared, print(changes_json(summary.worse)),
        print(changes_json(summary.better)));
}

}  // namespace

Result<Summary> write_summary(const std::vector<Task>& tasks, const std::vector<bool>& ended,
                              const OutputFolder& folder, const std::string& verb,
                              const std::filesystem::path& against) {
    const auto earlier = EarlierRun::read(against);
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
              verb + "\" ");
    const std::streamoff junit_counts = junit.leave_room(kLongestTotals);
    junit.add(">\n");
    page.add(page_head(verb));
    const char* separator = "\n";
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const auto found = ended[i] ? folder.find_record(tasks[i]) : std::nullopt;
        const TaskRecord record = found ? *found : not_run(tasks[i]);
        count(record, summary);
        const auto trend = earlier->compare(record, summary);
        json.add(separator +
                 to_json(record).dump(-1, ' ', false, ordered_json::error_handler_t::replace));
        separator = ",\n";
        csv.add(csv_row(record));
        junit.add(junit_case(record, verb));
        page.add(page_row(record, trend));
    }
    json.add(json_tail(summary));
    junit.add("</testsuite>\n");
    junit.fill_room(junit_counts, junit_totals(summary));
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
    text += "\n";
    for (const auto& [reason, all] : summary.left)
        text +=
            fmt::format("{} parts left as skinned in {} files: {}\n", all.parts, all.files, reason);
    for (const Changed& file : summary.worse)
        text += fmt::format("worse than before: {}: {}\n", file.name, file.change);
    if (summary.compared > 0)
        text += fmt::format("{} files compared: {} worse, {} better\n", summary.compared,
                            summary.worse.size(), summary.better.size());
    return text;
}

}  // namespace isoskin::batch
