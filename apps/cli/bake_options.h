#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "isoskin/bake/morph_bake.h"
#include "pose_options.h"
#include "uncorrected.h"

namespace isoskin::cli {

/// What `bake` was asked for, as typed.
struct BakeOptions {
    PoseOptions pose;
    std::filesystem::path output;
    double max_error = 1e-4;
    double frames_per_second = 30.0;
    std::size_t max_morphs = 0;  ///< Per mesh; 0: as many as it takes.
    std::string frames;          ///< A-B; empty: all. For caches.
    bool compress = false;       ///< Pack the glTF by EXT_meshopt_compression.
    bool runtime = false;        ///< Write what posing live needs beside the file.
    bool skeleton = false;       ///< A .usda with joints and blend shapes, not vertices.
    UncorrectedOptions uncorrected;
    bool force = false;
};

/// A character with the motion of --motion as one more clip, and how its volume is kept.
struct BakeInput {
    Character character;
    BakeSettings settings;
    std::vector<std::string> notes;
};

}  // namespace isoskin::cli
