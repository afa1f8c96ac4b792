#include <cmath>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "isoskin/io/file.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using nlohmann::json;

/// A fresh demo tube: two joints, "base" and "middle", that lie along z.
class CliPose : public testing::Test {
  protected:
    void SetUp() override {
        const auto demo = run_isoskin({"demo", "tube", "-o", tube_});
        ASSERT_EQ(demo.exit_code, 0) << demo.err;
    }

    ProgramRun pose(std::vector<std::string> options) const {
        options.insert(options.begin(), {"pose", tube_, "-o", folder_ / "out.obj"});
        return run_isoskin(options);
    }

    double posed_volume(const std::vector<std::string>& options) const {
        auto with_json = options;
        with_json.insert(with_json.end(), {"--json", "--quiet", "--volume", "none"});
        const auto run = pose(with_json);
        EXPECT_EQ(run.exit_code, 0) << run.err;
        EXPECT_EQ(run.err, "");
        return json::parse(run.out).at("volume").get<double>();
    }

    const TemporaryFolder folder_;
    const std::string tube_ = folder_ / "tube.glb";
};

constexpr double kTubeVolume = 18.36880475;

TEST_F(CliPose, shows_the_stored_pose_unless_told_otherwise) {
    EXPECT_NEAR(posed_volume({}), kTubeVolume, 1e-5);
    EXPECT_NEAR(posed_volume({"--bind", "--rotate", "middle=0,0,90"}), kTubeVolume, 1e-5);
}

TEST_F(CliPose, a_bend_loses_what_linear_skinning_is_known_to_lose) {
    const double bent = posed_volume({"--rotate", "middle=90,0,0"});
    EXPECT_NEAR(1.0 - bent / kTubeVolume, 0.1084, 1e-4);  // method, chapter 9
    EXPECT_NEAR(posed_volume({"--rotate", "middle=30,0,0", "--rotate", "middle=60,0,0"}), bent,
                1e-5);
}

TEST_F(CliPose, skinning_methods_differ) {
    const std::string turn = "middle=90,0,0";
    const double linear = posed_volume({"--rotate", turn, "--skinning", "linear"});
    EXPECT_GT(posed_volume({"--rotate", turn, "--skinning", "dual"}), linear * 1.05);
    EXPECT_NE(posed_volume({"--rotate", turn, "--skinning", "rigid"}), linear);
}

TEST_F(CliPose, finds_a_clip_by_name_and_by_index) {
    const double bent = posed_volume({"--clip", "bend", "--time", "0.5"});
    EXPECT_LT(bent, kTubeVolume * 0.99);
    EXPECT_EQ(posed_volume({"--clip", "0", "--time", "0.5"}), bent);
}

TEST_F(CliPose, tells_on_stderr_what_it_did) {
    const auto run = pose({});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find("258 vertices, volume 18.3688"), std::string::npos) << run.err;
}

TEST_F(CliPose, names_that_do_not_exist_are_answered_by_those_that_do) {
    const auto clip = pose({"--clip", "bnd"});
    EXPECT_EQ(clip.exit_code, 2);
    EXPECT_EQ(clip.err,
              "isoskin: there is no clip 'bnd'; did you mean 'bend'? There are: bend, twist\n");

    const auto joint = pose({"--rotate", "midle=0,0,1"});
    EXPECT_EQ(joint.exit_code, 2);
    EXPECT_EQ(joint.err,
              "isoskin: there is no joint 'midle'; did you mean 'middle'? There are: base, "
              "middle\n");
}

TEST_F(CliPose, refuses_what_makes_no_sense) {
    const auto time = pose({"--time", "1"});
    EXPECT_EQ(time.exit_code, 2);
    EXPECT_EQ(time.err, "isoskin: --time needs --clip or --motion\n");

    const auto angles = pose({"--rotate", "middle=0,90"});
    EXPECT_EQ(angles.exit_code, 2);
    EXPECT_EQ(angles.err, "isoskin: '--rotate middle=0,90' is not JOINT=X,Y,Z in degrees\n");
}

TEST_F(CliPose, overwrites_its_input_only_by_force) {
    const auto before = read_bytes(tube_).value();

    const auto refused = run_isoskin({"pose", tube_, "-o", tube_});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_EQ(refused.err,
              "isoskin: '" + tube_ + "' is also an input; give --force to overwrite it\n");
    EXPECT_EQ(read_bytes(tube_).value(), before);

    EXPECT_EQ(run_isoskin({"pose", tube_, "-o", tube_, "--force"}).exit_code, 0);
    EXPECT_NE(read_bytes(tube_).value(), before);
}

TEST_F(CliPose, an_output_that_cannot_be_written_is_exit_code_five) {
    const auto nowhere = run_isoskin({"pose", tube_, "-o", "/nowhere/out.obj"});
    EXPECT_EQ(nowhere.exit_code, 5);
    EXPECT_EQ(nowhere.err,
              "isoskin: cannot write '/nowhere/out.obj': there is no folder '/nowhere'\n");

    const auto forbidden = run_isoskin({"pose", tube_, "-o", "/proc/out.obj"});
    EXPECT_EQ(forbidden.exit_code, 5);
    EXPECT_TRUE(is_one_sentence(forbidden.err)) << forbidden.err;
}

TEST_F(CliPose, a_disk_that_fills_up_leaves_nothing_half_written) {
    for (const std::string ending : {"obj", "ply", "stl", "glb", "gltf"}) {
        const std::string output = folder_ / ("out." + ending);
        const auto run = run_isoskin({"pose", "--quiet", tube_, "-o", output}, {.file_size = 2000});
        EXPECT_EQ(run.exit_code, 5) << ending;
        EXPECT_TRUE(is_one_sentence(run.err)) << run.err;
        EXPECT_EQ(names_in(folder_ / ""), std::vector<std::string>{"tube.glb"});
    }
}

TEST_F(CliPose, an_unknown_ending_is_unsupported) {
    const auto run = run_isoskin({"pose", tube_, "-o", folder_ / "out.xyz"});
    EXPECT_EQ(run.exit_code, 4);
    EXPECT_TRUE(is_one_sentence(run.err)) << run.err;
    EXPECT_EQ(names_in(folder_ / ""), std::vector<std::string>{"tube.glb"});
}

}  // namespace
}  // namespace isoskin
