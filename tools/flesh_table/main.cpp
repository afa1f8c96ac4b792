// isoskin_flesh_table FILE…
//
// Bends every joint whose flesh a character carries, alone, through 60, 90 and 110 degrees where
// its samples reach so far, and to their ends, and prints as a Markdown table how the surface of
// the part looks by linear skinning, by `normal` and by `flesh`: pairs of triangles that cross,
// roughness over linear skinning's, error of the volume, largest move.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "isoskin/io/character_file.h"
#include "isoskin/mesh/quality.h"
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

int print_character(const std::filesystem::path& path) {
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
        for (std::size_t part = 0; part < flesh.parts().size(); ++part) {
            const CorrectionTable& table = flesh.parts()[part].table();
            for (Index node = 1; node < table.node_count(); ++node)
                if (table.joints[node].flesh)
                    print_joint(
                        path.stem().string(),
                        character->skeleton.joints()[mesh.skin.joints[table.tree.nodes[node].slot]]
                            .name,
                        normal.parts()[part].table(), table, node);
        }
    }
    return 0;
}

}  // namespace
}  // namespace isoskin

int main(int count, char** words) {
    std::puts(
        "| character | joint | bend | crossings: linear / normal / flesh | roughness ÷ linear: "
        "normal / flesh | volume error | largest move, radii |\n|---|---|---|---|---|---|---|");
    int failed = 0;
    for (int k = 1; k < count; ++k)
        failed |= isoskin::print_character(words[k]);
    return failed;
}
