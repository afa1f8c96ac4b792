#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "choice_option.h"
#include "command.h"
#include "console.h"
#include "isoskin/io/character_file.h"
#include "isoskin/weights/transfer.h"
#include "isoskin/weights/wear.h"
#include "output_path.h"
#include "pose_options.h"

namespace isoskin::cli {
namespace {

using nlohmann::ordered_json;

struct WeightsOptions {
    std::filesystem::path file;
    ReadOptions read;
    std::filesystem::path output;
    std::filesystem::path skeleton;
    std::filesystem::path from;
    bool together = false;
    WeightSettings settings;
    bool force = false;
};

constexpr const char* kWeightsExamples = R"(
Weights for a mesh and a skeleton: those a file has are thrown away and made anew, everything else
stays. heat spreads from the bones that are seen from inside the body, voxel measures ways through
the inside, distance is blind to what lies between; auto takes heat where it can, part by part, and
says where and why not. No vertex is left without weights. docs/weights.md tells how.

With --from weights are carried over from a body that has them: clothes, hair, other versions. With
--together what is written is the body with the clothes among its meshes.

Examples:
  isoskin weights hero.glb -o bound.glb
  isoskin weights body.obj -o bound.glb --skeleton rig.bvh --method voxel
  isoskin weights coat.glb -o worn.glb --from hero.glb --json
  isoskin weights coat.obj -o dressed.glb --from hero.glb --together)";

constexpr std::array<std::pair<const char*, WeightMethod>, 4> kWeightMethods{
    {{"distance", WeightMethod::Distance},
     {"heat", WeightMethod::Heat},
     {"voxel", WeightMethod::Voxel},
     {"auto", WeightMethod::Auto}}};

ordered_json bound_json(const WeightsOptions& options, const BoundWeights& bound) {
    ordered_json parts = ordered_json::array();
    for (const BoundParts& entry : bound.parts)
        parts.push_back({{"method", entry.method},
                         {"reason", entry.reason},
                         {"parts", entry.parts},
                         {"vertices", entry.vertices},
                         {"fallback", entry.fallback}});
    const auto number = [](const std::optional<double>& value) {
        return value ? ordered_json(*value) : ordered_json(nullptr);
    };
    return {{"file", options.output.string()},
            {"vertices", bound.weights.vertex_count()},
            {"influences", bound.weights.max_influences()},
            {"bound", std::move(parts)},
            {"quality",
             {{"smoothness", bound.quality.smoothness},
              {"locality", number(bound.quality.locality)},
              {"bleeding", bound.quality.bleeding},
              {"symmetry", number(bound.quality.symmetry)}}},
            {"notes", bound.notes}};
}

void print_bound(const WeightsOptions& options, const BoundWeights& bound) {
    fmt::print(stderr, "{}: {} vertices, up to {} influences\n", options.output.string(),
               bound.weights.vertex_count(), bound.weights.max_influences());
    for (const BoundParts& entry : bound.parts)
        fmt::print(stderr, "  {}{}: {} vertices ({})\n", entry.fallback ? "fallback to " : "",
                   entry.method, entry.vertices, entry.reason);
    fmt::print(stderr, "  difference along edges {:.4f}", bound.quality.smoothness);
    if (bound.quality.locality)
        fmt::print(stderr, ", weight from near joints {:.4f}, bleeding vertices {}",
                   *bound.quality.locality, bound.quality.bleeding);
    if (bound.quality.symmetry)
        fmt::print(stderr, ", difference to the mirror {:.4f}", *bound.quality.symmetry);
    fmt::print(stderr, "\n");
    for (const std::string& note : bound.notes)
        fmt::print(stderr, "note: {}\n", note);
}

Result<Character> read_named(const std::filesystem::path& path, const ReadOptions& options) {
    auto character = read_character(path, options);
    if (character) character->name = path.string();
    return character;
}

// The body with the meshes of the file among its own.
Result<WornBody> dress_body(const WeightsOptions& options, const Character& clothes) {
    const auto body = read_named(options.from, {});
    if (!body) return body.error();
    auto worn = wear(*body, clothes, options.settings.max_influences);
    if (!worn)
        return Error{worn.error().kind, "'" + options.file.string() + "': " + worn.error().message};
    worn->character.name = options.from.stem().string();
    return worn;
}

Result<ExitCode> finish_weights(const WeightsOptions& options, const CommandLine& line,
                                const Character& result, const BoundWeights& bound) {
    if (const auto written = write_character(options.output, result); !written)
        return written.error();
    if (!line.quiet) print_bound(options, bound);
    if (line.json) fmt::print("{}\n", bound_json(options, bound).dump(2));
    return ExitCode::Done;
}

Result<ExitCode> run_weights(const WeightsOptions& options, const CommandLine& line) {
    const auto overwrite = options.force ? Overwrite::Force : Overwrite::Refuse;
    const std::vector inputs{options.file, options.skeleton, options.from};
    if (const auto writable = check_output(options.output, inputs, overwrite); !writable)
        return writable.error();
    auto character = read_named(options.file, options.read);
    if (!character) return character.error();
    if (character->meshes.empty()) return invalid("'" + options.file.string() + "' has no mesh");

    if (options.together) {
        const auto worn = dress_body(options, *character);
        if (!worn) return worn.error();
        return finish_weights(options, line, worn->character, worn->bound);
    }
    Character result = *std::move(character);
    std::optional<Character> body_from;
    std::vector<JointIndex> joint_of;
    if (!options.from.empty()) {
        auto from = read_named(options.from, {});
        if (!from) return from.error();
        auto dressed = dress(result, *from);
        if (!dressed) return dressed.error();
        result = std::move(dressed->character);
        joint_of = std::move(dressed->joint_of);
        body_from = *std::move(from);
    } else if (!options.skeleton.empty()) {
        const auto rig = read_named(options.skeleton, {});
        if (!rig) return rig.error();
        auto with = with_skeleton(result, *rig);
        if (!with) return with.error();
        result = *std::move(with);
    }
    const auto body = bind_body(result);
    if (!body) return body.error();
    WeightSettings settings = options.settings;
    settings.keep_on = shown_share("weights", line.quiet ? ProgressBar::Visibility::Never
                                                         : ProgressBar::Visibility::OnTerminal);
    const auto bound =
        body_from ? transfer_weights(*body_from, joint_of, *body, options.settings.max_influences)
                  : bind_weights(*body, result.skeleton, settings);
    settings.keep_on = {};  // the bar ends before words follow
    if (!bound)
        return Error{bound.error().kind,
                     "'" + options.file.string() + "': " + bound.error().message};
    apply_weights(*body, bound->weights, result);
    result.name = options.file.stem().string();
    return finish_weights(options, line, result, *bound);
}

}  // namespace

void add_weights_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("weights", "Make the weights of a character anew");
    auto options = std::make_shared<WeightsOptions>();
    command->add_option("FILE", options->file, "The mesh or character")->type_name("")->required();
    command->add_option("-o,--output", options->output, "Where to, as .glb, .gltf or .vrm")
        ->type_name("FILE")
        ->required();
    add_choice(*command, "--method", options->settings.method, kWeightMethods)
        ->description("How; auto unless given");
    auto* skeleton = command
                         ->add_option("--skeleton", options->skeleton,
                                      "Follow the joints of this file, where both files stand")
                         ->type_name("FILE");
    auto* from = command->add_option("--from", options->from, "Carry weights over from this body")
                     ->type_name("BODY")
                     ->excludes(skeleton)
                     ->excludes("--method");
    command
        ->add_flag("--together", options->together,
                   "Write the body that is given by --from, dressed in the file")
        ->needs(from);
    command
        ->add_option("--max-influences", options->settings.max_influences,
                     "Joints a vertex may follow, the strongest; 4 unless given")
        ->type_name("N")
        ->check(CLI::Range(1, 64).description(""));
    add_read_options(*command, options->read);
    command->add_flag("--force", options->force, "Overwrite an input");
    add_common_options(*command, line);
    command->footer(kWeightsExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run_weights(*options, line); }; });
}

}  // namespace isoskin::cli
