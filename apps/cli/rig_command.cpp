#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "choice_option.h"
#include "command.h"
#include "console.h"
#include "isoskin/autorig/rigged_character.h"
#include "isoskin/io/character_file.h"
#include "output_path.h"

namespace isoskin::cli {
namespace {

using nlohmann::ordered_json;

struct RigOptions {
    std::filesystem::path file;
    std::filesystem::path output;
    std::string rig = "auto";
    RigSettings settings;
    double min_confidence = 0.0;
    bool upright = false;
    bool force = false;
};

constexpr const char* kRigExamples = R"(
A skeleton for a body that has none, and weights for it: the ends of the body (hands, feet, head,
tail) are found by ways through its inside and matched with those of a template; joints go to the
middle of the flesh between them. A skeleton the file has is thrown away. The body is taken as it
stands and need not be closed.

Templates: biped, quadruped, hand, snake, fish; auto takes the one that fits best. Or a file with a
skeleton of your own (.glb, .gltf, .bvh) at any size, in about the pose of the body, y up and facing
z; its names and axes are kept.

Doubtful joints are listed with a reason, and the confidence of the whole goes from 0 to 1.
docs/autorig.md tells how.

Examples:
  isoskin rig body.obj -o rigged.glb
  isoskin rig body.obj -o rigged.glb --template biped --min-confidence 0.6
  isoskin rig scan.obj -o rigged.glb --up z --facing -y --upright
  isoskin rig dog.glb -o rigged.glb --template studio_rig.bvh --json
  isoskin render rigged.glb --motion walk.bvh -o walk.mp4)";

using Direction = std::optional<Vec3d>;
const std::array<std::pair<const char*, Direction>, 6> kDirections{{{"x", Vec3d(1, 0, 0)},
                                                                    {"y", Vec3d(0, 1, 0)},
                                                                    {"z", Vec3d(0, 0, 1)},
                                                                    {"-x", Vec3d(-1, 0, 0)},
                                                                    {"-y", Vec3d(0, -1, 0)},
                                                                    {"-z", Vec3d(0, 0, -1)}}};

std::string direction_word(const Vec3d& direction) {
    for (const auto& [word, axis] : kDirections)
        if (direction.dot(*axis) > 0.999) return word;
    return fmt::format("{:.3f},{:.3f},{:.3f}", direction.x(), direction.y(), direction.z());
}

Result<std::vector<RigTemplate>> find_templates(const std::string& word) {
    if (std::filesystem::path(word).extension().empty()) return templates_named(word);
    auto file = read_character(word);
    if (!file) return file.error();
    file->name = word;
    auto own = template_of(*file);
    if (!own) return own.error();
    return std::vector<RigTemplate>{*std::move(own)};
}

ordered_json rig_json(const RigOptions& options, const RiggedBody& rigged,
                      const BoundWeights& bound) {
    ordered_json joints = ordered_json::array();
    std::vector<Affine> places(rigged.skeleton.joint_count());
    compute_model_pose(rigged.skeleton, stored_pose(rigged.skeleton).parent_from_joint, places);
    for (std::size_t j = 0; j < rigged.joints.size(); ++j) {
        const Vec3d at = places[j].translation();
        joints.push_back({{"name", rigged.joints[j].name},
                          {"place", {at.x(), at.y(), at.z()}},
                          {"confidence", rigged.joints[j].confidence},
                          {"reasons", rigged.joints[j].reasons}});
    }
    return {{"file", options.output.string()},
            {"template", rigged.template_name},
            {"reason", rigged.reason},
            {"confidence", rigged.confidence},
            {"reasons", rigged.reasons},
            {"missing", rigged.missing},
            {"symmetric", rigged.symmetric},
            {"up", direction_word(rigged.up)},
            {"facing", direction_word(rigged.facing)},
            {"joints", std::move(joints)},
            {"bleeding", bound.quality.bleeding},
            {"notes", bound.notes}};
}

void print_rig(const RigOptions& options, const RiggedBody& rigged) {
    fmt::print(stderr, "{}: {} of {} joints, confidence {:.2f}; up {}, facing {}{}\n",
               options.output.string(), rigged.template_name, rigged.joints.size(),
               rigged.confidence, direction_word(rigged.up), direction_word(rigged.facing),
               rigged.symmetric ? ", symmetric" : "");
    if (!rigged.reason.empty()) fmt::print(stderr, "  {}\n", rigged.reason);
    for (const std::string& reason : rigged.reasons)
        fmt::print(stderr, "  {}\n", reason);
    for (const std::string& limb : rigged.missing)
        fmt::print(stderr, "  no {} found\n", limb);
    for (const RiggedJoint& joint : rigged.joints)
        for (const std::string& reason : joint.reasons)
            fmt::print(stderr, "  {} ({:.2f}): {}\n", joint.name, joint.confidence, reason);
}

Result<ExitCode> run_rig(const RigOptions& options, const CommandLine& line) {
    const auto overwrite = options.force ? Overwrite::Force : Overwrite::Refuse;
    if (const auto writable = check_output(options.output, std::vector{options.file}, overwrite);
        !writable)
        return writable.error();
    const auto templates = find_templates(options.rig);
    if (!templates) return templates.error();
    auto character = read_character(options.file);
    if (!character) return character.error();
    if (character->meshes.empty()) return invalid("'" + options.file.string() + "' has no mesh");
    const auto named = [&](const Error& error) {
        return Error{error.kind, "'" + options.file.string() + "': " + error.message};
    };

    Character standing = as_it_stands(*character);
    const auto find = [&](const RigSettings& settings) {
        const WholeBody body = whole_body(standing);
        return rig_body(body.positions, body.faces, *templates, settings);
    };
    const auto shown =
        line.quiet ? ProgressBar::Visibility::Never : ProgressBar::Visibility::OnTerminal;
    RigSettings settings = options.settings;
    settings.keep_on = shown_share("skeleton", shown);
    auto rigged = find(settings);
    if (!rigged) return named(rigged.error());
    if (options.upright) {
        turn_upright(rigged->up, rigged->facing, standing);
        rigged = find({Vec3d::UnitY(), Vec3d::UnitZ()});
        if (!rigged) return named(rigged.error());
    }
    standing.name = options.file.stem().string();
    settings.keep_on = {};  // its bar ends before the next begins
    const auto bound =
        hang_on_skeleton(rigged->skeleton, standing, {.keep_on = shown_share("weights", shown)});
    if (!bound) return named(bound.error());
    if (const auto written = write_character(options.output, standing); !written)
        return written.error();
    if (!line.quiet) print_rig(options, *rigged);
    if (line.json) fmt::print("{}\n", rig_json(options, *rigged, *bound).dump(2));
    if (rigged->confidence >= options.min_confidence) return ExitCode::Done;
    print_error(fmt::format("the confidence of '{}' is {:.2f}, less than --min-confidence {:g}",
                            options.output.string(), rigged->confidence, options.min_confidence));
    return ExitCode::GateFailed;
}

}  // namespace

void add_rig_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("rig", "Find a skeleton for a body that has none");
    auto options = std::make_shared<RigOptions>();
    command->add_option("FILE", options->file, "The mesh")->type_name("")->required();
    command->add_option("-o,--output", options->output, "Where to, as .glb, .gltf or .vrm")
        ->type_name("FILE")
        ->required();
    command
        ->add_option("--template", options->rig,
                     "biped, quadruped, hand, snake, fish, auto, or a file with a skeleton; auto "
                     "unless given")
        ->type_name("NAME|FILE");
    add_choice(*command, "--up", options->settings.up, kDirections)
        ->description("Where up is in the file; found unless given");
    add_choice(*command, "--facing", options->settings.facing, kDirections)
        ->description("Where the body looks; found unless given");
    command->add_flag("--upright", options->upright,
                      "Turn the body so that up is y and it faces z");
    command
        ->add_option("--min-confidence", options->min_confidence,
                     "Exit with 1 if the whole is less sure than this, 0 to 1")
        ->type_name("C")
        ->check(CLI::Range(0.0, 1.0).description(""));
    command->add_flag("--force", options->force, "Overwrite an input");
    add_common_options(*command, line);
    command->footer(kRigExamples);
    command->callback([options, &line] {
        if (options->settings.up && options->settings.facing &&
            std::abs(options->settings.up->dot(*options->settings.facing)) > 0.5)
            throw CLI::ValidationError("--up and --facing lie on one axis");
        line.run = [options, &line] { return run_rig(*options, line); };
    });
}

}  // namespace isoskin::cli
