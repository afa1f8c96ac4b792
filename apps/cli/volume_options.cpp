#include "volume_options.h"

#include <algorithm>

#include <fmt/core.h>

#include "choice_option.h"
#include "isoskin/io/file.h"
#include "isoskin/volume/refine.h"
#include "isoskin/volume/settings_json.h"
#include "isoskin/volume/settings_words.h"
#include "names.h"

namespace isoskin::cli {
namespace {

// `add_choice` for a value that may be absent.
template <typename Value, std::size_t kCount>
CLI::Option* add_optional_choice(CLI::App& command, const std::string& option,
                                 std::optional<Value>& value,
                                 const WordList<Value, kCount>& words) {
    std::array<std::pair<const char*, std::optional<Value>>, kCount> choices;
    for (std::size_t i = 0; i < kCount; ++i)
        choices[i] = {words[i].first, words[i].second};
    return add_choice(command, option, value, choices);
}

Result<ChosenVolume> read_settings(const VolumeOptions& options, const Character& character) {
    if (!options.settings.empty()) {
        const auto text = read_text(options.settings);
        if (!text) return text.error();
        auto settings = parse_volume_settings(*text, options.settings.string());
        if (!settings) return settings.error();
        return ChosenVolume{*std::move(settings), ""};
    }
    if (character.settings_json.empty()) return ChosenVolume{};
    auto settings =
        parse_volume_settings(character.settings_json, "the volume settings in the file");
    if (!settings) return settings.error();
    std::string note =
        "volume is kept by the settings the file carries; options and --settings go before them";
    if (character.settings_json.find("isoskin_lattice") != std::string::npos)
        note += "; the lattice it carries as well is shown by the studio alone";
    return ChosenVolume{*std::move(settings), std::move(note)};
}

Status check_joints(const VolumeSettings& settings, const Character& character) {
    for (const JointVolumeSettings& joint : settings.joints) {
        if (character.skeleton.find(joint.joint)) continue;
        std::vector<std::string> known;
        for (const JointIndex other : skin_joints(character))
            known.push_back(character.skeleton.joints()[other].name);
        return invalid(fmt::format("the volume settings are for a joint '{}' that is not there{}",
                                   joint.joint, name_hint(joint.joint, known)));
    }
    return Done{};
}

// What is kept for each vertex would not fit a finer mesh.
bool is_per_vertex(const VolumeSettings& settings) {
    return !settings.flesh.empty() ||
           std::any_of(settings.joints.begin(), settings.joints.end(),
                       [](const JointVolumeSettings& joint) { return !joint.painted.empty(); });
}

}  // namespace

CLI::Option* add_refine_option(CLI::App& command, bool& refine) {
    return command.add_flag(
        "--refine", refine,
        "Cut faces where the correction bends the surface, so that coarse meshes can "
        "follow it");
}

Status refine_if_asked(bool refine, const VolumeSettings& settings, Character& character) {
    if (!refine) return Done{};
    if (is_per_vertex(settings))
        return usage_error(
            "--refine: the settings hold painted maps or flesh for the vertices as they are; "
            "refine first by 'isoskin convert --refine'");
    refine_for_volume(character, settings);
    return Done{};
}

void add_volume_options(CLI::App& command, VolumeOptions& options) {
    add_optional_choice(command, "--volume", options.method, kMethodWords)
        ->description("How lost volume is put back; normal if not given, none: plain skinning");
    add_optional_choice(command, "--scope", options.scope, kScopeWords)
        ->description("Whose loss is put back where; joints if not given");
    add_optional_choice(command, "--effect", options.effect, kEffectWords)
        ->description("Where round a joint the flesh gives; organic if not given");
    command.add_option("--iterations", options.iterations, "Passes of the linear methods")
        ->type_name("N")
        ->check(CLI::Range(1, 1000).description(""));
    command
        .add_option("--amount", options.amount,
                    "How much of the correction is played: 0 as skinned, 1 exact (default)")
        ->type_name("SHARE")
        ->check(CLI::Range(0.0, 1.0).description(""));
    add_refine_option(command, options.refine);
    command
        .add_option("--settings", options.settings,
                    "Settings for each joint (docs/formats/settings_json.md), instead of those the "
                    "file carries")
        ->type_name("FILE.json");
}

Result<ChosenVolume> choose_volume(const VolumeOptions& options, const Character& character) {
    auto chosen = read_settings(options, character);
    if (!chosen) return chosen;
    VolumeSettings& settings = chosen->settings;
    settings.method = options.method.value_or(settings.method);
    settings.scope = options.scope.value_or(settings.scope);
    settings.effect = options.effect.value_or(settings.effect);
    settings.iterations = options.iterations.value_or(settings.iterations);
    settings.amount = options.amount.value_or(settings.amount);
    if (settings.method == VolumeMethod::Flesh && settings.flesh.empty())
        return usage_error("the file carries no flesh; simulate it first by 'isoskin flesh'");
    for (const FleshJoint& joint : settings.flesh)
        if (joint.mesh >= character.meshes.size() ||
            character.meshes[joint.mesh].mesh.vertex_count() != joint.vertex_count)
            return invalid("the flesh of joint '" + joint.joint +
                           "' is for another mesh; simulate it anew by 'isoskin flesh'");
    if (const auto known = check_joints(settings, character); !known) return known.error();
    return chosen;
}

}  // namespace isoskin::cli
