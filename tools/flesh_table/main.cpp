// isoskin_flesh_table FILE…
// isoskin_flesh_table --clips FILE…
//
// Bends every joint whose flesh a character carries, alone, through 60, 90 and 110 degrees where
// its samples reach so far, and to their ends, and prints as a Markdown table how the surface of
// the part looks by linear skinning, by `normal` and by `flesh`: pairs of triangles that cross,
// roughness over linear skinning's, error of the volume, largest move. With --clips the same over
// the frames of every clip instead: mean crossings, the most that a frame has beyond linear
// skinning's, roughness over linear skinning's (`isoskin report` has the volume).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "isoskin/io/character_file.h"
#include "isoskin/mesh/quality.h"
#include "isoskin/rig/clip.h"
#include "isoskin/volume/build/painted_map.h"
#include "isoskin/volume/corrector.h"
#include "isoskin/volume/settings_json.h"

namespace isoskin {
namespace {

struct Shape {
    std::size_t crossings = 0;
    double roughness = 0.0;
    double volume_error = 0.0;
    double largest_move = 0.0;  // in limb radii
};

std::vector<Triangle> drawn_triangles(const CorrectionTable& table) {
    std::vector<Triangle> drawn;
    for (const Triangle& t : table.triangles)
        if (*std::max_element(t.begin(), t.end()) < table.point_count()) drawn.push_back(t);
    return drawn;
}

// All that hangs on the node turned by a bend of it, the rest of the part still.
std::vector<Affine> bent_palette(const CorrectionTable& table, Index node,
                                 const SwingFunction& function, const Eigen::Vector2d& bend) {
    const Vec3d& pivot = table.tree.nodes[node].pivot;
    Affine turn = Affine::Identity();
    turn.linear() = turn_of(function, bend).toRotationMatrix();
    turn.translation() = pivot - turn.linear() * pivot;
    std::vector<Affine> palette(table.tree.node_of_slot.size(), Affine::Identity());
    for (std::size_t other = 0; other < table.node_count(); ++other) {
        Index above = static_cast<Index>(other);
        while (above != kNoIndex && above != node)
            above = table.tree.nodes[above].parent;
        if (above == node) palette[table.tree.nodes[other].slot] = turn;
    }
    return palette;
}

enum class Kept { None, Volume };

Shape shape_of(const CorrectionTable& table, std::span<const Affine> palette, Kept kept) {
    PartSolver solver(table);
    std::vector<double> weights(table.targets.size());
    solver.solve(table, palette, weights);
    if (kept == Kept::None) std::fill(weights.begin(), weights.end(), 0.0);
    std::vector<Vec3d> points(table.bind.size());
    skin_surface(table, table.bind, solver.motions(), points);
    std::vector<Vec3d> field(table.bind.size());
    sum_targets(table, weights, field);
    carry_vectors(table, solver.motions(), field);
    Shape shape;
    for (std::size_t point = 0; point < table.point_count(); ++point)
        if (table.radius[point] > 0.0)
            shape.largest_move =
                std::max(shape.largest_move, field[point].norm() / table.radius[point]);
    add_field(field, 1.0, points);
    place_apexes(table, points);
    const auto triangles = drawn_triangles(table);
    shape.crossings = count_self_intersections(triangles, points);
    shape.roughness = roughness(triangles, table.bind, points);
    shape.volume_error = enclosed_volume(table, points) / table.volume - 1.0;
    return shape;
}

// The angles to look at on one side of an axis: those of the tables of the field, and the end.
std::vector<double> angles_to(double end) {
    std::vector<double> angles;
    for (const double degrees : {60.0, 90.0, 110.0})
        if (degrees * kPi / 180.0 < end - 0.05) angles.push_back(degrees * kPi / 180.0);
    angles.push_back(end);
    return angles;
}

void print_joint(const std::string& file, const std::string& joint, const CorrectionTable& normal,
                 const CorrectionTable& flesh, Index node) {
    const SwingFunction& function = *flesh.joints[node].flesh;
    for (std::size_t side = 0; side < 4; ++side) {
        if (!(function.range[side] > 0.0)) continue;
        for (const double angle : angles_to(function.range[side])) {
            Eigen::Vector2d bend = Eigen::Vector2d::Zero();
            bend[side < 2 ? 0 : 1] = side % 2 == 0 ? angle : -angle;
            const auto palette = bent_palette(flesh, node, function, bend);
            const Shape linear = shape_of(normal, palette, Kept::None);
            const Shape by_normal = shape_of(normal, palette, Kept::Volume);
            const Shape by_flesh = shape_of(flesh, palette, Kept::Volume);
            std::printf("| %s | %s | %s%.0f° | %zu / %zu / %zu | %.2f / %.2f | %.0e | %.2f |\n",
                        file.c_str(), joint.c_str(), side < 2 ? "" : "across ",
                        (side % 2 == 0 ? angle : -angle) * 180.0 / kPi, linear.crossings,
                        by_normal.crossings, by_flesh.crossings,
                        by_normal.roughness / linear.roughness,
                        by_flesh.roughness / linear.roughness, std::abs(by_flesh.volume_error),
                        by_flesh.largest_move);
        }
    }
}

// Sums over the frames of a clip, by linear skinning, `normal` and flesh.
struct ClipShape {
    std::array<std::size_t, 3> crossings{};
    std::array<double, 3> roughness{};
    long most_beyond = 0;  // crossings of flesh over linear skinning's in one frame

    void add(const Shape& linear, const Shape& by_normal, const Shape& by_flesh) {
        const std::array<const Shape*, 3> shapes = {&linear, &by_normal, &by_flesh};
        for (std::size_t k = 0; k < 3; ++k) {
            crossings[k] += shapes[k]->crossings;
            roughness[k] += shapes[k]->roughness;
        }
        most_beyond = std::max(most_beyond, static_cast<long>(by_flesh.crossings) -
                                                static_cast<long>(linear.crossings));
    }
};

// One part of a mesh with its tables.
struct FleshedPart {
    const SkinnedMesh& mesh;
    const CorrectionTable& normal;
    const CorrectionTable& flesh;
};

void print_joints(const std::string& file, const Character& character, const FleshedPart& part) {
    for (Index node = 1; node < part.flesh.node_count(); ++node)
        if (part.flesh.joints[node].flesh)
            print_joint(
                file,
                character.skeleton.joints()[part.mesh.skin.joints[part.flesh.tree.nodes[node].slot]]
                    .name,
                part.normal, part.flesh, node);
}

void print_clips(const std::string& file, const Character& character, const FleshedPart& part) {
    constexpr double kFramesPerSecond = 10.0;
    std::vector<Affine> model_from_joint(character.skeleton.joints().size());
    std::vector<Affine> palette(part.mesh.skin.joints.size());
    for (const Clip& clip : character.clips) {
        const int frames = std::max(1, static_cast<int>(clip.duration() * kFramesPerSecond));
        ClipShape sum;
        for (int frame = 0; frame < frames; ++frame) {
            const Pose pose = clip_pose(character, clip, clip.duration() * frame / frames);
            compute_model_pose(character.skeleton, pose.parent_from_joint, model_from_joint);
            compute_palette(part.mesh.skin, model_from_joint, palette);
            sum.add(shape_of(part.normal, palette, Kept::None),
                    shape_of(part.normal, palette, Kept::Volume),
                    shape_of(part.flesh, palette, Kept::Volume));
        }
        const auto mean = [&](std::size_t k) { return double(sum.crossings[k]) / frames; };
        std::printf("| %s | %s | %d | %.1f / %.1f / %.1f | %ld | %.2f / %.2f |\n", file.c_str(),
                    clip.name.c_str(), frames, mean(0), mean(1), mean(2), sum.most_beyond,
                    sum.roughness[1] / sum.roughness[0], sum.roughness[2] / sum.roughness[0]);
    }
}

enum class Rows { Joints, Clips };

int print_character(const std::filesystem::path& path, Rows rows) {
    const auto character = read_character(path);
    if (!character) {
        std::fprintf(stderr, "%s\n", character.error().message.c_str());
        return 1;
    }
    const auto settings = parse_volume_settings(character->settings_json, path.string());
    if (!settings || settings->flesh.empty()) {
        std::fprintf(stderr, "%s carries no flesh\n", path.string().c_str());
        return 1;
    }
    for (std::size_t m = 0; m < character->meshes.size(); ++m) {
        const SkinnedMesh& mesh = character->meshes[m];
        VolumeSettings of_mesh = settings_of_mesh(*settings, m, mesh.mesh.vertex_count());
        of_mesh.method = VolumeMethod::Normal;
        const VolumeCorrector normal(mesh, character->skeleton, of_mesh);
        of_mesh.method = VolumeMethod::Flesh;
        const VolumeCorrector flesh(mesh, character->skeleton, of_mesh);
        for (std::size_t k = 0; k < flesh.parts().size(); ++k) {
            const FleshedPart part{mesh, normal.parts()[k].table(), flesh.parts()[k].table()};
            (rows == Rows::Joints ? print_joints : print_clips)(path.stem().string(), *character,
                                                                part);
        }
    }
    return 0;
}

}  // namespace
}  // namespace isoskin

int main(int count, char** words) {
    const bool by_clips = count > 1 && std::string_view(words[1]) == "--clips";
    std::puts(by_clips
                  ? "| character | clip | frames | mean crossings: linear / normal / flesh | most "
                    "beyond linear | roughness ÷ linear: normal / flesh "
                    "|\n|---|---|---|---|---|---|"
                  : "| character | joint | bend | crossings: linear / normal / flesh | roughness ÷ "
                    "linear: normal / flesh | volume error | largest move, radii "
                    "|\n|---|---|---|---|---|---|---|");
    int failed = 0;
    for (int k = by_clips ? 2 : 1; k < count; ++k)
        failed |= isoskin::print_character(words[k],
                                           by_clips ? isoskin::Rows::Clips : isoskin::Rows::Joints);
    return failed;
}
