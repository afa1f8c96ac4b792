#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"
#include "isoskin/volume/settings.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace isoskin::cli {

/// How volume is kept: the options `pose`, `render` and `report` share, as typed.
struct VolumeOptions {
    std::optional<VolumeMethod> method;
    std::optional<VolumeScope> scope;
    std::optional<VolumeEffect> effect;
    std::optional<int> iterations;
    std::optional<double> amount;
    bool refine = false;             ///< Cut faces where the correction bends the surface.
    std::filesystem::path settings;  ///< A file; empty: what the character carries.
};

void add_volume_options(CLI::App& command, VolumeOptions& options);

/// The settings to work with, and a sentence on where they come from if not from the options alone.
struct ChosenVolume {
    VolumeSettings settings;
    std::string note;
};

/// Those of the settings file, else those the character carries, else the defaults; single options
/// go before. Fails on settings for joints that the character does not have.
Result<ChosenVolume> choose_volume(const VolumeOptions& options, const Character& character);

/// Option `--refine`, also for who takes no other.
CLI::Option* add_refine_option(CLI::App& command, bool& refine);

/// Cuts faces as `--refine` asks for. Fails where settings hold something for each vertex.
Status refine_if_asked(bool refine, const VolumeSettings& settings, Character& character);

}  // namespace isoskin::cli
