#include "pose_options.h"

#include <cmath>

#include <fmt/core.h>

#include "choice_option.h"
#include "isoskin/rig/range_of_motion.h"
#include "names.h"
#include "parse_number.h"

namespace isoskin::cli {
namespace {

// Three angles, "X,Y,Z" in degrees, as radians.
std::optional<Vec3d> parse_angles(std::string_view text) {
    Vec3d radians = Vec3d::Zero();
    for (int axis = 0; axis < 3; ++axis) {
        const std::size_t comma = axis < 2 ? text.find(',') : text.size();
        if (comma == std::string_view::npos) return {};
        const auto degrees = parse_number<double>(text.substr(0, comma));
        if (!degrees || !std::isfinite(*degrees)) return {};
        radians[axis] = *degrees * kPi / 180.0;
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return radians;
}

Result<JointTurn> parse_turn(std::string_view text, const Character& character) {
    const std::size_t equals = text.rfind('=');  // a joint's name may hold one too
    const auto angles = equals == std::string_view::npos ? std::optional<Vec3d>()
                                                         : parse_angles(text.substr(equals + 1));
    if (!angles)
        return usage_error(fmt::format("'--rotate {}' is not JOINT=X,Y,Z in degrees", text));
    const auto joint = find_joint(text.substr(0, equals), character);
    if (!joint) return joint.error();
    return JointTurn{.joint = *joint, .rotation = rotation_from_euler_xyz(*angles)};
}

constexpr std::array<std::pair<const char*, SkinMethod>, 3> kMethods = {
    {{"rigid", SkinMethod::Rigid},
     {"linear", SkinMethod::Linear},
     {"dual", SkinMethod::DualQuaternion}}};
constexpr std::array<std::pair<const char*, UpAxis>, 3> kUpAxes = {
    {{"x", UpAxis::X}, {"y", UpAxis::Y}, {"z", UpAxis::Z}}};
CLI::Validator scale_range() {
    return CLI::Range(1e-9, 1e9).description("");
}

}  // namespace

Result<Clip> find_clip(const std::string& name, const Character& character) {
    std::vector<std::string> known;
    for (const Clip& clip : character.clips) {
        if (clip.name == name) return clip;
        known.push_back(clip.name);
    }
    if (const auto index = parse_number<std::size_t>(name); index && *index < known.size())
        return character.clips[*index];
    if (known.empty())
        return usage_error(
            fmt::format("there is no clip '{}': the file holds none; a motion kept in another file "
                        "is given by --motion",
                        name));
    return usage_error(fmt::format("there is no clip '{}'{}", name, name_hint(name, known)));
}

Result<JointIndex> find_joint(std::string_view name, const Character& character) {
    if (const auto joint = character.skeleton.find(name)) return *joint;
    std::vector<std::string> known;
    for (const JointIndex joint : skin_joints(character))
        known.push_back(character.skeleton.joints()[joint].name);
    return usage_error(fmt::format("there is no joint '{}'{}", name, name_hint(name, known)));
}

void add_read_options(CLI::App& command, ReadOptions& options) {
    command.add_option("--rig", options.rig, "A rig kept beside the mesh, as .mhskel")
        ->type_name("FILE");
    add_choice(command, "--up", options.up_axis, kUpAxes)
        ->description("The axis of an OBJ that points up, if it is not y");
    command.add_option("--scale", options.scale, "Enlarge an OBJ by this factor")
        ->type_name("FACTOR")
        ->check(scale_range());
}

void add_motion_source_options(CLI::App& command, PoseOptions& options) {
    auto* clip = command.add_option("--clip", options.clip, "A clip of the file, by name or index")
                     ->type_name("NAME|INDEX");
    command
        .add_option(
            "--motion", options.motion,
            "A motion kept in another file: .bvh, an animated .glb, .vrm or .fbx, keyed poses as "
            ".json; or 'range': every joint bent and twisted in turn. A motion of another skeleton "
            "is made to fit")
        ->type_name("FILE|range")
        ->excludes(clip);
    add_choice(command, "--motion-up", options.read_motion.read.up_axis, kUpAxes)
        ->description("The axis of a .bvh that points up, if it cannot be told from the pose");
    command
        .add_option("--motion-scale", options.read_motion.read.scale,
                    "Enlarge a .bvh by this factor")
        ->type_name("FACTOR")
        ->check(scale_range());
    command
        .add_option("--motion-clip", options.read_motion.clip,
                    "Which clip of the file given by --motion, by name or index; the first if not "
                    "given")
        ->type_name("NAME|INDEX");
    command
        .add_option("--map", options.read_motion.map,
                    "Which joint of the motion is which of the character, where it is not found by "
                    "itself")
        ->type_name("MAP.json");
}

void add_deform_options(CLI::App& command, PoseOptions& options) {
    add_choice(command, "--skinning", options.skinning, kMethods)
        ->description("How vertices follow several joints; linear if not given");
    add_volume_options(command, options.volume);
}

void add_pose_options(CLI::App& command, PoseOptions& options) {
    command.add_option("FILE", options.file, "The character, or a bare mesh")
        ->type_name("")
        ->required();
    add_read_options(command, options.read);
    add_motion_source_options(command, options);
    command.add_option("--time", options.time, "The moment of the clip or motion, in seconds")
        ->type_name("S");
    command
        .add_option("--rotate", options.rotations,
                    "Turn a joint on top of its pose: degrees about its own axes, x first; may be "
                    "repeated")
        ->type_name("JOINT=X,Y,Z")
        ->expected(1)
        ->take_all();
    add_deform_options(command, options);
    command.add_flag("--bind", options.bind, "The bind shape under the file's scales");
}

void add_lattice_option(CLI::App& command, PoseOptions& options) {
    command
        .add_option("--lattice", options.lattice,
                    "An octree and its edits, which deform the shape before it is posed; see "
                    "'isoskin help lattice'")
        ->type_name("EDITS.json");
}

std::vector<std::filesystem::path> input_files(const PoseOptions& options) {
    std::vector<std::filesystem::path> files{options.file};
    if (!options.read.rig.empty()) files.push_back(options.read.rig);
    if (!options.motion.empty() && options.motion != kRangeMotion) files.push_back(options.motion);
    if (!options.read_motion.map.empty()) files.push_back(options.read_motion.map);
    if (!options.volume.settings.empty()) files.push_back(options.volume.settings);
    if (!options.lattice.empty()) files.push_back(options.lattice);
    return files;
}

Result<Clip> read_motion(const PoseOptions& options, const Character& character) {
    if (options.motion == kRangeMotion) return range_of_motion(character);
    return read_clip(options.motion, character, options.read_motion);
}

Result<Motion> find_motion(const PoseOptions& options, const Character& character) {
    const bool moves = !options.clip.empty() || !options.motion.empty();
    if (options.time && !moves) return usage_error("--time needs --clip or --motion");
    if (options.time && !std::isfinite(*options.time))
        return usage_error("--time needs a number of seconds");

    Motion motion{.clip = {}, .turns = {}, .bind = options.bind};
    if (moves) {
        auto clip = options.motion.empty() ? find_clip(options.clip, character)
                                           : read_motion(options, character);
        if (!clip) return clip.error();
        motion.clip = *std::move(clip);
    }
    for (const std::string& rotation : options.rotations) {
        const auto turn = parse_turn(rotation, character);
        if (!turn) return turn.error();
        motion.turns.push_back(*turn);
    }
    return motion;
}

Pose pose_at(const Motion& motion, const Character& character, double time) {
    Pose pose = motion.clip ? clip_pose(character, *motion.clip, time) : stored_pose(character);
    for (const JointTurn& turn : motion.turns) {
        Quatd& rotation = pose.parent_from_joint[turn.joint].rotation;
        rotation = rotation * turn.rotation;
    }
    return pose;
}

}  // namespace isoskin::cli
