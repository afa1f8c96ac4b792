#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "choice_option.h"
#include "command.h"
#include "console.h"
#include "flesh_cache.h"
#include "flesh_page.h"
#include "flesh_parts.h"
#include "isoskin/flesh/character_flesh.h"
#include "isoskin/flesh/flesh_grade.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "isoskin/volume/carried_flesh.h"
#include "isoskin/volume/settings_json.h"
#include "output_path.h"
#include "pose_options.h"
#include "volume_options.h"

namespace isoskin::cli {
namespace {

using nlohmann::ordered_json;

constexpr const char* kFleshExamples = R"(
Simulates, once, how the flesh round each joint gives, folds and touches itself, and writes the
character with the result: a few morph targets per joint, whose weights follow from the pose. From
then on pose, render, report, bake and studio show it ('--volume flesh' is the file's default;
'--volume normal' is as before). The volume stays exact.

Joints bend as far as the file's clips bend them, and somewhat farther; without clips by 90 degrees
to all sides. Joints that the file has flesh of already are kept unless they are named.

Each joint that is finished is kept beside the output, in the folder OUT.flesh: Ctrl-C loses the
joints under way only, the same command again goes on, and after a change of the character or of
settings only the joints that it touches are simulated anew.

Examples:
  isoskin flesh fox.glb -o fox_flesh.glb
  isoskin flesh arm.glb -o arm_flesh.glb --joints elbow --range 110 --quality draft
  isoskin flesh fox.glb -o fox_flesh.glb --report flesh.html
One character over many machines, a task per joint, the same bits:
  isoskin flesh hero.glb --manifest joints.jsonl
  isoskin batch flesh joints.jsonl -o parts --slurm --wait
  isoskin flesh hero.glb -o hero_flesh.glb --merge parts/results/hero/*.glb)";

constexpr std::array<std::pair<const char*, FleshGrade>, 3> kGradeWords = {
    {{"draft", FleshGrade::Draft}, {"normal", FleshGrade::Normal}, {"fine", FleshGrade::Fine}}};

struct FleshOptions {
    std::filesystem::path file;
    std::filesystem::path output;
    std::filesystem::path report;
    ReadOptions read;
    std::string joints;
    std::optional<double> range;
    FleshGrade grade = FleshGrade::Normal;
    std::filesystem::path manifest;
    std::vector<std::filesystem::path> merge;
    bool forgets_joints = false;
    bool refine = false;
    bool force = false;
};

std::vector<std::string> split_names(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream in(text);
    for (std::string name; std::getline(in, name, ',');)
        if (!name.empty()) names.push_back(name);
    return names;
}

std::atomic<bool> flesh_stopped = false;

// While it lives, Ctrl-C ends the simulation and not the program.
class StopOnInterrupt {
  public:
    StopOnInterrupt() : before_(std::signal(SIGINT, [](int) { flesh_stopped = true; })) {}
    ~StopOnInterrupt() { std::signal(SIGINT, before_); }
    StopOnInterrupt(const StopOnInterrupt&) = delete;
    StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

  private:
    void (*before_)(int);
};

Result<VolumeSettings> settings_in(const Character& character) {
    if (character.settings_json.empty()) return VolumeSettings{};
    return parse_volume_settings(character.settings_json, "the volume settings in the file");
}

// Joints to simulate: those named, else all that the file has no flesh of.
void choose_joints(const FleshOptions& options, const Character& character,
                   const VolumeSettings& carried, FleshSettings& settings) {
    settings.joints = split_names(options.joints);
    if (!settings.joints.empty() || carried.flesh.empty()) return;
    for (const JointIndex joint : skin_joints(character)) {
        const std::string& name = character.skeleton.joints()[joint].name;
        const bool has_flesh =
            std::any_of(carried.flesh.begin(), carried.flesh.end(),
                        [&](const FleshJoint& other) { return other.joint == name; });
        if (!has_flesh) settings.joints.push_back(name);
    }
    settings.skips_unfit = true;
}

ordered_json report_json(const FleshReport& report) {
    ordered_json json = {
        {"joint", report.joint}, {"part", report.part}, {"simulated", report.simulated}};
    if (!report.trouble.empty()) json["note"] = report.trouble;
    if (report.shape.bends > 0) {
        const FleshShape& shape = report.shape;
        json["bends"] = shape.bends;
        json["crossings"] = {{"linear", shape.linear_crossings}, {"flesh", shape.flesh_crossings}};
        json["roughness"] = {{"linear", shape.linear_roughness}, {"flesh", shape.flesh_roughness}};
    }
    if (!report.simulated) return json;
    std::vector<double> degrees;
    for (const double end : report.range)
        degrees.push_back(std::round(end * 180.0 / kPi));
    json["range"] = degrees;
    json["cells"] = report.cells;
    json["poses"] = report.poses;
    json["unsettled"] = report.unsettled;
    json["targets"] = report.targets;
    json["compression"] = report.compression;
    json["recalled"] = report.recalled;
    return json;
}

std::string report_line(const FleshReport& report) {
    if (!report.simulated)
        return fmt::format("{:24} as by 'normal': {}\n", report.joint, report.trouble);
    const auto degrees = [&](std::size_t k) { return std::lround(report.range[k] * 180.0 / kPi); };
    return fmt::format(
        "{:24} {:>4}…{}°{} crossings {} → {}, roughness × {:.2f}, {} targets{}{}{}\n", report.joint,
        -degrees(1), degrees(0),
        degrees(2) + degrees(3) > 0 ? fmt::format(" × {}…{}°", -degrees(3), degrees(2)) : "",
        report.shape.linear_crossings, report.shape.flesh_crossings,
        report.shape.flesh_roughness / report.shape.linear_roughness, report.targets,
        report.unsettled > 0 ? fmt::format(", {} not quite at rest", report.unsettled) : "",
        report.recalled ? ", as kept" : "", report.trouble.empty() ? "" : "; " + report.trouble);
}

void print_reports(const CharacterFlesh& flesh, const CommandLine& line) {
    if (line.json) {
        ordered_json json = {{"interrupted", flesh.interrupted}, {"joints", ordered_json::array()}};
        for (const FleshReport& report : flesh.reports)
            json["joints"].push_back(report_json(report));
        fmt::print("{}\n", json.dump(2));
        return;
    }
    for (const FleshReport& report : flesh.reports)
        fmt::print("{}", report_line(report));
}

Status check_flesh_output(const FleshOptions& options) {
    if (options.output.empty()) return usage_error("flesh needs -o FILE; see 'isoskin help flesh'");
    const auto writable = check_output(options.output, std::span(&options.file, 1),
                                       options.force ? Overwrite::Force : Overwrite::Refuse);
    if (!writable) return writable.error();
    if (!options.report.empty()) {
        const auto free = check_output(options.report, std::span(&options.file, 1),
                                       options.force ? Overwrite::Force : Overwrite::Refuse);
        if (!free) return free.error();
    }
    const auto ending = options.output.extension();
    if (ending != ".glb" && ending != ".gltf" && ending != ".vrm")
        return unsupported("cannot write flesh to '" + options.output.string() +
                           "': known endings are .glb, .gltf and .vrm");
    return Done{};
}

// A line for each joint that would be simulated, for other machines to do.
Result<ExitCode> write_manifest(const FleshOptions& options, const Character& character,
                                const FleshSettings& settings) {
    const auto joints = simulated_joints(character, settings);
    if (joints.empty())
        return unsupported("no joint of '" + options.file.string() + "' can be simulated");
    const auto written = write_text(options.manifest, joint_manifest(options.file, joints));
    if (!written) return written.error();
    return ExitCode::Done;
}

Result<ExitCode> write_merged(const FleshOptions& options, Character character,
                              VolumeSettings carried) {
    const auto parts = read_flesh_parts(options.merge, character);
    if (!parts) return parts.error();
    merge_flesh(*parts, carried);
    character.settings_json = volume_settings_text(carried);
    const auto written = write_character(options.output, character);
    if (!written) return written.error();
    return ExitCode::Done;
}

/// What is done and how long the rest takes; a line for each joint that is finished.
class FleshProgressLine {
  public:
    explicit FleshProgressLine(const CommandLine& line)
        : shows_(!line.quiet && stderr_is_terminal()) {}

    void show(double done, std::size_t joints) {
        if (!bar_ && shows_)
            bar_ =
                std::make_unique<ProgressBar>("joint", joints, ProgressBar::Visibility::OnTerminal);
        if (bar_) bar_->show_share(done);
    }
    void tell(const FleshReport& report) {
        if (!shows_) return;
        fmt::print(stderr, "\r\x1b[K{}: {}\n", report.joint,
                   report.simulated ? "done" : "as by 'normal': " + report.trouble);
    }
    void end() { bar_.reset(); }

  private:
    bool shows_;
    std::unique_ptr<ProgressBar> bar_;
};

void use_cache(const FleshCache& cache, FleshProgressLine& progress, FleshSettings& settings) {
    settings.recall = [&](const std::string& joint, std::uint64_t key) {
        return cache.recall(joint, key);
    };
    settings.keep = [&](const std::string& joint, std::uint64_t key, const FleshRecord& record) {
        cache.keep(joint, key, record);
        progress.tell(record.report);
    };
}

Result<ExitCode> run_flesh(const FleshOptions& options, const CommandLine& line) {
    if (options.manifest.empty())
        if (const auto writable = check_flesh_output(options); !writable) return writable.error();
    auto character = read_character(options.file, options.read);
    if (!character) return character.error();
    auto carried = settings_in(*character);
    if (!carried) return carried.error();
    const auto refined = refine_if_asked(options.refine, *carried, *character);
    if (!refined) return refined.error();
    FleshSettings settings{.quality = quality_of(options.grade)};
    if (options.range) settings.range = *options.range * kPi / 180.0;
    choose_joints(options, *character, *carried, settings);
    if (!options.manifest.empty()) return write_manifest(options, *character, settings);
    if (!options.merge.empty()) return write_merged(options, *character, *carried);

    const StopOnInterrupt stop;
    FleshProgressLine progress(line);
    FleshCache cache(options.output.string() + ".flesh");
    if (!options.forgets_joints) use_cache(cache, progress, settings);
    const auto flesh = make_flesh(*character, settings, [&](double done, std::size_t joints) {
        progress.show(done, joints);
        return !flesh_stopped;
    });
    progress.end();
    if (!flesh) return flesh.error();
    print_reports(*flesh, line);
    merge_flesh(flesh->joints, *carried);
    if (carried->flesh.empty())
        return unsupported("no joint of '" + options.file.string() +
                           "' could be simulated; nothing was written");
    character->settings_json = volume_settings_text(*carried);
    if (const auto written = write_character(options.output, *character); !written)
        return written.error();
    if (!options.report.empty()) {
        const auto page = write_text(
            options.report, flesh_page(options.file.filename().string(), *character, *flesh));
        if (!page) return page.error();
    }
    if (flesh->interrupted)
        print_error("interrupted: joints that were finished are written to '" +
                    options.output.string() + "' and kept; the same command goes on");
    return flesh->interrupted ? ExitCode::GateFailed : ExitCode::Done;
}

}  // namespace

void add_flesh_command(CLI::App& app, CommandLine& line) {
    auto* command =
        app.add_subcommand("flesh", "Simulate the flesh of the joints once, and carry it along");
    auto options = std::make_shared<FleshOptions>();
    command->add_option("FILE", options->file, "The character")->type_name("")->required();
    command->add_option("-o,--output", options->output, "What to write: .glb, .gltf or .vrm")
        ->type_name("FILE");
    add_read_options(*command, options->read);
    command->add_option("--joints", options->joints, "Simulate these only, and anew")
        ->type_name("A,B,…");
    command
        ->add_option("--range", options->range,
                     "Bend every joint so far to all sides, in degrees, whatever the clips do")
        ->type_name("DEG")
        ->check(CLI::Range(5.0, 150.0).description(""));
    add_choice(*command, "--quality", options->grade, kGradeWords)
        ->description("How finely flesh is cut; normal if not given");
    command
        ->add_option("--report", options->report,
                     "Write a page: each joint before and after, close up, with figures")
        ->type_name("FILE.html");
    auto* refine = add_refine_option(*command, options->refine);
    command
        ->add_option("--manifest", options->manifest,
                     "Simulate nothing: write a line per joint, for 'isoskin batch flesh'")
        ->type_name("FILE")
        ->excludes(refine);
    command
        ->add_option("--merge", options->merge,
                     "Simulate nothing: take the joints that these files have flesh of")
        ->type_name("FILE …")
        ->excludes(refine);
    command->add_flag("--no-cache", options->forgets_joints,
                      "Neither use nor keep single joints beside the output");
    command->add_flag("--force", options->force, "Overwrite an input");
    add_common_options(*command, line);
    command->footer(kFleshExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run_flesh(*options, line); }; });
}

}  // namespace isoskin::cli
