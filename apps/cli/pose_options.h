#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/deform/deformer.h"
#include "isoskin/io/character_file.h"
#include "isoskin/rig/character.h"
#include "volume_options.h"

namespace CLI {
class App;
}

namespace isoskin::cli {

/// Given as a motion, it stands for a sweep of every joint through its range.
inline constexpr const char* kRangeMotion = "range";

/// Which character in which pose: the options `pose` and `render` share, as typed.
struct PoseOptions {
    std::filesystem::path file;
    ReadOptions read;
    std::filesystem::path motion;
    MotionOptions read_motion;
    std::string clip;  ///< A name or an index; empty: none.
    std::optional<double> time;
    std::vector<std::string> rotations;  ///< JOINT=X,Y,Z in degrees.
    SkinMethod skinning = SkinMethod::Linear;
    VolumeOptions volume;
    std::filesystem::path lattice;  ///< Edits of an octree that deforms the bind shape, or empty.
    bool bind = false;
};

/// Options for files that do not say which way is up or how long a unit is.
void add_read_options(CLI::App& command, ReadOptions& options);

/// --skinning and how volume is kept.
void add_deform_options(CLI::App& command, PoseOptions& options);

/// Where a motion comes from: --clip, --motion and how to read it.
void add_motion_source_options(CLI::App& command, PoseOptions& options);

void add_pose_options(CLI::App& command, PoseOptions& options);

/// --lattice, for verbs that are not about it.
void add_lattice_option(CLI::App& command, PoseOptions& options);

/// Every file the options name, for `check_output`.
std::vector<std::filesystem::path> input_files(const PoseOptions& options);

/// A rotation on top of whatever pose its joint has.
struct JointTurn {
    JointIndex joint = 0;
    Quatd rotation = Quatd::Identity();  ///< In the frame of the joint.
};

/// The poses asked for, one for each moment.
struct Motion {
    std::optional<Clip> clip;  ///< Empty: the stored pose at any time.
    std::vector<JointTurn> turns;
    bool bind = false;
};

/// Finds the clip and the joints the options name; fails listing those there are.
Result<Motion> find_motion(const PoseOptions& options, const Character& character);

/// What --motion names: a file, or the sweep `kRangeMotion`.
Result<Clip> read_motion(const PoseOptions& options, const Character& character);

/// The clip of that name or index; fails naming those there are.
Result<Clip> find_clip(const std::string& name, const Character& character);

/// The joint or other node of that name; fails naming the joints that skins follow.
Result<JointIndex> find_joint(std::string_view name, const Character& character);

/// The pose of the motion at `time` seconds.
Pose pose_at(const Motion& motion, const Character& character, double time);

}  // namespace isoskin::cli
