// Throws the weights of characters away, binds them anew and prints, as rows of a table, how far
// the posed surface then is from the artist's: the table of docs/weights.md.
//   isoskin_weights_table [--method WORD] [--beside FOLDER] FILE…
// --beside: weights that another program made for the same characters (blender_weights.py).
#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>

#include <fmt/core.h>

#include "isoskin/io/character_file.h"
#include "isoskin/rig/range_of_motion.h"
#include "isoskin/weights/bind_weights.h"
#include "other_weights.h"

namespace isoskin {
namespace {

constexpr int kFramesPerClip = 24;
constexpr int kSweepFrames = 240;  // a sweep is one long clip of all joints in turn

struct Distances {
    std::vector<double> all;
    double box = 0.0;
};

std::vector<Vec3d> posed_points(const SkinnedMesh& mesh, const SkinWeights& weights,
                                std::span<const JointIndex> joints,
                                std::span<const Affine> joint_from_bind,
                                std::span<const Affine> model_from_joint) {
    std::vector<Vec3d> posed;
    for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v) {
        const Vec3d bind = mesh.mesh.positions[v].cast<double>();
        Vec3d sum = Vec3d::Zero();
        for (const auto& [slot, weight] : weights.row(v))
            sum += weight * (model_from_joint[joints[slot]] * (joint_from_bind[slot] * bind));
        posed.push_back(sum);
    }
    return posed;
}

void compare_pose(const Character& artist, const Character& ours, const Pose& pose,
                  std::optional<std::size_t> only, Distances& distances) {
    std::vector<Affine> model_from_joint(artist.skeleton.joint_count());
    compute_model_pose(artist.skeleton, pose.parent_from_joint, model_from_joint);
    for (std::size_t m = 0; m < artist.meshes.size(); ++m) {
        if (artist.meshes[m].skin.hung || only.value_or(m) != m) continue;
        const auto shape = [&](const SkinnedMesh& mesh) {
            return posed_points(mesh, mesh.weights, mesh.skin.joints, mesh.skin.joint_from_bind,
                                model_from_joint);
        };
        const auto theirs = shape(artist.meshes[m]);
        const auto made = shape(ours.meshes[m]);
        for (std::size_t v = 0; v < theirs.size(); ++v)
            distances.all.push_back((theirs[v] - made[v]).norm());
    }
}

// The box of the skinned meshes in the stored pose, in model space.
double stored_box(const Character& artist) {
    std::vector<Affine> model_from_joint(artist.skeleton.joint_count());
    compute_model_pose(artist.skeleton, stored_pose(artist.skeleton).parent_from_joint,
                       model_from_joint);
    Eigen::AlignedBox3d box;
    for (const SkinnedMesh& mesh : artist.meshes)
        if (!mesh.skin.hung)
            for (const Vec3d& point : posed_points(mesh, mesh.weights, mesh.skin.joints,
                                                   mesh.skin.joint_from_bind, model_from_joint))
                box.extend(point);
    return box.diagonal().norm();
}

// Of all meshes, or of one.
Distances compare(const Character& artist, const Character& ours,
                  std::optional<std::size_t> mesh = {}) {
    Distances distances;
    distances.box = stored_box(artist);
    const bool swept = artist.clips.empty();
    const std::vector<Clip> clips =
        swept ? std::vector<Clip>{range_of_motion(artist)} : artist.clips;
    const int frames = swept ? kSweepFrames : kFramesPerClip;
    for (const Clip& clip : clips)
        for (int frame = 0; frame < frames; ++frame)
            compare_pose(artist, ours,
                         clip_pose(artist, clip, clip.duration() * (frame + 0.5) / frames), mesh,
                         distances);
    return distances;
}

double percentile(std::vector<double>& values, double share) {
    const auto at = values.begin() +
                    static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

double mean(const Distances& distances) {
    double sum = 0.0;
    for (const double distance : distances.all)
        sum += distance;
    return sum / static_cast<double>(distances.all.size()) / distances.box;
}

// Two columns more: the mean of the other program, and ours over it on the same mesh.
std::string beside_columns(const std::filesystem::path& folder, const std::filesystem::path& file,
                           const Character& artist, const Character& ours) {
    if (folder.empty()) return "";
    const auto other = read_other_weights(folder / file.stem().concat(".json"), artist);
    if (!other) return " | – | –";
    if (!other->bound) return " | fails | –";
    const double theirs = mean(compare(artist, *other->bound, other->mesh));
    return fmt::format(" | {:.2f}{} | {:.2f}", 100.0 * theirs,
                       other->without > 0 ? fmt::format(", {} bare", other->without) : "",
                       mean(compare(artist, ours, other->mesh)) / theirs);
}

std::optional<std::string> table_row(const std::filesystem::path& file,
                                     const WeightSettings& settings,
                                     const std::filesystem::path& beside) {
    const auto artist = read_character(file);
    if (!artist) return std::nullopt;
    const auto start = std::chrono::steady_clock::now();
    const auto body = bind_body(*artist);
    if (!body) return std::nullopt;
    const auto bound = bind_weights(*body, artist->skeleton, settings);
    if (!bound) return std::nullopt;
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    Character ours = *artist;
    apply_weights(*body, bound->weights, ours);
    Distances distances = compare(*artist, ours);
    std::size_t fallbacks = 0;
    for (const BoundParts& parts : bound->parts)
        if (parts.fallback) fallbacks += parts.vertices;
    return fmt::format("| {} | {:.2f} | {:.2f} | {} | {} | {:.1f} | {}{} |", file.stem().string(),
                       100.0 * mean(distances),
                       100.0 * percentile(distances.all, 0.99) / distances.box, fallbacks,
                       bound->quality.bleeding, seconds, artist->clips.empty() ? "range" : "clips",
                       beside_columns(beside, file, *artist, ours));
}

}  // namespace
}  // namespace isoskin

int main(int argc, char** argv) {
    isoskin::WeightSettings settings;
    std::filesystem::path beside;
    int first = 1;
    for (; first + 1 < argc && std::string_view(argv[first]).starts_with("--"); first += 2) {
        const std::string_view word = argv[first + 1];
        if (std::string_view(argv[first]) == "--beside")
            beside = word;
        else
            settings.method = word == "heat"       ? isoskin::WeightMethod::Heat
                              : word == "voxel"    ? isoskin::WeightMethod::Voxel
                              : word == "distance" ? isoskin::WeightMethod::Distance
                                                   : isoskin::WeightMethod::Auto;
    }
    fmt::print(
        "| character | mean, % of the box | 99th percentile | vertices by fallback | bleeding "
        "| seconds | poses |{}\n|---|---|---|---|---|---|---|{}\n",
        beside.empty() ? "" : " Blender's mean | ours over it |", beside.empty() ? "" : "---|---|");
    int failed = 0;
    for (int i = first; i < argc; ++i) {
        const auto row = isoskin::table_row(argv[i], settings, beside);
        if (!row) {
            fmt::print(stderr, "{}: cannot be bound\n", argv[i]);
            ++failed;
            continue;
        }
        fmt::print("{}\n", *row);
        std::fflush(stdout);
    }
    return failed > 0 ? 1 : 0;
}
