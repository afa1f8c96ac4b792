#pragma once

#include "isoskin/rig/character.h"
#include "isoskin/volume/settings_json.h"

namespace isoskin::c {

/// Those given as JSON, or where that is NULL those of the character's file, or the defaults.
inline Result<VolumeSettings> settings_for(const Character& character, const char* json) {
    if (json != nullptr) return parse_volume_settings(json, "settings");
    if (!character.settings_json.empty())
        return parse_volume_settings(character.settings_json, "settings of the character");
    return VolumeSettings{};
}

}  // namespace isoskin::c
