#include <filesystem>
#include <memory>
#include <numeric>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "lattice_motion.h"
#include "output_path.h"
#include "painter.h"
#include "poser.h"

namespace isoskin::cli {
namespace {

using nlohmann::ordered_json;

struct LatticeOptions {
    PoseOptions pose;
    std::filesystem::path output;
    std::filesystem::path picture;
    std::optional<double> seconds;  // of a simulation; empty: none
    std::string drive;
    double frames_per_second = 30.0;
    bool force = false;
};

constexpr const char* kLatticeExamples = R"(
A deformable octree: coarse vertices bend the whole shape, fine ones a fingertip, and what lies in
between stays smooth. Edits are done in turn; each moves or turns vertices of one level, and finer
edits ride on coarser ones. An edits file, all of whose words docs/formats/lattice_json.md explains:

  {
    "isoskin_lattice": 1,
    "build": {"from": "matter", "depth": 3},
    "blend": "hermite",
    "edits": [
      {"move": {"level": 0, "within": [[-9, 1, -9], [9, 9, 9]]}, "turn": [0, 40, 0]},
      {"move": {"level": 2, "near": [0, 0.7, 0.1]}, "by": [0, 0.2, 0]},
      {"move": [1, 1, 2, 1], "to": [0.1, 1.6, 0]},
      {"drag": [0, 0.6, 1.2], "by": [0, 0.2, 0.1], "level": 2},
      {"frame": {"level": 1, "near": [0, 0.7, 0]}, "turn": [0, 20, 0], "scale": 1.2},
      {"subdivide": {"level": 2, "near": [0, 0.7, 0.5]}, "times": 2},
      {"simplify": [1, 0, 0, 0]}
    ]
  }

A vertex is named by its place on the grid of its level, [level, x, y, z] from 0 to 2^level, or as the
free one of a level that is nearest to a point of the shape, or as all within a box. "from" is matter
(cells follow the surface), points (cells hold few of them) or box (even cells).

Examples:
  isoskin lattice koala.obj -o bent.ply --edit edits.json
  isoskin lattice creature.glb -o big_head.glb --edit head.json --clip walk --time 0.4
  isoskin lattice creature.glb -o jelly.glb --edit soft.json --simulate 3
  isoskin lattice creature.glb -o swing.glb --edit soft.json --simulate 2 --drive walk
  isoskin render creature.glb -o walk.mp4 --lattice edits.json --cells shape --clip walk)";

std::string cells_by_level(const LatticeFigures& figures) {
    return fmt::format("{}", fmt::join(figures.level_cells, " + "));
}

void print_messages(const LatticeOptions& options, const LatticeFigures& figures) {
    fmt::print(
        stderr,
        "{}: {} leaves of levels 0 to {} ({}), {} vertices can be moved, {} are; the shape "
        "moves by up to {:.4g}\n",
        options.output.string(),
        std::accumulate(figures.level_cells.begin(), figures.level_cells.end(), std::size_t{0}),
        figures.level_cells.size() - 1, cells_by_level(figures), figures.free_vertices,
        figures.edits, figures.largest_move);
    if (figures.folded > 0)
        fmt::print(stderr,
                   "note: space is turned inside out at {} vertices; move neighbours of the "
                   "lattice less against each other\n",
                   figures.folded);
}

ordered_json summary_json(const LatticeOptions& options, const LatticeFigures& figures) {
    return {{"file", options.output.string()},
            {"cells", figures.cells},
            {"leaves_by_level", figures.level_cells},
            {"free_vertices", figures.free_vertices},
            {"edited_vertices", figures.edits},
            {"largest_move", figures.largest_move},
            {"folded", figures.folded}};
}

// The bytes of a picture of the posed shape in its cells.
Result<std::vector<std::uint8_t>> draw_cells(const LatticeOptions& options, const Poser& poser) {
    auto painter = Painter::create(poser, options.pose.skinning, Painter::Subject::Character);
    if (!painter) return painter.error();
    painter->show_cells(poser, CellChoice::Shape);
    const auto picture = painter->draw(poser, {});
    if (!picture) return picture.error();
    return render::encode_png(*picture);
}

Status check_outputs(const LatticeOptions& options) {
    const auto overwrite = options.force ? Overwrite::Force : Overwrite::Refuse;
    const auto inputs = input_files(options.pose);
    if (const auto shape = check_output(options.output, inputs, overwrite); !shape) return shape;
    if (options.picture.empty()) return Done{};
    if (options.picture.extension() != ".png")
        return usage_error("'--picture " + options.picture.string() + "' does not end in .png");
    return check_output(options.picture, inputs, overwrite);
}

Result<ExitCode> run_lattice(const LatticeOptions& options, const CommandLine& line) {
    if (const auto writable = check_outputs(options); !writable) return writable.error();
    if (options.seconds)
        return simulate_lattice({.pose = options.pose,
                                 .output = options.output,
                                 .seconds = *options.seconds,
                                 .drive = options.drive,
                                 .frames_per_second = options.frames_per_second},
                                line);
    auto poser = Poser::create(options.pose, NormalOutput::NormalsAndTangents);
    if (!poser) return poser.error();
    poser->go_to(options.pose.time.value_or(0.0));
    std::vector<std::uint8_t> picture;
    if (!options.picture.empty()) {
        auto drawn = draw_cells(options, *poser);
        if (!drawn) return drawn.error();
        picture = *std::move(drawn);
    }
    const auto written = write_posed(options.output, poser->character(), poser->posed());
    if (!written) return written.error();
    if (!picture.empty())
        if (const auto stored = write_bytes(options.picture, picture); !stored)
            return stored.error();

    const LatticeFigures figures = measure(*poser->lattice());
    if (!line.quiet) print_messages(options, figures);
    if (line.json) fmt::print("{}\n", summary_json(options, figures).dump(2));
    return ExitCode::Done;
}

void add_motion_options(CLI::App& command, LatticeOptions& options) {
    auto* simulate =
        command
            .add_option("--simulate", options.seconds,
                        "Let it move by itself for so long; a .glb or .gltf holds the motion as "
                        "morph targets, a .pc2, .mdd or .usda every vertex of every frame")
            ->type_name("SECONDS")
            ->check(CLI::Range(0.01, 36000.0).description(""));
    command
        .add_option("--drive", options.drive,
                    "The clip that moves the bones, over and over, while the flesh swings; without "
                    "it the shape falls to the ground")
        ->type_name("NAME|INDEX")
        ->needs(simulate);
    command.add_option("--fps", options.frames_per_second, "Frames per second of the motion")
        ->type_name("N")
        ->needs(simulate)
        ->check(CLI::Range(1.0, 1000.0).description(""));
}

}  // namespace

void add_lattice_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("lattice", "Deform a shape by the vertices of an octree");
    auto options = std::make_shared<LatticeOptions>();
    add_pose_options(*command, options->pose);
    command
        ->add_option("-o,--output", options->output,
                     "Where to, as .glb, .gltf, .obj, .ply or .stl; see --simulate")
        ->type_name("FILE")
        ->required();
    command->add_option("--edit", options->pose.lattice, "The octree, and what is done to it")
        ->type_name("EDITS.json")
        ->required();
    command->add_option("--picture", options->picture, "Draw the shape in its cells as well")
        ->type_name("FILE.png");
    add_motion_options(*command, *options);
    command->add_flag("--force", options->force, "Overwrite an input");
    add_common_options(*command, line);
    command->footer(kLatticeExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run_lattice(*options, line); }; });
}

}  // namespace isoskin::cli
