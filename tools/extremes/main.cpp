// isoskin_extremes POSES FILE|SCENE…
// isoskin_extremes POSE.json FILE|SCENE…
//
// Turns all joints of a character at once, each about an axis and by an angle of up to 120° drawn
// at random (same seed, same poses), and keeps its volume. Per character: in how many poses a part
// was held back or could not be closed, the largest move of a point in limb radii, and how many
// more pairs of triangles cross than under linear skinning; single poses with more than 1.5 times
// linear skinning's and 20 are counted. Exit code 1 where a point moves farther than
// `max_displacement`, or all poses together have more crossings than that. With a keyed pose
// (docs/formats/clip_json.md) that one is tried.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>

#include "isoskin/base/parallel.h"
#include "isoskin/io/character_file.h"
#include "isoskin/mesh/quality.h"
#include "isoskin/rig/clip.h"
#include "isoskin/volume/corrector.h"
#include "scenes.h"

namespace isoskin {
namespace {

constexpr double kMostDegrees = 120.0;
constexpr double kRounding = 1e-9;

std::size_t most_crossings(std::size_t linear) {
    return linear + linear / 2 + 20;
}

Pose extreme_pose(const Character& character, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto unit = [&] { return static_cast<double>(random()) / 4294967295.0; };
    Pose pose = stored_pose(character);
    for (Transform& joint : pose.parent_from_joint) {
        const Vec3d axis(unit() - 0.5, unit() - 0.5, unit() - 0.5);
        const double angle = kMostDegrees * kPi / 180.0 * unit();
        if (axis.norm() > 1e-3)
            joint.rotation = joint.rotation * Quatd(Eigen::AngleAxisd(angle, axis.normalized()));
    }
    return pose;
}

// What became of one part in one pose.
struct PartShape {
    PartOutcome outcome;
    double largest_move = 0.0;  // in limb radii
    std::size_t linear_crossings = 0;
    std::size_t crossings = 0;
};

// Triangles that are drawn: none of a cap, of a bilinear quad those of one of its cuts.
std::vector<Triangle> drawn_triangles(const CorrectionTable& table) {
    std::vector<Triangle> drawn;
    for (const Triangle& t : table.triangles)
        if (*std::max_element(t.begin(), t.end()) < table.point_count()) drawn.push_back(t);
    return drawn;
}

PartShape pose_part(const CorrectionTable& table, std::span<const Affine> palette) {
    PartSolver solver(table);
    std::vector<double> weights(table.targets.size());
    PartShape shape{.outcome = solver.solve(table, palette, weights)};
    if (shape.outcome.trouble == kSingular) return shape;
    std::vector<Vec3d> skinned(table.bind.size());
    skin_surface(table, table.bind, solver.motions(), skinned);
    std::vector<Vec3d> field(table.bind.size());
    sum_targets(table, weights, field);
    carry_vectors(table, solver.motions(), field);
    const double unit = std::cbrt(shape.outcome.target / table.volume);
    for (std::size_t point = 0; point < table.point_count(); ++point)
        if (table.radius[point] > 0.0)
            shape.largest_move =
                std::max(shape.largest_move, field[point].norm() / (unit * table.radius[point]));
    const std::vector<Triangle> triangles = drawn_triangles(table);
    shape.linear_crossings = count_self_intersections(triangles, skinned);
    add_field(field, 1.0, skinned);
    shape.crossings = count_self_intersections(triangles, skinned);
    return shape;
}

// Of all poses of a character.
struct Tally {
    std::size_t parts = 0;  // times poses
    std::size_t held_back = 0;
    std::size_t not_closed = 0;
    std::size_t too_far = 0;
    std::size_t too_many_crossings = 0;
    double largest_move = 0.0;
    std::size_t linear_crossings = 0;
    std::size_t crossings = 0;
    std::size_t allowed_crossings = 0;

    void add(const PartShape& shape, double limit) {
        ++parts;
        if (shape.outcome.kept < 1.0) ++held_back;
        if (!shape.outcome.reached && shape.outcome.kept == 1.0) ++not_closed;
        if (shape.largest_move > limit * (1.0 + kRounding)) ++too_far;
        if (shape.crossings > most_crossings(shape.linear_crossings)) ++too_many_crossings;
        largest_move = std::max(largest_move, shape.largest_move);
        linear_crossings += shape.linear_crossings;
        crossings += shape.crossings;
        allowed_crossings += most_crossings(shape.linear_crossings);
    }
    bool is_sane() const { return too_far == 0 && crossings <= allowed_crossings; }
};

Tally run_mesh(const Character& character, const SkinnedMesh& mesh, std::span<const Pose> poses) {
    const VolumeSettings settings;
    const VolumeCorrector corrector(mesh, character.skeleton, settings);
    std::vector<std::vector<PartShape>> shapes(poses.size());
    parallel_chunks(poses.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            std::vector<Affine> model_from_joint(character.skeleton.joint_count());
            compute_model_pose(character.skeleton, poses[k].parent_from_joint, model_from_joint);
            std::vector<Affine> palette(mesh.skin.joints.size());
            compute_palette(mesh.skin, model_from_joint, palette);
            for (const PartCorrector& part : corrector.parts())
                shapes[k].push_back(pose_part(part.table(), palette));
        }
    });
    Tally tally;
    for (const auto& of_pose : shapes)
        for (const PartShape& shape : of_pose)
            tally.add(shape, settings.max_displacement);
    return tally;
}

bool run_character(const std::string& name, const Character& character,
                   std::span<const Pose> poses) {
    bool keeps = true;
    for (const SkinnedMesh& mesh : character.meshes) {
        const Tally tally = run_mesh(character, mesh, poses);
        const auto per_cent = [&](std::size_t count) {
            return tally.parts == 0
                       ? 0.0
                       : 100.0 * static_cast<double>(count) / static_cast<double>(tally.parts);
        };
        std::printf("| %s, '%s' | %zu | %.1f %% | %.1f %% | %.2f | %zu / %zu | %zu | %zu |\n",
                    std::filesystem::path(name).stem().string().c_str(), mesh.mesh.name.c_str(),
                    poses.size(), per_cent(tally.held_back), per_cent(tally.not_closed),
                    tally.largest_move, tally.crossings, tally.linear_crossings, tally.too_far,
                    tally.too_many_crossings);
        std::fflush(stdout);
        keeps = keeps && tally.is_sane();
    }
    return keeps;
}

// So many at random, or the one of a file.
Result<std::vector<Pose>> make_poses(const std::string& what, const Character& character) {
    std::uint32_t count = 0;
    const char* end = what.data() + what.size();
    std::vector<Pose> poses;
    if (const auto read = std::from_chars(what.data(), end, count);
        read.ec == std::errc() && read.ptr == end) {
        for (std::uint32_t seed = 1; seed <= count; ++seed)
            poses.push_back(extreme_pose(character, seed));
        return poses;
    }
    const auto clip = read_clip(what, character);
    if (!clip) return clip.error();
    poses.push_back(clip_pose(character, *clip, 0.0));
    return poses;
}

int refuse(const Error& error) {
    std::fprintf(stderr, "isoskin_extremes: %s\n", error.message.c_str());
    return 3;
}

int run(const std::string& what, std::span<char*> names) {
    std::puts(
        "| character, mesh | poses | held back | not closed | largest move, radii | crossings / "
        "linear skinning's | moved too far | beyond 1.5 times + 20 |\n"
        "|---|---|---|---|---|---|---|---|");
    bool keeps = true;
    for (const std::string name : names) {
        const auto character =
            std::filesystem::exists(name) ? read_character(name) : scenes::make_scene(name);
        if (!character) return refuse(character.error());
        const auto poses = make_poses(what, *character);
        if (!poses) return refuse(poses.error());
        keeps = run_character(name, *character, *poses) && keeps;
    }
    return keeps ? 0 : 1;
}

}  // namespace
}  // namespace isoskin

int main(int count, char** words) {
    if (count < 3) {
        std::fputs("usage: isoskin_extremes POSES|POSE.json FILE|SCENE…\n", stderr);
        return 2;
    }
    return isoskin::run(words[1], {words + 2, static_cast<std::size_t>(count - 2)});
}
