#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using nlohmann::json;

/// A block of 4 × 4 × 4 units in an octree whose root is the same cube with room around it.
class CliLattice : public testing::Test {
  protected:
    void SetUp() override {
        write("block.obj",
              "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 0 0 4\nv 4 0 4\nv 4 4 4\nv 0 4 4\n"
              "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
    }

    /// Edits as they stand in a file, round them what every file has.
    void write_edits(const std::string& edits,
                     const std::string& build = R"({"from": "box", "depth": 1})") const {
        write("edits.json",
              R"({"isoskin_lattice": 1, "build": )" + build + R"(, "edits": [)" + edits + "]}");
    }

    ProgramRun run(const std::string& mesh = "block.obj",
                   const std::vector<std::string>& options = {}) const {
        std::vector<std::string> words{"lattice", folder_ / mesh,         "-o", folder_ / "out.obj",
                                       "--edit",  folder_ / "edits.json", "-q"};
        words.insert(words.end(), options.begin(), options.end());
        return run_isoskin(words);
    }

    /// What the program answers, after the name of the edits file; nothing may have been written.
    std::string refusal(const std::string& mesh = "block.obj") const {
        const auto before = names_in(folder_ / "");
        const auto refused = run(mesh);
        EXPECT_EQ(refused.exit_code, 3) << refused.err;
        EXPECT_TRUE(is_one_sentence(refused.err)) << refused.err;
        EXPECT_EQ(names_in(folder_ / ""), before);
        const std::string head =
            "isoskin: " + std::filesystem::path(folder_ / "edits.json").string() + ": ";
        return refused.err.starts_with(head)
                   ? refused.err.substr(head.size(), refused.err.size() - head.size() - 1)
                   : refused.err;
    }

    std::vector<Vec3> positions(const std::string& file) const {
        const auto character = read_character(folder_ / file);
        EXPECT_TRUE(character);
        return character ? character->meshes.at(0).mesh.positions : std::vector<Vec3>{};
    }

    const TemporaryFolder folder_;
};

TEST_F(CliLattice, without_edits_nothing_moves) {
    write_edits("");
    ASSERT_EQ(run().exit_code, 0);
    EXPECT_EQ(positions("out.obj"), positions("block.obj"));
}

TEST_F(CliLattice, moving_all_corners_of_the_root_moves_the_shape) {
    write_edits(
        R"({"move": {"level": 0, "within": [[-9, -9, -9], [9, 9, 9]]}, "by": [1, 2, 3], "turn": [0, 0, 90], "about": [0, 0, 0]})");

    const auto done = run("block.obj", {"--json"});

    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto rest = positions("block.obj");
    const auto moved = positions("out.obj");
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const Vec3 expected(1.0F - rest[i].y(), 2.0F + rest[i].x(), 3.0F + rest[i].z());
        EXPECT_LT((moved[i] - expected).norm(), 1e-5F);
    }
    const auto figures = json::parse(done.out);
    EXPECT_EQ(figures.at("cells"), 9);
    EXPECT_EQ(figures.at("edited_vertices"), 8);
    EXPECT_EQ(figures.at("folded"), 0);
}

TEST_F(CliLattice, a_vertex_that_is_moved_to_a_place_takes_the_shape_there) {
    write_edits(R"({"subdivide": {"level": 1, "within": [[-9, -9, -9], [9, 9, 9]]}},
                   {"drag": [4, 4, 4], "to": [5, 5, 5], "level": 1})");
    ASSERT_EQ(run().exit_code, 0);
    EXPECT_LT((positions("out.obj")[6] - Vec3(5, 5, 5)).norm(), 1e-4F);
}

TEST_F(CliLattice, goes_before_the_skeleton) {
    ASSERT_EQ(run_isoskin({"demo", "tube", "-o", folder_ / "tube.glb"}).exit_code, 0);
    write_edits(R"({"move": {"level": 0, "within": [[-9, -9, -9], [9, 9, 9]]}, "scale": 2})");
    const auto volume = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{
            "pose", folder_ / "tube.glb", "-o",           folder_ / "out.obj", "--json",
            "-q",   "--rotate",           "middle=60,0,0"};
        words.insert(words.end(), more.begin(), more.end());
        const auto posed = run_isoskin(words);
        EXPECT_EQ(posed.exit_code, 0) << posed.err;
        return json::parse(posed.out).at("volume").get<double>();
    };
    EXPECT_NEAR(volume({"--lattice", folder_ / "edits.json"}), 8.0 * volume({}), 1e-3);
}

TEST_F(CliLattice, cells_are_drawn_by_render_and_beside_the_result) {
    write_edits(R"({"move": [1, 1, 1, 1], "by": [0, 1, 0]})");
    const auto drawn = run("block.obj", {"--picture", folder_ / "cells.png"});
    if (drawn.exit_code == 4) GTEST_SKIP() << drawn.err;
    ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
    EXPECT_GT(std::filesystem::file_size(folder_ / "cells.png"), 10'000U);
    const auto render = [&](const std::string& name, const std::vector<std::string>& more) {
        std::vector<std::string> words{"render", folder_ / "block.obj", "-q", "-o", folder_ / name};
        words.insert(words.end(), more.begin(), more.end());
        return run_isoskin(words);
    };
    const std::string edits = folder_ / "edits.json";
    EXPECT_EQ(render("a.png", {"--lattice", edits, "--cells", "all"}).exit_code, 0);
    EXPECT_EQ(render("b.png", {"--lattice", edits}).exit_code, 0);
    EXPECT_NE(read_bytes(folder_ / "a.png").value(), read_bytes(folder_ / "b.png").value());
    const auto without = render("c.png", {"--cells", "all"});
    EXPECT_EQ(without.exit_code, 2);
    EXPECT_EQ(without.err, "isoskin: --cells needs --lattice\n");
    EXPECT_EQ(run("block.obj", {"--picture", folder_ / "cells.jpg"}).exit_code, 2);
}

TEST_F(CliLattice, a_simulated_shape_is_written_as_morph_targets_and_as_a_cache) {
    write(
        "edits.json",
        R"({"isoskin_lattice": 1, "build": {"from": "box", "depth": 1}, "simulate": {"height": 2}})");
    const auto simulate = [&](const std::string& name, const std::vector<std::string>& more) {
        std::vector<std::string> words{"lattice", folder_ / "block.obj",
                                       "-o",      folder_ / name,
                                       "--edit",  folder_ / "edits.json",
                                       "-q",      "--simulate",
                                       "0.5",     "--fps",
                                       "20",      "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return run_isoskin(words);
    };
    const auto film = simulate("drop.glb", {});
    ASSERT_EQ(film.exit_code, 0) << film.err;
    const auto figures = json::parse(film.out);
    EXPECT_EQ(figures.at("frames"), 11);
    EXPECT_LT(figures.at("largest_error").get<double>(), 0.01);
    const auto dropped = read_character(folder_ / "drop.glb");
    ASSERT_TRUE(dropped);
    ASSERT_EQ(dropped->clips.size(), 1U);
    EXPECT_EQ(dropped->clips[0].name, "drop");
    EXPECT_EQ(dropped->meshes[0].morphs.size(), figures.at("morph_targets").get<std::size_t>());
    EXPECT_NEAR(dropped->clips[0].duration(), 0.5, 1e-6);

    ASSERT_EQ(simulate("drop.pc2", {}).exit_code, 0);
    // Header, then 8 vertices of 11 frames.
    EXPECT_EQ(std::filesystem::file_size(folder_ / "drop.pc2"), 32U + 11U * 8U * 12U);

    EXPECT_EQ(simulate("drop.stl", {}).exit_code, 4);
    const auto no_clip = simulate("swing.glb", {"--drive", "walk"});
    EXPECT_EQ(no_clip.exit_code, 2);
    EXPECT_TRUE(is_one_sentence(no_clip.err)) << no_clip.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "swing.glb"));
}

TEST_F(CliLattice, refuses_what_is_not_there) {
    write_edits(R"({"move": [1, 3, 0, 0], "by": [0, 0, 1]})");
    EXPECT_EQ(refusal(), "edit 1 (move): there is no vertex (3, 0, 0) of level 1");
    write_edits(R"({"subdivide": [1, 0, 0, 0]}, {"move": [2, 2, 1, 1], "by": [0, 0, 1]})");
    EXPECT_EQ(refusal(),
              "edit 2 (move): vertex (2, 1, 1) of level 2 is constrained, for not all cells of its "
              "level round it exist: divide them, or move one of a coarser level");
    write_edits(R"({"frame": {"level": 7, "near": [0, 0, 0]}, "turn": [0, 9, 0]})");
    EXPECT_EQ(refusal(), "edit 1 (frame): there is nothing on level 7; the tree has levels 0 to 1");
    write_edits(R"({"simplify": [1, 0, 2, 0]})");
    EXPECT_EQ(refusal(), "edit 1 (simplify): there is no cell (0, 2, 0) of level 1");
    write_edits(R"({"move": {"level": 1, "within": [[90, 0, 0], [91, 1, 1]]}, "by": [0, 0, 1]})");
    EXPECT_EQ(refusal(), "edit 1 (move): no free vertex of level 1 lies in the box");
}

TEST_F(CliLattice, refuses_trees_that_cannot_be) {
    const std::string no_tree =
        "no octree round '" + std::filesystem::path(folder_ / "block.obj").string() + "': ";
    write_edits("", R"({"from": "points", "depth": 40})");
    EXPECT_EQ(refusal(), no_tree + "an octree has 0 to 20 levels, not 40");
    write_edits("", R"({"from": "box", "depth": 12})");
    EXPECT_EQ(refusal(), no_tree +
                             "an octree of depth 12 would have more than 4194304 cells here; ask "
                             "for fewer levels");
    write_edits(R"({"subdivide": [1, 0, 0, 0], "times": 30})");
    EXPECT_EQ(refusal(), "edit 1 (subdivide): the tree would have more than 262144 cells");
}

TEST_F(CliLattice, refuses_shapes_that_are_none) {
    write_edits("", R"({"from": "points"})");
    write("none.obj", "# nothing\n");
    EXPECT_NE(refusal("none.obj"), "");
    write("one.obj", "v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n");
    EXPECT_EQ(refusal("one.obj"),
              "no octree round '" + std::filesystem::path(folder_ / "one.obj").string() +
                  "': all 3 points lie at one place: there is nothing to put an octree around");
    write("nan.obj", "v nan 1 1\nv 1 1 1\nv 1 2 1\nf 1 2 3\n");
    EXPECT_NE(refusal("nan.obj"), "");
}

TEST_F(CliLattice, words_it_does_not_know_are_refused_by_name) {
    write("edits.json", R"({"isoskin_lattice": 1, "edit": []})");
    EXPECT_EQ(refusal(),
              "'edit' is not a word of this format; there are: isoskin_lattice, comment, build, "
              "scheme, blend, edits, simulate");
    write("edits.json", "{}");
    EXPECT_EQ(refusal(), "'isoskin_lattice', the version, is missing");
    write_edits(R"({"move": [0, 0, 0, 0], "buy": [0, 0, 1]})");
    EXPECT_EQ(refusal(),
              "edit 1 (move): 'buy' is not a word of this format; there are: move, by, to, turn, "
              "scale, about, comment");
}

TEST_F(CliLattice, needs_edits_and_reads_them_before_anything_is_written) {
    const auto missing = run_isoskin({"lattice", folder_ / "block.obj", "-o", folder_ / "out.obj"});
    EXPECT_EQ(missing.exit_code, 2);
    EXPECT_EQ(run().exit_code, 3);  // no edits.json
    write_edits("");
    EXPECT_EQ(run("block.obj", {"-o", "/nowhere/out.obj"}).exit_code, 2);  // given twice
    EXPECT_EQ(run_isoskin({"lattice", folder_ / "block.obj", "-o", folder_ / "edits.json", "--edit",
                           folder_ / "edits.json"})
                  .exit_code,
              2);
    EXPECT_EQ(names_in(folder_ / ""), (std::vector<std::string>{"block.obj", "edits.json"}));
}

}  // namespace
}  // namespace isoskin
