#include "isoskin/bake/baked_file.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "isoskin/volume/settings_json.h"

namespace isoskin {
namespace {

using nlohmann::ordered_json;

Error no_record(const Character& character) {
    return unsupported("'" + character.name +
                       "' does not say which of its targets were baked, so they cannot be taken "
                       "out; open the file it was baked from");
}

// Of every key the first `kept` of `count` values.
void keep_first(std::size_t kept, std::size_t count, std::vector<float>& values) {
    std::vector<float> rest;
    for (std::size_t key = 0; key + count <= values.size(); key += count)
        rest.insert(rest.end(), values.begin() + static_cast<std::ptrdiff_t>(key),
                    values.begin() + static_cast<std::ptrdiff_t>(key + kept));
    values = std::move(rest);
}

void strip_clip(const Character& character, std::span<const std::size_t> own, Clip& clip) {
    std::erase_if(clip.channels, [&](const Channel& channel) {
        return channel.path == ChannelPath::MorphWeights && own[channel.target] == 0;
    });
    for (Channel& channel : clip.channels)
        if (channel.path == ChannelPath::MorphWeights)
            keep_first(own[channel.target], character.meshes[channel.target].morphs.size(),
                       channel.values);
}

bool fits(const Character& character, std::span<const std::size_t> own) {
    return std::equal(own.begin(), own.end(), character.meshes.begin(), character.meshes.end(),
                      [](std::size_t count, const SkinnedMesh& mesh) {
                          return count <= mesh.morphs.size() &&
                                 mesh.stored_morph_weights.size() == mesh.morphs.size();
                      });
}

}  // namespace

std::string settings_of_baked(VolumeSettings settings, std::span<const std::size_t> own_targets) {
    for (JointVolumeSettings& joint : settings.joints)
        joint.painted.clear();
    const auto before = ordered_json::parse(volume_settings_text(settings));
    settings.method = VolumeMethod::None;
    settings.joints.clear();
    auto after = ordered_json::parse(volume_settings_text(settings));
    after["baked"] = {{"own_targets", own_targets}, {"settings", before}};
    return after.dump(2);
}

bool shows_baked_volume(const VolumeSettings& settings, const Character& character) {
    return settings.method == VolumeMethod::None &&
           std::any_of(character.meshes.begin(), character.meshes.end(),
                       [](const SkinnedMesh& mesh) { return !mesh.morphs.empty(); });
}

Result<Character> strip_correction(Character character) {
    const auto carried = ordered_json::parse(character.settings_json, nullptr, false);
    if (!carried.is_object() || !carried.contains("baked") || !carried["baked"].is_object())
        return no_record(character);
    const auto record = carried["baked"];
    const auto list = record.value("own_targets", ordered_json::array());
    std::vector<std::size_t> own;
    for (const ordered_json& count : list)
        if (count.is_number_unsigned()) own.push_back(count.get<std::size_t>());
    if (!fits(character, own)) return no_record(character);
    for (Clip& clip : character.clips)
        strip_clip(character, own, clip);
    for (std::size_t mesh = 0; mesh < own.size(); ++mesh) {
        character.meshes[mesh].morphs.resize(own[mesh]);
        character.meshes[mesh].stored_morph_weights.resize(own[mesh]);
    }
    character.settings_json =
        record.contains("settings") ? record["settings"].dump(2) : std::string();
    return character;
}

}  // namespace isoskin
