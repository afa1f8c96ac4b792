#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "isoskin/io/file.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

bool is_png(const std::filesystem::path& path) {
    const auto bytes = read_bytes(path);
    return bytes && bytes->size() > 1000 && (*bytes)[1] == 'P' && (*bytes)[2] == 'N';
}

/// Draws small pictures; skips where the machine cannot draw at all.
#define ISOSKIN_RENDER_OR_SKIP(run)                                         \
    if ((run).exit_code == 4 && (run).err.find("EGL") != std::string::npos) \
    GTEST_SKIP() << "no picture can be drawn here: " << (run).err

TEST(CliPipeline, demo_info_pose_render) {
    const TemporaryFolder folder;
    const std::string character = folder / "finger.glb";
    const std::string posed = folder / "posed.glb";
    const std::string picture = folder / "posed.png";

    ASSERT_EQ(run_isoskin({"demo", "finger", "-o", character, "--quiet"}).exit_code, 0);
    ASSERT_EQ(run_isoskin({"info", character}).exit_code, 0);
    ASSERT_EQ(
        run_isoskin({"pose", character, "-o", posed, "--clip", "0", "--time", "0.5"}).exit_code, 0);
    const auto render = run_isoskin({"render", posed, "-o", picture, "--size", "96x64"});

    ISOSKIN_RENDER_OR_SKIP(render);
    EXPECT_EQ(render.exit_code, 0) << render.err;
    EXPECT_TRUE(is_png(picture));
}

TEST(CliPipeline, demo_makes_any_scene_as_dense_as_asked) {
    const TemporaryFolder folder;
    const auto run = run_isoskin(
        {"demo", "tube", "--vertices", "5000", "--json", "--quiet", "-o", folder / "dense.glb"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_GE(nlohmann::json::parse(run.out).at("vertices").get<int>(), 5000);
    EXPECT_EQ(run.err, "");
}

TEST(CliPipeline, an_unknown_demo_is_answered_by_the_known_ones) {
    const auto run = run_isoskin({"demo", "tub", "-o", "x.glb"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("tube"), std::string::npos) << run.err;
    EXPECT_TRUE(is_one_sentence(run.err)) << run.err;
}

class CliRender : public testing::Test {
  protected:
    void SetUp() override { ASSERT_EQ(run_isoskin({"demo", "tube", "-o", tube_}).exit_code, 0); }

    ProgramRun render(const std::string& output, std::vector<std::string> options) const {
        options.insert(options.begin(),
                       {"render", tube_, "-o", folder_ / output, "--size", "64x48"});
        return run_isoskin(options);
    }

    const TemporaryFolder folder_;
    const std::string tube_ = folder_ / "tube.glb";
};

TEST_F(CliRender, numbers_the_pictures_of_a_sequence) {
    const auto run = render("frame_%03d.png", {"--clip", "bend", "--fps", "4", "--frames", "1-2"});
    ISOSKIN_RENDER_OR_SKIP(run);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(names_in(folder_ / ""),
              (std::vector<std::string>{"frame_001.png", "frame_002.png", "tube.glb"}));
}

TEST_F(CliRender, turns_round_the_character) {
    const auto run = render("turn_%d.png", {"--turntable", "1", "--fps", "2"});
    ISOSKIN_RENDER_OR_SKIP(run);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(is_png(folder_ / "turn_0.png"));
    EXPECT_TRUE(is_png(folder_ / "turn_1.png"));
}

TEST_F(CliRender, writes_a_film) {
    const auto run = render("bend.mp4", {"--clip", "bend", "--fps", "5"});
    ISOSKIN_RENDER_OR_SKIP(run);
    if (run.err.find("ffmpeg") != std::string::npos) GTEST_SKIP() << run.err;
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(names_in(folder_ / ""), (std::vector<std::string>{"bend.mp4", "tube.glb"}));
}

TEST_F(CliRender, colours_by_the_weights_of_a_joint) {
    const auto run = render("weights.png", {"--color", "weights:middle", "--wireframe"});
    ISOSKIN_RENDER_OR_SKIP(run);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(is_png(folder_ / "weights.png"));
}

TEST_F(CliRender, comes_close_to_a_joint) {
    const auto far = render("far.png", {"--camera", "side"});
    ISOSKIN_RENDER_OR_SKIP(far);
    const auto near = render("near.png", {"--camera", "side", "--focus", "middle"});
    EXPECT_EQ(near.exit_code, 0) << near.err;
    EXPECT_TRUE(is_png(folder_ / "near.png"));
    EXPECT_NE(*read_bytes(folder_ / "near.png"), *read_bytes(folder_ / "far.png"));
}

TEST_F(CliRender, refuses_what_it_cannot_draw) {
    struct Case {
        std::string output;
        std::vector<std::string> options;
        int exit_code;
        std::string sentence;
    };
    const std::vector<Case> cases = {
        {"a.mp4", {}, 2, "a film needs something that moves: --clip, --motion or --turntable"},
        {"a.png", {"--focus", "elbow"}, 2, "there is no joint 'elbow'; there are: base, middle"},
        {"a.mp4",
         {"--clip", "bend", "--time", "1"},
         2,
         "--time shows one moment; leave it out to make a film"},
        {"a.png",
         {"--size", "64x64"},
         2,
         "--size is given more than once; see 'isoskin help render'"},
        {"a.png", {"--color", "red"}, 2, "'--color red' is not weights:JOINT or volume"},
        {"a_%d.png",
         {"--clip", "bend", "--frames", "9-1"},
         2,
         "'--frames 9-1' is not a range A-B of frame numbers"},
    };
    for (const Case& wrong : cases) {
        const auto run = render(wrong.output, wrong.options);
        EXPECT_EQ(run.exit_code, wrong.exit_code);
        EXPECT_EQ(run.err, "isoskin: " + wrong.sentence + "\n");
        EXPECT_EQ(names_in(folder_ / ""), std::vector<std::string>{"tube.glb"});
    }
}

TEST(CliPipeline, the_snail_monster_crawls_textured) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const TemporaryFolder folder;
    const std::string snail = shared_data("snail-monster/mesh.obj");
    const std::string crawl = ISOSKIN_SOURCE_DIR "/examples/clips/snail_crawl.json";

    const auto pose = run_isoskin({"pose", snail, "--up", "z", "--motion", crawl, "--time", "0.5",
                                   "-o", folder / "snail.glb", "--json"});
    ASSERT_EQ(pose.exit_code, 0) << pose.err;
    const double volume = nlohmann::json::parse(pose.out).at("volume").get<double>();
    EXPECT_NEAR(volume, 1.282, 0.03);
    EXPECT_NE(volume, 1.282);

    const auto render = run_isoskin({"render", snail, "--up", "z", "--motion", crawl, "--time",
                                     "0.5", "--size", "160x120", "-o", folder / "snail.png"});
    ISOSKIN_RENDER_OR_SKIP(render);
    EXPECT_EQ(render.exit_code, 0) << render.err;
    EXPECT_TRUE(is_png(folder / "snail.png"));
}

}  // namespace
}  // namespace isoskin
