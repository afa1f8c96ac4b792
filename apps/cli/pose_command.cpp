#include <chrono>
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "isoskin/io/character_file.h"
#include "isoskin/volume/surface.h"
#include "output_path.h"
#include "poser.h"

namespace isoskin::cli {
namespace {

struct Options {
    PoseOptions pose;
    std::filesystem::path output;
    bool force = false;
};

constexpr const char* kExamples = R"(
Without options the character is in the pose its file holds.

Examples:
  isoskin pose fox.glb -o fox.obj --clip Run --time 0.4
  isoskin pose arm.glb -o bent.ply --rotate elbow=0,0,90 --skinning dual
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

void print_summary(const Options& options, const Poser& poser, double milliseconds,
                   const CommandLine& line) {
    const std::size_t vertices = vertex_count(poser.character());
    const double volume = total_volume(poser);
    if (!line.quiet)
        fmt::print(stderr, "{}: {} vertices, volume {:.6g}, posed in {:.3g} ms\n",
                   options.output.string(), vertices, volume, milliseconds);
    const nlohmann::ordered_json json = {{"file", options.output.string()},
                                         {"vertices", vertices},
                                         {"volume", volume},
                                         {"milliseconds", milliseconds}};
    if (line.json)
        fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

Result<ExitCode> run(const Options& options, const CommandLine& line) {
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
    print_summary(options, *poser, elapsed.count(), line);
    return ExitCode::Done;
}

}  // namespace

void add_pose_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("pose", "Write the mesh of one moment");
    auto options = std::make_shared<Options>();
    add_pose_options(*command, options->pose);
    command
        ->add_option("-o,--output", options->output, "Where to, as .glb, .gltf, .obj, .ply or .stl")
        ->type_name("FILE")
        ->required();
    command->add_flag("--force", options->force, "Overwrite an input");
    add_common_options(*command, line);
    command->footer(kExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run(*options, line); }; });
}

}  // namespace isoskin::cli
