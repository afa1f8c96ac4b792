#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "isoskin/io/character_file.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using nlohmann::json;

class CliWeights : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_EQ(run_isoskin({"demo", "tube", "-q", "-o", folder_ / "tube.glb"}).exit_code, 0);
        ASSERT_EQ(run_isoskin({"pose", folder_ / "tube.glb", "--bind", "-q", "--volume", "none",
                               "-o", folder_ / "bare.obj"})
                      .exit_code,
                  0);
    }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
    }
    ProgramRun run(const std::string& file, const std::vector<std::string>& options = {}) const {
        std::vector<std::string> words{"weights", folder_ / file, "-o", folder_ / "out.glb"};
        words.insert(words.end(), options.begin(), options.end());
        return run_isoskin(words);
    }
    // Refused with this code and one sentence, and nothing was written.
    void expect_refused(int code, const std::string& file,
                        const std::vector<std::string>& options = {}) const {
        const auto before = names_in(folder_ / "");
        const auto refused = run(file, options);
        EXPECT_EQ(refused.exit_code, code) << refused.err;
        EXPECT_TRUE(is_one_sentence(refused.err)) << refused.err;
        EXPECT_EQ(names_in(folder_ / ""), before);
    }
    const TemporaryFolder folder_;
};

TEST_F(CliWeights, replace_weights_and_keep_all_else) {
    const auto done = run("tube.glb", {"--method", "heat", "--max-influences", "1", "--json"});
    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto report = json::parse(done.out);
    EXPECT_EQ(report.at("influences"), 1);
    EXPECT_EQ(report.at("bound").at(0).at("method"), "heat");
    EXPECT_EQ(report.at("quality").at("bleeding"), 0);
    const auto before = read_character(folder_ / "tube.glb");
    const auto after = read_character(folder_ / "out.glb");
    ASSERT_TRUE(after);
    EXPECT_EQ(after->meshes[0].mesh.positions, before->meshes[0].mesh.positions);
    EXPECT_EQ(after->meshes[0].skin.joints, before->meshes[0].skin.joints);
    EXPECT_EQ(after->clips.size(), before->clips.size());
    EXPECT_EQ(after->meshes[0].weights.max_influences(), 1U);
}

TEST_F(CliWeights, take_a_skeleton_from_another_file) {
    const auto done = run("bare.obj", {"--skeleton", folder_ / "tube.glb", "--json"});
    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto rigged = read_character(folder_ / "out.glb");
    ASSERT_TRUE(rigged);
    EXPECT_GE(rigged->meshes[0].weights.max_influences(), 2U);
    EXPECT_EQ(rigged->clips.size(), read_character(folder_ / "tube.glb")->clips.size());
    // And it is ready to be posed.
    EXPECT_EQ(run_isoskin({"pose", folder_ / "out.glb", "-q", "-o", folder_ / "posed.obj",
                           "--rotate", "middle=60,0,0"})
                  .exit_code,
              0);
}

TEST_F(CliWeights, take_a_skeleton_from_a_motion) {
    write("rig.bvh",
          "HIERARCHY\nROOT hip\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
          "JOINT knee\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
          "End Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0 0 0 0\n");
    write("post.obj",
          "v -.2 0 -.2\nv .2 0 -.2\nv .2 2 -.2\nv -.2 2 -.2\nv -.2 0 .2\nv .2 0 .2\nv .2 2 .2\n"
          "v -.2 2 .2\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    const auto done = run("post.obj", {"--skeleton", folder_ / "rig.bvh"});
    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto rigged = read_character(folder_ / "out.glb");
    ASSERT_TRUE(rigged);
    EXPECT_TRUE(rigged->skeleton.find("knee"));
}

TEST_F(CliWeights, carry_weights_over_from_a_body) {
    const auto done = run("bare.obj", {"--from", folder_ / "tube.glb", "--json"});
    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto report = json::parse(done.out);
    EXPECT_EQ(report.at("bound").at(0).at("method"), "transfer");
    const auto worn = read_character(folder_ / "out.glb");
    ASSERT_TRUE(worn);
    EXPECT_EQ(worn->meshes[0].weights.max_influences(), 2U);
}

// Bones of no length, all in one place on a mesh that has no inside: still every vertex is bound.
TEST_F(CliWeights, dress_a_body_together_with_its_clothes) {
    const auto done = run("bare.obj", {"--from", folder_ / "tube.glb", "--together", "--json"});
    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto body = *read_character(folder_ / "tube.glb");
    const auto dressed = *read_character(folder_ / "out.glb");
    ASSERT_EQ(dressed.meshes.size(), body.meshes.size() + 1);
    EXPECT_EQ(dressed.meshes[0].mesh.positions, body.meshes[0].mesh.positions);
    EXPECT_EQ(dressed.clips.size(), body.clips.size());
    EXPECT_EQ(json::parse(done.out).at("vertices"), dressed.meshes.back().mesh.vertex_count());
    EXPECT_EQ(run("bare.obj", {"--together"}).exit_code, 2) << "it needs a body";
}

TEST_F(CliWeights, bind_one_triangle_to_bones_without_length) {
    write("points.bvh",
          "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
          "JOINT b\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
          "End Site\n{\nOFFSET 0 0 0\n}\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0 0 0 0\n");
    write("one.obj", "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n");
    const auto done = run("one.obj", {"--skeleton", folder_ / "points.bvh", "--json"});
    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto bound = read_character(folder_ / "out.glb");
    ASSERT_TRUE(bound);
    EXPECT_TRUE(bound->meshes[0].weights.empty_rows().empty());
}

TEST_F(CliWeights, refuse_bad_input_in_a_sentence) {
    expect_refused(3, "bare.obj");  // no bones
    write("flat.obj", "v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n");
    expect_refused(3, "flat.obj", {"--skeleton", folder_ / "tube.glb"});
    write("far.obj", "v 900 0 0\nv 901 0 0\nv 900 1 0\nf 1 2 3\n");
    expect_refused(3, "far.obj", {"--skeleton", folder_ / "tube.glb"});
    write("nan.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    expect_refused(3, "nan.obj", {"--skeleton", folder_ / "tube.glb"});
    expect_refused(3, "tube.glb", {"--from", folder_ / "bare.obj"});
    expect_refused(3, "missing.glb");
}

TEST_F(CliWeights, refuse_wrong_usage) {
    expect_refused(2, "tube.glb", {"--method", "cold"});
    expect_refused(2, "tube.glb", {"--max-influences", "0"});
    const auto over = run_isoskin({"weights", folder_ / "tube.glb", "-o", folder_ / "tube.glb"});
    EXPECT_EQ(over.exit_code, 2);
    const auto obj = run_isoskin({"weights", folder_ / "tube.glb", "-o", folder_ / "out.obj"});
    EXPECT_EQ(obj.exit_code, 4);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out.obj"));
}

}  // namespace
}  // namespace isoskin
