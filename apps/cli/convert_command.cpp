#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "isoskin/io/character_file.h"
#include "output_path.h"
#include "pose_options.h"
#include "volume_options.h"

namespace isoskin::cli {
namespace {

struct ConvertOptions {
    std::filesystem::path file;
    ReadOptions read;
    std::filesystem::path output;
    bool refine = false;
    bool force = false;
};

constexpr const char* kConvertExamples = R"(
Everything a character holds is kept: meshes, joints, weights, morph targets, materials, pictures and
clips; of a glTF or VRM also what isoskin does not understand. FBX and Collada become glTF, which the
studio opens.

Examples:
  isoskin convert hero.fbx -o hero.glb
  isoskin convert body.obj --rig default.mhskel -o body.glb
  isoskin convert avatar.vrm -o avatar.gltf
  isoskin convert fox.glb -o fox_fine.glb --refine)";

bool is_vrm(const std::filesystem::path& path) {
    return path.extension() == ".vrm" || path.extension() == ".VRM";
}

Result<ExitCode> run_convert(const ConvertOptions& options, const CommandLine& line) {
    const auto overwrite = options.force ? Overwrite::Force : Overwrite::Refuse;
    const std::vector inputs{options.file, options.read.rig};
    if (const auto writable = check_output(options.output, inputs, overwrite); !writable)
        return writable.error();
    auto character = read_character(options.file, options.read);
    if (!character) return character.error();
    if (options.refine) {
        const auto volume = choose_volume({}, *character);
        if (!volume) return volume.error();
        const auto refined = refine_if_asked(true, volume->settings, *character);
        if (!refined) return refined.error();
    }
    if (is_vrm(options.output) && character->human_bones.empty())
        return unsupported(fmt::format(
            "a .vrm says which joint is which bone of a body, and '{}' does not; write .glb",
            options.file.string()));
    if (const auto written = write_character(options.output, *character); !written)
        return written.error();
    std::size_t vertices = 0;
    for (const SkinnedMesh& mesh : character->meshes)
        vertices += mesh.mesh.vertex_count();
    if (!line.quiet) {
        for (const std::string& note : note_texts(character->notes))
            fmt::print(stderr, "note: {}\n", note);
        fmt::print(stderr, "{}: {} meshes, {} vertices, {} joints, {} clips\n",
                   options.output.string(), character->meshes.size(), vertices,
                   skin_joints(*character).size(), character->clips.size());
    }
    if (line.json)
        fmt::print("{}\n", nlohmann::ordered_json{{"file", options.output.string()},
                                                  {"name", character->name},
                                                  {"meshes", character->meshes.size()},
                                                  {"vertices", vertices},
                                                  {"joints", skin_joints(*character).size()},
                                                  {"clips", character->clips.size()},
                                                  {"notes", note_texts(character->notes)}}
                               .dump(2));
    return ExitCode::Done;
}

}  // namespace

void add_convert_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("convert", "Write a character as glTF, everything kept");
    auto options = std::make_shared<ConvertOptions>();
    command->add_option("FILE", options->file, "The character, in any format isoskin reads")
        ->type_name("")
        ->required();
    command->add_option("-o,--output", options->output, "Where to, as .glb, .gltf or .vrm")
        ->type_name("FILE")
        ->required();
    add_read_options(*command, options->read);
    add_refine_option(*command, options->refine);
    command->add_flag("--force", options->force, "Overwrite an input");
    add_common_options(*command, line);
    command->footer(kConvertExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run_convert(*options, line); }; });
}

}  // namespace isoskin::cli
