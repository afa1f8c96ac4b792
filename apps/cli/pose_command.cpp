#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "console.h"
#include "isoskin/io/character_file.h"
#include "isoskin/volume/measure/surface.h"
#include "isoskin/volume/settings_words.h"
#include "output_path.h"
#include "poser.h"
#include "report/volume_sum.h"
#include "uncorrected.h"

namespace isoskin::cli {
namespace {

using nlohmann::ordered_json;

struct PosedFileOptions {
    PoseOptions pose;
    std::filesystem::path output;
    std::optional<double> max_error;
    UncorrectedOptions uncorrected;
    bool force = false;
};

constexpr const char* kPoseExamples = R"(
Without options the character is in the pose its file holds, at constant volume.

Examples:
  isoskin pose fox.glb -o fox.obj --clip Run --time 0.4
  isoskin pose arm.glb -o bent.ply --rotate elbow=0,0,90 --max-error 1e-6
  isoskin pose arm.glb -o plain.ply --rotate elbow=0,0,90 --volume none --skinning dual
  isoskin pose body.glb -o walking.stl --motion walk.bvh --time 1.5)";

std::size_t vertex_count(const Character& character) {
    std::size_t count = 0;
    for (const SkinnedMesh& skinned : character.meshes)
        count += skinned.mesh.vertex_count();
    return count;
}

double total_volume(const Poser& poser) {
    double volume = 0.0;
    for (std::size_t m = 0; m < poser.posed().size(); ++m)
        volume += enclosed_volume(poser.character().meshes[m], poser.posed()[m].positions);
    return volume;
}

std::string_view mesh_name(const Poser& poser, const PartReport& part) {
    return part.label.empty() ? std::string_view(poser.character().meshes[part.mesh].mesh.name)
                              : part.label;
}

/// Of what the posed shape encloses against what it ought to; empty if no part has a volume.
struct Figures {
    double target = 0.0;
    double skinned_error = 0.0;
    double corrected_error = 0.0;
};

std::optional<Figures> figures_of(const DeformReport& report) {
    if (report.parts.empty()) return {};
    const report::VolumeSum sum = report::sum_volumes(report.parts);
    double skinned = 0.0;
    for (const PartReport& part : report.parts)
        skinned += part.skinned;
    return Figures{.target = sum.target,
                   .skinned_error = report::VolumeSum::relative_error(skinned, sum.target),
                   .corrected_error = sum.error()};
}

ordered_json part_json(const Poser& poser, const PartReport& part) {
    ordered_json json = {
        {"name", mesh_name(poser, part)},
        {"target", part.target},
        {"skinned_error", report::VolumeSum::relative_error(part.skinned, part.target)},
        {"corrected_error", report::VolumeSum::relative_error(part.corrected, part.target)},
        {"reached", part.reached}};
    if (!part.trouble.empty()) json["trouble"] = part.trouble;
    if (!part.trouble_joint.empty()) json["trouble_joint"] = part.trouble_joint;
    return json;
}

ordered_json summary_json(const PosedFileOptions& options, const Poser& poser,
                          double milliseconds) {
    ordered_json json = {{"file", options.output.string()},
                         {"vertices", vertex_count(poser.character())},
                         {"volume", total_volume(poser)},
                         {"milliseconds", milliseconds}};
    if (const auto figures = figures_of(poser.report())) {
        json["method"] = word_of(poser.volume().settings.method, kMethodWords);
        json["target_volume"] = figures->target;
        json["skinned_error"] = figures->skinned_error;
        json["corrected_error"] = figures->corrected_error;
    }
    json["parts"] = ordered_json::array();
    for (const PartReport& part : poser.report().parts)
        json["parts"].push_back(part_json(poser, part));
    json["refused"] = ordered_json::array();
    for (const Refusal& refusal : poser.refusals())
        json["refused"].push_back({{"part", refusal.part}, {"reason", refusal.reason}});
    return json;
}

void print_messages(const PosedFileOptions& options, const Poser& poser, double milliseconds) {
    fmt::print(stderr, "{}: {} vertices, volume {:.6g}, posed in {:.3g} ms\n",
               options.output.string(), vertex_count(poser.character()), total_volume(poser),
               milliseconds);
    if (poser.motion().clip)
        for (const std::string& note : poser.motion().clip->notes)
            fmt::print(stderr, "note: {}\n", note);
    if (!poser.volume().note.empty()) fmt::print(stderr, "note: {}\n", poser.volume().note);
    if (const auto figures = figures_of(poser.report()))
        fmt::print(stderr, "  target {:.6g}: skinned {:+.4f} %, {} {:+.2e}\n", figures->target,
                   100.0 * figures->skinned_error,
                   word_of(poser.volume().settings.method, kMethodWords), figures->corrected_error);
    for (const PartReport& part : poser.report().parts)
        if (!part.trouble.empty())
            fmt::print(
                stderr, "  {}: {}{}\n", mesh_name(poser, part), part.trouble,
                part.trouble_joint.empty() ? "" : fmt::format(" (joint '{}')", part.trouble_joint));
    for (const std::string& sentence : uncorrected_lines(options.uncorrected, poser.refusals()))
        fmt::print(stderr, "  {}\n", sentence);
}

ExitCode check_gate(const PosedFileOptions& options, const DeformReport& report) {
    if (!options.max_error) return ExitCode::Done;
    const auto figures = figures_of(report);
    if (figures && std::abs(figures->corrected_error) <= *options.max_error) return ExitCode::Done;
    print_error(figures ? fmt::format("the volume is off by {:+.2e}, more than --max-error {:g}",
                                      figures->corrected_error, *options.max_error)
                        : "no part encloses a volume that --max-error could be held to");
    return ExitCode::GateFailed;
}

Result<ExitCode> run_pose(const PosedFileOptions& options, const CommandLine& line) {
    const auto writable = check_output(options.output, input_files(options.pose),
                                       options.force ? Overwrite::Force : Overwrite::Refuse);
    if (!writable) return writable.error();
    auto poser = Poser::create(options.pose, NormalOutput::NormalsAndTangents);
    if (!poser) return poser.error();

    const auto start = std::chrono::steady_clock::now();
    poser->go_to(options.pose.time.value_or(0.0));
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;

    const auto written = write_posed(options.output, poser->character(), poser->posed());
    if (!written) return written.error();
    if (!line.quiet) print_messages(options, *poser, elapsed.count());
    if (line.json)
        fmt::print("{}\n", summary_json(options, *poser, elapsed.count())
                               .dump(2, ' ', false, ordered_json::error_handler_t::replace));
    return check_uncorrected(options.uncorrected, poser->refusals(),
                             check_gate(options, poser->report()));
}

}  // namespace

void add_pose_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("pose", "Write the mesh of one moment");
    auto options = std::make_shared<PosedFileOptions>();
    add_pose_options(*command, options->pose);
    add_lattice_option(*command, options->pose);
    command
        ->add_option("-o,--output", options->output, "Where to, as .glb, .gltf, .obj, .ply or .stl")
        ->type_name("FILE")
        ->required();
    command
        ->add_option("--max-error", options->max_error,
                     "End with exit code 1 if the volume is off by more than this part of it")
        ->type_name("E")
        ->check(CLI::Range(0.0, 1e9).description(""));
    add_uncorrected_options(*command, options->uncorrected);
    command->add_flag("--force", options->force, "Overwrite an input");
    add_common_options(*command, line);
    command->footer(kPoseExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run_pose(*options, line); }; });
}

}  // namespace isoskin::cli
