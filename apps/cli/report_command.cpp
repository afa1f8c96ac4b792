#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "command.h"
#include "console.h"
#include "isoskin/bake/baked_file.h"
#include "isoskin/io/file.h"
#include "isoskin/rig/range_of_motion.h"
#include "output_path.h"
#include "pose_options.h"
#include "report/measure_clips.h"
#include "report/report_html.h"
#include "report/report_text.h"
#include "report_pictures.h"
#include "uncorrected.h"

namespace isoskin::cli {
namespace {

using report::ClipReport;
using report::FileReport;
using report::ReportPictures;

struct ReportOptions {
    PoseOptions pose;
    bool all_clips = false;
    bool all_motions = false;
    double frames_per_second = 30.0;
    std::string json;  ///< A file, "-" for stdout, empty for none; the same for the two below.
    std::string csv;
    std::string html;
    std::string pictures;  ///< Stem of two files, empty for none.
    std::optional<double> max_error;
    UncorrectedOptions uncorrected;
    bool force = false;
};

constexpr const char* kReportExamples = R"(
Without --clip or --motion: the first clip, or every joint through its range if there is none.
An error is the volume over what the pose ought to enclose, minus one.

Examples:
  isoskin report fox.glb --clip Run
  isoskin report fox.glb --all-clips --max-error 1e-6 --quiet
  isoskin report arm.glb --motion range --html arm.html --json arm.json
  isoskin report fox.glb --csv - --volume linear-normal > fox.csv)";

constexpr const char* kStdout = "-";

Result<std::vector<Clip>> find_clips(const ReportOptions& options, const Character& character) {
    if (options.all_clips && character.clips.empty())
        return usage_error("--all-clips finds no clip in '" + options.pose.file.string() + "'");
    if (options.all_clips) return character.clips;
    if (options.all_motions && !character.clips.empty()) return character.clips;
    if (!options.pose.motion.empty()) {
        auto clip = read_motion(options.pose, character);
        if (!clip) return clip.error();
        return std::vector<Clip>{*std::move(clip)};
    }
    if (!options.pose.clip.empty()) {
        auto clip = find_clip(options.pose.clip, character);
        if (!clip) return clip.error();
        return std::vector<Clip>{*std::move(clip)};
    }
    return std::vector<Clip>{character.clips.empty() ? range_of_motion(character)
                                                     : character.clips.front()};
}

// "--json" takes the word behind it for the file to write. Where that leaves no character, the word
// was the character.
Status settle_file(ReportOptions& options) {
    if (!options.pose.file.empty()) return Done{};
    if (options.json.empty() || options.json == kStdout)
        return usage_error("FILE is required; see 'isoskin help report'");
    options.pose.file = std::exchange(options.json, kStdout);
    return Done{};
}

std::array<std::string, 2> thumbnail_names(const std::string& stem) {
    return {stem + ".before.png", stem + ".after.png"};
}

Status check_outputs(const ReportOptions& options) {
    int on_stdout = 0;
    std::vector<std::string> outputs = {options.json, options.csv, options.html};
    if (!options.pictures.empty())
        for (const std::string& name : thumbnail_names(options.pictures))
            outputs.push_back(name);
    for (const std::string& output : outputs) {
        on_stdout += output == kStdout ? 1 : 0;
        if (output.empty() || output == kStdout) continue;
        const auto writable = check_output(output, input_files(options.pose),
                                           options.force ? Overwrite::Force : Overwrite::Refuse);
        if (!writable) return writable;
    }
    if (on_stdout > 1) return usage_error("only one of --json, --csv and --html can be '-'");
    return Done{};
}

Status write_output(const std::string& output, const std::string& text) {
    if (output.empty()) return Done{};
    if (output != kStdout) return write_text(output, text);
    fmt::print("{}", text);
    return Done{};
}

std::vector<std::string> notes_of(const ChosenVolume& volume, const std::vector<Clip>& clips) {
    std::vector<std::string> notes;
    if (!volume.note.empty()) notes.push_back(volume.note);
    for (const Clip& clip : clips)
        notes.insert(notes.end(), clip.notes.begin(), clip.notes.end());
    return notes;
}

/// Fills `report` with what happens in each clip; for a page also by every other method.
Status measure(const ReportOptions& options, const Character& character,
               const std::vector<Clip>& clips, const CommandLine& line, FileReport& report) {
    const auto visibility =
        line.quiet ? ProgressBar::Visibility::Never : ProgressBar::Visibility::OnTerminal;
    std::optional<ProgressBar> bar;
    const auto show = [&](std::size_t done, std::size_t total) {
        if (!bar) bar.emplace("frame", total, visibility);
        bar->show(done);
    };
    return report::measure_clips(
        character, clips,
        {.skinning = options.pose.skinning,
         .frames_per_second = options.frames_per_second,
         .rivals = options.html.empty() ? report::Rivals::None : report::Rivals::Usual},
        show, report);
}

Status write_page(const ReportOptions& options, const Character& character,
                  const std::vector<Clip>& clips, FileReport& report) {
    if (options.html.empty()) return Done{};
    auto pictures = draw_report(character, options.pose.skinning, clips, report);
    if (!pictures) report.notes.push_back("without pictures: " + pictures.error().message);
    return write_output(
        options.html,
        report::report_html(report, pictures ? *pictures : ReportPictures(clips.size())));
}

Status write_thumbnails(const ReportOptions& options, const Character& character,
                        const std::vector<Clip>& clips, FileReport& report) {
    if (options.pictures.empty()) return Done{};
    const auto pictures = draw_thumbnails(character, options.pose.skinning, clips, report);
    if (!pictures) {
        report.notes.push_back("without pictures: " + pictures.error().message);
        return Done{};
    }
    const auto names = thumbnail_names(options.pictures);
    return write_files(std::array{NewFile{.path = names[0], .bytes = pictures->at(0).png},
                                  NewFile{.path = names[1], .bytes = pictures->at(1).png}});
}

Status write_all(const ReportOptions& options, const Character& character,
                 const std::vector<Clip>& clips, const CommandLine& line, FileReport& report) {
    if (const auto page = write_page(options, character, clips, report); !page) return page;
    if (const auto drawn = write_thumbnails(options, character, clips, report); !drawn)
        return drawn;
    if (!options.json.empty())
        if (const auto json = write_output(options.json, report::report_json(report)); !json)
            return json;
    if (!options.csv.empty())
        if (const auto csv = write_output(options.csv, report::report_csv(report)); !csv)
            return csv;
    if (!line.quiet)
        for (const std::string& note : report.notes)
            fmt::print(stderr, "note: {}\n", note);
    const bool stdout_taken =
        options.json == kStdout || options.csv == kStdout || options.html == kStdout;
    if (stdout_taken) return Done{};
    fmt::print("{}", report::report_summary(report));
    for (const std::string& sentence : uncorrected_lines(options.uncorrected, report.refusals))
        fmt::print("{}\n", sentence);
    return Done{};
}

ExitCode check_gate(const ReportOptions& options, const FileReport& report) {
    if (!options.max_error) return ExitCode::Done;
    auto code = ExitCode::Done;
    for (const ClipReport& clip : report.clips) {
        const double worst = std::abs(clip.worst.corrected_error);
        if (!clip.parts.empty() && worst <= *options.max_error) continue;
        print_error(clip.parts.empty()
                        ? "no part encloses a volume that --max-error could be held to"
                        : fmt::format("clip '{}': the volume is off by {:.2e}, more than "
                                      "--max-error {:g}",
                                      clip.clip, worst, *options.max_error));
        code = ExitCode::GateFailed;
    }
    return code;
}

Result<ExitCode> run_report(const ReportOptions& options, const CommandLine& line) {
    if (const auto writable = check_outputs(options); !writable) return writable.error();
    auto character = read_character(options.pose.file, options.pose.read);
    if (!character) return character.error();
    const auto clips = find_clips(options, *character);
    if (!clips) return clips.error();
    const auto volume = choose_volume(options.pose.volume, *character);
    if (!volume) return volume.error();
    if (!options.pose.volume.method && shows_baked_volume(volume->settings, *character))
        return usage_error("'" + options.pose.file.string() + "' " + kWasBaked +
                           "; report the file it was baked from ('bake' states what the baked one "
                           "shows), or give --volume");

    const auto refined = refine_if_asked(options.pose.volume.refine, volume->settings, *character);
    if (!refined) return refined.error();
    FileReport report =
        report::begin_report(*character, options.pose.file.string(), volume->settings);
    report.notes = notes_of(*volume, *clips);
    const auto measured = measure(options, *character, *clips, line, report);
    if (!measured) return measured.error();
    const auto written = write_all(options, *character, *clips, line, report);
    if (!written) return written.error();
    return check_uncorrected(options.uncorrected, report.refusals, check_gate(options, report));
}

void add_output_options(CLI::App& command, ReportOptions& options) {
    command
        .add_option("--json", options.json,
                    "Print all numbers as JSON on stdout, or write them to FILE")
        ->expected(0, 1)
        ->default_str(kStdout)
        ->type_name("[FILE]");
    command.add_option("--csv", options.csv, "Write a row per frame; - for stdout")
        ->type_name("FILE");
    command
        .add_option("--html", options.html, "Write a page with plots and pictures; - for stdout")
        ->type_name("FILE");
    command
        .add_option("--pictures", options.pictures,
                    "Draw the worst moment small: STEM.before.png and STEM.after.png")
        ->type_name("STEM");
    command
        .add_option("--max-error", options.max_error,
                    "End with exit code 1 if the volume of any frame is off by more than this "
                    "part of it")
        ->type_name("E")
        ->check(CLI::Range(0.0, 1e9).description(""));
    add_uncorrected_options(command, options.uncorrected);
    command.add_flag("--force", options.force, "Overwrite an input");
}

}  // namespace

void add_report_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("report", "Measure the volume through a motion");
    auto options = std::make_shared<ReportOptions>();
    command->add_option("FILE", options->pose.file, "The character")->type_name("");
    add_read_options(*command, options->pose.read);
    add_motion_source_options(*command, options->pose);
    command->add_flag("--all-clips", options->all_clips, "Every clip of the file")
        ->excludes("--clip")
        ->excludes("--motion");
    command
        ->add_flag("--all-motions", options->all_motions,
                   "Every clip of the file, or every joint through its range if there is none")
        ->excludes("--clip")
        ->excludes("--motion");
    command->add_option("--fps", options->frames_per_second, "Frames measured per second")
        ->type_name("N")
        ->check(CLI::Range(0.01, 1000.0).description(""));
    add_deform_options(*command, options->pose);
    add_output_options(*command, *options);
    add_run_options(*command, line);
    command->footer(kReportExamples);
    command->callback([options, &line] {
        line.run = [options, &line]() -> Result<ExitCode> {
            if (const auto settled = settle_file(*options); !settled) return settled.error();
            return run_report(*options, line);
        };
    });
}

}  // namespace isoskin::cli
