#include "batch/summary_page.h"

#include <cmath>
#include <sstream>

#include <fmt/core.h>

namespace isoskin::batch {
namespace {

constexpr const char* kPageHead = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>isoskin batch {0}</title>
<style>
:root {{ color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }}
body {{ margin: 2rem auto; max-width: 100rem; padding: 0 1rem }}
table {{ border-collapse: collapse; width: 100% }}
th, td {{ padding: .3rem .6rem; border-bottom: 1px solid #8884; text-align: left; vertical-align: top }}
th {{ cursor: pointer; position: sticky; top: 0; background: Canvas }}
.n {{ white-space: nowrap; text-align: right; font-variant-numeric: tabular-nums }}
.bad {{ color: #c33; font-weight: 600 }}
.better {{ color: #283 }}
.pair {{ white-space: nowrap }}
img {{ height: 7rem; vertical-align: top }}
small {{ opacity: .75; white-space: normal }}
</style>
<h1>isoskin batch {0}</h1>
<table><thead><tr><th>file</th><th class="n">kB</th><th class="n">joints</th><th class="n">parts</th>
<th class="n">worst before</th><th class="n">worst after</th><th class="n">left as skinned</th>
<th class="n">s</th><th class="n">MB</th><th>verdict</th><th>trend</th><th>worst moment before, after</th></tr></thead>
<tbody>
)";

// A click on a heading sorts by it, a second one turns the order round.
constexpr const char* kSortScript = R"(<script>
document.querySelectorAll('th').forEach((head, column) => head.addEventListener('click', () => {
  const body = document.querySelector('tbody'), way = head.dataset.way = -(head.dataset.way || -1);
  const key = row => row.cells[column].dataset.v;
  [...body.rows].sort((a, b) => {
    const x = key(a), y = key(b), number = Number(x) - Number(y);
    return way * (Number.isNaN(number) ? x.localeCompare(y) : number);
  }).forEach(row => body.append(row));
}));
</script>
)";

// Letters that mean something in an address are written by their number.
std::string escape_address(const std::string& path) {
    std::string escaped;
    for (const char letter : path) {
        if (letter == '%' || letter == '#' || letter == '?')
            escaped += fmt::format("%{:02X}", static_cast<unsigned>(letter));
        else
            escaped += letter;
    }
    return escaped;
}

std::string number_cell(double sort_by, const std::string& shown) {
    return fmt::format("<td class=\"n\" data-v=\"{:.9g}\">{}</td>", sort_by, shown);
}

// Sorted by size; files without a figure come before all others.
std::string error_cell(const std::optional<double>& error) {
    if (!error) return number_cell(-1.0, "–");
    const bool small = std::abs(*error) < 5e-5;
    return number_cell(std::abs(*error), small ? fmt::format("{:.1e}", *error)
                                               : fmt::format("{:+.2f} %", 100.0 * *error));
}

std::string count_cell(const std::optional<std::size_t>& count) {
    return count ? number_cell(static_cast<double>(*count), std::to_string(*count))
                 : number_cell(-1.0, "–");
}

std::string left_cell(const TaskRecord& record) {
    double surface = 0.0;
    std::string reasons;
    for (const LeftAsSkinned& left : record.figures.left) {
        surface += left.surface;
        reasons +=
            fmt::format("<br><small>{} × {}</small>", left.parts, escape_markup(left.reason));
    }
    if (reasons.empty()) return number_cell(0.0, "");
    return number_cell(surface, fmt::format("{:.1f} %{}", 100.0 * surface, reasons));
}

std::string verdict_cell(const TaskRecord& record) {
    return fmt::format(
        "<td data-v=\"{}\"><a href=\"logs/{}.log\"{}>{}</a>{}{}</td>",
        static_cast<int>(record.verdict), escape_markup(escape_address(record.name)),
        record.verdict == Verdict::Good ? "" : " class=\"bad\"", word_of(record.verdict),
        record.reason.empty() ? "" : "<br><small>" + escape_markup(record.reason) + "</small>",
        record.retries.empty()
            ? ""
            : fmt::format("<br><small>tried {} times</small>", record.retries.size() + 1));
}

// Sorted so that what got worse comes first; files without an earlier run come last.
std::string trend_cell(const std::optional<Trend>& trend) {
    if (!trend) return "<td data-v=\"3\"></td>";
    if (trend->way == Trend::Way::Same) return "<td data-v=\"2\">same</td>";
    const bool worse = trend->way == Trend::Way::Worse;
    return fmt::format("<td data-v=\"{}\"><span class=\"{}\">{}</span><br><small>{}</small></td>",
                       worse ? 0 : 1, worse ? "bad" : "better", worse ? "worse" : "better",
                       escape_markup(trend->change));
}

std::string picture_cell(const TaskRecord& record) {
    std::string pictures;
    for (const std::string& picture : record.pictures) {
        const std::string address = escape_markup(escape_address(picture));
        pictures += fmt::format("<a href=\"{0}\"><img loading=\"lazy\" src=\"{0}\" alt=\"\"></a> ",
                                address);
    }
    return fmt::format("<td class=\"pair\" data-v=\"{}\">{}</td>", record.pictures.size(),
                       pictures);
}

}  // namespace

std::string escape_markup(const std::string& text) {
    std::string escaped;
    for (const char letter : text) {
        if (letter == '&')
            escaped += "&amp;";
        else if (letter == '<')
            escaped += "&lt;";
        else if (letter == '>')
            escaped += "&gt;";
        else if (letter == '"')
            escaped += "&quot;";
        else if (static_cast<unsigned char>(letter) >= ' ')
            escaped += letter;
    }
    return escaped;
}

std::string page_head(const std::string& verb) {
    return fmt::format(kPageHead, escape_markup(verb));
}

std::string page_row(const TaskRecord& record, const std::optional<Trend>& trend) {
    const std::string name = escape_markup(record.name);
    return fmt::format("<tr><td data-v=\"{}\">{}</td>", name, name) +
           number_cell(static_cast<double>(record.bytes),
                       fmt::format("{:.0f}", static_cast<double>(record.bytes) / 1e3)) +
           count_cell(record.figures.joints) + count_cell(record.figures.parts) +
           error_cell(record.figures.skinned_error) + error_cell(record.figures.corrected_error) +
           left_cell(record) + number_cell(record.seconds, fmt::format("{:.2f}", record.seconds)) +
           number_cell(record.megabytes, fmt::format("{:.0f}", record.megabytes)) +
           verdict_cell(record) + trend_cell(trend) + picture_cell(record) + "</tr>\n";
}

std::string page_tail(const Summary& summary) {
    std::istringstream text(summary_text(summary));
    std::string lines;
    for (std::string line; std::getline(text, line);)
        lines += escape_markup(line) + "\n";
    return "</tbody></table>\n<h2>In all</h2><pre>" + lines + "</pre>\n" + kSortScript +
           "</html>\n";
}

}  // namespace isoskin::batch
