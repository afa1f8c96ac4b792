#include <filesystem>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "isoskin/io/character_file.h"
#include "names.h"
#include "output_path.h"
#include "scenes.h"

namespace isoskin::cli {
namespace {

struct Options {
    std::string name;
    std::filesystem::path output;
    scenes::SceneOptions scene;
    bool list = false;
};

constexpr const char* kExamples = R"(
Examples:
  isoskin demo --list
  isoskin demo creature -o creature.glb
  isoskin demo creature --vertices 100000 -o dense.glb)";

void print_list(const CommandLine& line) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& scene : scenes::scene_list()) {
        if (!line.json) fmt::print("{:<16} {}\n", scene.name, scene.description);
        json.push_back({{"name", scene.name}, {"description", scene.description}});
    }
    if (line.json) fmt::print("{}\n", json.dump(2));
}

void print_summary(const Options& options, const Character& character, const CommandLine& line) {
    std::size_t vertices = 0;
    for (const SkinnedMesh& skinned : character.meshes)
        vertices += skinned.mesh.vertex_count();
    const std::size_t joints = skin_joints(character).size();
    if (!line.quiet)
        fmt::print(stderr, "{}: {} vertices, {} joints, {} clips\n", options.output.string(),
                   vertices, joints, character.clips.size());
    const nlohmann::ordered_json json = {{"file", options.output.string()},
                                         {"vertices", vertices},
                                         {"joints", joints},
                                         {"clips", character.clips.size()}};
    if (line.json) fmt::print("{}\n", json.dump(2));
}

Result<ExitCode> run(const Options& options, const CommandLine& line) {
    if (options.list) {
        print_list(line);
        return ExitCode::Done;
    }
    if (options.name.empty())
        return usage_error("'demo' needs a name; 'isoskin demo --list' shows them");
    if (options.output.empty()) return usage_error("'demo' needs an output: -o FILE");
    if (const auto writable = check_output(options.output, {}, Overwrite::Refuse); !writable)
        return writable.error();

    const auto character = scenes::make_scene(options.name, options.scene);
    if (!character) return character.error();
    if (const auto written = write_character(options.output, *character); !written)
        return written.error();
    print_summary(options, *character, line);
    return ExitCode::Done;
}

}  // namespace

void add_demo_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("demo", "Write a procedural character");
    auto options = std::make_shared<Options>();
    command->add_option("NAME", options->name, "Which one")->type_name("");
    command->add_option("-o,--output", options->output, "Where to, as .glb or .gltf")
        ->type_name("FILE");
    command->add_flag("--list", options->list, "Print the names instead");
    command
        ->add_option("--vertices", options->scene.min_vertices,
                     "Subdivide until there are at least so many")
        ->type_name("N")
        ->check(CLI::Range(0, 20'000'000).description(""));
    command->add_option("--seed", options->scene.seed, "For what is scattered at random")
        ->type_name("N");
    add_common_options(*command, line);
    command->footer(kExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run(*options, line); }; });
}

}  // namespace isoskin::cli
