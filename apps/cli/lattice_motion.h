#pragma once

#include <filesystem>
#include <string>

#include "command.h"
#include "pose_options.h"

namespace isoskin::cli {

/// What `lattice --simulate` was asked for.
struct LatticeMotionOptions {
    PoseOptions pose;
    std::filesystem::path output;
    double seconds = 0.0;
    std::string drive;  ///< A clip by name or index; empty: the shape falls.
    double frames_per_second = 30.0;
};

/// Lets the lattice swing or fall and writes every frame: as .glb or .gltf with morph targets, or
/// as a vertex cache.
Result<ExitCode> simulate_lattice(const LatticeMotionOptions& options, const CommandLine& line);

}  // namespace isoskin::cli
