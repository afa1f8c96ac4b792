#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "isoskin/io/character_file.h"
#include "motions.h"
#include "names.h"
#include "output_path.h"
#include "scenes.h"

namespace isoskin::cli {
namespace {

struct DemoOptions {
    std::string name;
    std::filesystem::path output;
    scenes::SceneOptions scene;
    bool list = false;
};

constexpr const char* kDemoExamples = R"(
Examples:
  isoskin demo --list
  isoskin demo creature -o creature.glb
  isoskin demo creature --vertices 100000 -o dense.glb
  isoskin demo jelly -o jelly.glb && isoskin render jelly.glb -o jelly.mp4 --clip drop)";

void print_list(const CommandLine& line) {
    auto json = nlohmann::ordered_json::array();
    const auto add = [&](std::span<const scenes::SceneInfo> list, const char* kind) {
        for (const auto& scene : list) {
            if (!line.json) fmt::print("{:<16} {}\n", scene.name, scene.description);
            json.push_back(
                {{"name", scene.name}, {"description", scene.description}, {"kind", kind}});
        }
    };
    add(scenes::scene_list(), "character");
    add(scenes::motion_list(), "motion");
    if (line.json) fmt::print("{}\n", json.dump(2));
}

void print_summary(const DemoOptions& options, const Character& character,
                   const CommandLine& line) {
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

bool is_motion(const std::string& name) {
    const auto motions = scenes::motion_list();
    return std::any_of(motions.begin(), motions.end(),
                       [&](const auto& motion) { return motion.name == name; });
}

Result<Character> make_demo(const DemoOptions& options, const CommandLine& line) {
    if (!is_motion(options.name)) return scenes::make_scene(options.name, options.scene);
    auto motion = scenes::make_motion(options.name);
    if (!motion) return motion.error();
    if (!line.quiet)
        fmt::print(stderr, "simulated as {} morph targets, off by {:.2g} at most\n",
                   motion->targets, motion->largest_error);
    return std::move(motion->character);
}

Result<ExitCode> run_demo(const DemoOptions& options, const CommandLine& line) {
    if (options.list) {
        print_list(line);
        return ExitCode::Done;
    }
    if (options.name.empty())
        return usage_error("'demo' needs a name; 'isoskin demo --list' shows them");
    if (options.output.empty()) return usage_error("'demo' needs an output: -o FILE");
    if (const auto writable = check_output(options.output, {}, Overwrite::Refuse); !writable)
        return writable.error();

    const auto character = make_demo(options, line);
    if (!character) return character.error();
    if (const auto written = write_character(options.output, *character); !written)
        return written.error();
    print_summary(options, *character, line);
    return ExitCode::Done;
}

}  // namespace

void add_demo_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("demo", "Write a procedural character");
    auto options = std::make_shared<DemoOptions>();
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
    command->footer(kDemoExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run_demo(*options, line); }; });
}

}  // namespace isoskin::cli
