#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "character_info.h"
#include "command.h"
#include "pose_options.h"

namespace isoskin::cli {
namespace {

using Json = nlohmann::ordered_json;

struct InfoOptions {
    std::filesystem::path file;
    ReadOptions read;
};

constexpr const char* kInfoExamples = R"(
Examples:
  isoskin info fox.glb
  isoskin info body.obj --rig default.mhskel
  isoskin info fox.glb --json | jq '.meshes[].volume')";

Json to_json(const MeshInfo& mesh) {
    return {{"name", mesh.name},
            {"instances", mesh.instances},
            {"vertices", mesh.vertices},
            {"triangles", mesh.triangles},
            {"quads", mesh.quads},
            {"parts", mesh.parts},
            {"boundary_edges", mesh.boundary_edges},
            {"closed", mesh.closed},
            {"volume", mesh.volume},
            {"stored_volume", mesh.stored_volume},
            {"stored_capped_volume", mesh.stored_capped_volume}};
}

Json to_json(const CharacterInfo& info, const Character& character) {
    Json json = {{"meshes", Json::array()}, {"joints", Json::array()},
                 {"skins", Json::array()},  {"influences", info.influences},
                 {"clips", Json::array()},  {"notes", Json::array()}};
    for (const MeshInfo& mesh : info.meshes)
        json["meshes"].push_back(to_json(mesh));
    for (const JointInfo& joint : info.joints)
        json["joints"].push_back(
            {{"name", joint.name}, {"parent", joint.parent ? Json(*joint.parent) : Json(nullptr)}});
    for (const SkinInfo& skin : info.skins)
        json["skins"].push_back({{"name", skin.name}, {"joints", skin.joints}});
    for (const Note& note : character.notes)
        json["notes"].push_back({{"kind", note_kind_words(note.kind)}, {"text", note_text(note)}});
    for (const Clip& clip : character.clips)
        json["clips"].push_back({{"name", clip.name}, {"duration", clip.duration()}});
    return json;
}

void print_table(const CharacterInfo& info, const Character& character) {
    fmt::print("{:<24} {:>8} {:>9} {:>7} {:>5} {:>8}  {:<6} {:>12} {:>12}\n", "mesh", "vertices",
               "triangles", "quads", "parts", "boundary", "closed", "volume", "stored");
    for (const MeshInfo& mesh : info.meshes) {
        const std::string times =
            mesh.instances > 1 ? " ×" + std::to_string(mesh.instances) : std::string();
        fmt::print("{:<24} {:>8} {:>9} {:>7} {:>5} {:>8}  {:<6} {:>12.6g} {:>12.6g}\n",
                   mesh.name + times, mesh.vertices, mesh.triangles, mesh.quads, mesh.parts,
                   mesh.boundary_edges, mesh.closed ? "yes" : "no", mesh.volume,
                   mesh.stored_volume);
    }
    fmt::print("\n{} joints, up to {} for a vertex\n", info.joints.size(), info.influences);
    for (const JointInfo& joint : info.joints)
        fmt::print("  {}{}\n", joint.name, joint.parent ? " < " + *joint.parent : "");
    if (info.skins.size() > 1) fmt::print("{} skins\n", info.skins.size());
    fmt::print("{} clips\n", character.clips.size());
    for (const Clip& clip : character.clips)
        fmt::print("  {} ({:.3g} s)\n", clip.name, clip.duration());
}

Result<ExitCode> run_info(const InfoOptions& options, const CommandLine& line) {
    const auto character = read_character(options.file, options.read);
    if (!character) return character.error();
    const auto info = inspect(*character);
    if (!info) return info.error();

    if (line.json) {
        // File names and joint names may hold any bytes; JSON may not.
        fmt::print("{}\n", to_json(*info, *character)
                               .dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
        return ExitCode::Done;
    }
    print_table(*info, *character);
    for (const NoteGroup& group : group_notes(character->notes))
        if (!line.quiet)
            fmt::print(stderr, "note ({}): {}\n", note_kind_words(group.kind), group.sentence);
    return ExitCode::Done;
}

}  // namespace

void add_info_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("info", "Tell what a file holds and what it encloses");
    auto options = std::make_shared<InfoOptions>();
    command->add_option("FILE", options->file, "A character, or a bare mesh")
        ->type_name("")
        ->required();
    add_read_options(*command, options->read);
    add_common_options(*command, line);
    command->footer(kInfoExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run_info(*options, line); }; });
}

}  // namespace isoskin::cli
