#include <cmath>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "bake_cache.h"
#include "bake_gltf.h"
#include "bake_usd.h"
#include "character_lattice.h"
#include "command.h"
#include "console.h"
#include "output_path.h"

namespace isoskin::cli {
namespace {

constexpr const char* kBakeExamples = R"(
The character is written with morph targets and clips that drive them: any player of glTF then shows
constant volume by linear skinning alone. The file is read back and played at and between keys; what
it shows is printed: volume over what it ought to be minus one, and distance to isoskin's own
surface over the diagonal of the mesh.

Methods and scopes that are no morph targets, and dual quaternions, are pulled back through plain
skinning and compressed to principal components; what that costs is in what is printed.

A vertex cache (.pc2, .mdd, .usda, .exr as a texture, numbered .obj) holds the corrected vertices of one clip frame by
frame; OUT.json beside it tells the topology it belongs to.

Examples:
  isoskin bake fox.glb -o fox_baked.glb
  isoskin bake fox.glb -o fox_small.glb --compress
  isoskin bake fox.glb -o fox_live.glb --runtime
  isoskin bake fox.glb -o fox.pc2 --clip Run --fps 24
  isoskin bake fox.glb -o fox.usda --skeleton --clip Run
  isoskin bake fox.glb -o fox_baked.glb --max-error 1e-5 --json > fox.json)";

Result<BakeInput> read_input(const BakeOptions& options) {
    auto character = read_character(options.pose.file, options.pose.read);
    if (!character) return character.error();
    BakeInput input;
    const auto volume = choose_volume(options.pose.volume, *character);
    if (!volume) return volume.error();
    if (volume->settings.method == VolumeMethod::None && options.pose.volume.method == std::nullopt)
        return usage_error("'" + options.pose.file.string() +
                           "' carries settings that keep no volume, as a baked file does; give "
                           "--volume to bake it all the same");
    const auto refined = refine_if_asked(options.pose.volume.refine, volume->settings, *character);
    if (!refined) return refined.error();
    if (!options.pose.motion.empty()) {
        auto clip = read_motion(options.pose, *character);
        if (!clip) return clip.error();
        input.notes = clip->notes;
        character->clips.push_back(*std::move(clip));
    }
    if (!options.pose.lattice.empty()) {
        auto lattice = read_character_lattice(options.pose, *character);
        if (!lattice) return lattice.error();
        input.settings.lattice = std::move(lattice->lattice);
    }
    input.character = *std::move(character);
    input.settings.skinning = options.pose.skinning;
    input.settings.volume = volume->settings;
    input.settings.volume.quads = QuadRule::Fan;  // files hold triangles
    if (options.runtime && !is_closed_form(input.settings))
        return unsupported(
            "--runtime needs the volume method 'normal' in the scope 'joints' over linear "
            "skinning, without a lattice: only that has weights in closed form");
    if (!volume->note.empty()) input.notes.push_back(volume->note);
    return input;
}

ExitCode check_gate(const BakeReport& report) {
    auto code = ExitCode::Done;
    const auto complain = [&](const std::string& where, const ClipCheck& check) {
        if (holds(check, report.max_error)) return;
        code = ExitCode::GateFailed;
        print_error(fmt::format(
            "{}: the volume is off by {:.2e} and the surface by {:.2e}, more than --max-error "
            "{:g}{}",
            where, std::abs(check.volume.worst), check.distance.worst, report.max_error,
            check.trouble.empty() ? "" : "; " + check.trouble));
    };
    complain("stored pose", report.stored);
    if (report.runtime && !(std::abs(report.runtime->volume.worst) <= report.max_error)) {
        code = ExitCode::GateFailed;
        print_error(fmt::format("run-time: the volume is off by {:.2e}, more than --max-error {:g}",
                                std::abs(report.runtime->volume.worst), report.max_error));
    }
    for (const ClipCheck& clip : report.clips)
        complain("clip '" + clip.clip + "'", clip);
    return code;
}

Status check_format(const BakeOptions& options) {
    const auto ending = options.output.extension();
    const bool is_gltf = ending == ".glb" || ending == ".gltf" || ending == ".vrm";
    if (options.compress && !is_gltf)
        return usage_error("--compress is for .glb, .gltf and .vrm, not for '" +
                           options.output.string() + "'");
    if (options.skeleton && ending != ".usda")
        return usage_error("--skeleton is for .usda, not for '" + options.output.string() + "'");
    if (is_gltf) return Done{};
    if (is_cache(options.output)) return Done{};
    return unsupported(
        "cannot bake to '" + options.output.string() +
        "': known endings are .glb, .gltf, .vrm, .pc2, .mdd, .usda, .exr and, with a number as in "
        "'%04d', .obj");
}

Result<ExitCode> run_bake(const BakeOptions& options, const CommandLine& line) {
    const auto writable = check_output(options.output, input_files(options.pose),
                                       options.force ? Overwrite::Force : Overwrite::Refuse);
    if (!writable) return writable.error();
    if (const auto known = check_format(options); !known) return known.error();
    const auto input = read_input(options);
    if (!input) return input.error();
    if (is_cache(options.output) && !options.skeleton) return bake_cache(options, *input, line);
    const auto report =
        options.skeleton ? bake_usd(options, *input, line) : bake_gltf(options, *input, line);
    if (!report) return report.error();
    if (!line.quiet) {
        for (const std::string& note : input->notes)
            fmt::print(stderr, "note: {}\n", note);
        for (const std::string& note : report->notes)
            fmt::print(stderr, "note: {}\n", note);
    }
    fmt::print("{}", line.json ? bake_json(*report) : bake_summary(*report));
    return check_uncorrected(options.uncorrected, report->refusals, check_gate(*report));
}

}  // namespace

void add_bake_command(CLI::App& app, CommandLine& line) {
    auto* command =
        app.add_subcommand("bake", "Write the correction in a form that any engine plays");
    auto options = std::make_shared<BakeOptions>();
    command->add_option("FILE", options->pose.file, "The character")->type_name("")->required();
    command
        ->add_option("-o,--output", options->output,
                     "What to write: .glb, .gltf, .vrm, .pc2, .mdd, .usda, .exr or numbered .obj")
        ->type_name("FILE")
        ->required();
    add_read_options(*command, options->pose.read);
    add_motion_source_options(*command, options->pose);
    command
        ->add_option("--max-error", options->max_error,
                     "Keys are put close enough for this; exit code 1 if the written file misses "
                     "it; 1e-4 if not given")
        ->type_name("E")
        ->check(CLI::Range(1e-9, 1e9).description(""));
    command->add_option("--frames", options->frames, "Frames of a cache, first to last")
        ->type_name("A-B");
    command
        ->add_option("--fps", options->frames_per_second,
                     "Frames measured per second, or written into a cache")
        ->type_name("N")
        ->check(CLI::Range(0.01, 1000.0).description(""));
    auto* merge =
        command
            ->add_option("--max-morphs", options->max_morphs,
                         "Merge targets by principal components until a mesh has at most so many; "
                         "the error that costs is in what is printed")
            ->type_name("K")
            ->check(CLI::Range(1, 100000).description(""));
    command
        ->add_flag("--runtime", options->runtime,
                   "Keep the targets of all joints, and write beside the file what "
                   "isoskin-runtime needs to pose it live (OUT.isoskin)")
        ->excludes(merge);
    command->add_flag("--compress", options->compress,
                      "Pack a glTF by EXT_meshopt_compression, without loss, for players that "
                      "unpack it");
    command->add_flag("--skeleton", options->skeleton,
                      "Write a .usda with joints, blend shapes and their weights (UsdSkel) instead "
                      "of vertices frame by frame");
    add_deform_options(*command, options->pose);
    add_lattice_option(*command, options->pose);
    add_uncorrected_options(*command, options->uncorrected);
    command->add_flag("--force", options->force, "Overwrite an input");
    add_common_options(*command, line);
    command->footer(kBakeExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run_bake(*options, line); }; });
}

}  // namespace isoskin::cli
