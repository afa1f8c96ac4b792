#include <cstdlib>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "isoskin/volume/measure/surface.h"
#include "support/independent_gltf.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using nlohmann::json;

/// A demo tube with the clips "bend" and "twist".
class CliBake : public testing::Test {
  protected:
    void SetUp() override {
        const auto demo = run_isoskin({"demo", "tube", "-o", tube_, "--quiet"});
        ASSERT_EQ(demo.exit_code, 0) << demo.err;
    }

    ProgramRun bake(std::vector<std::string> options) const {
        options.insert(options.begin(), {"bake", tube_});
        return run_isoskin(options);
    }

    TemporaryFolder folder_;
    std::string tube_ = folder_ / "tube.glb";
    std::string baked_ = folder_ / "baked.glb";
};

double volume_by_stranger(const Character& character, const std::filesystem::path& file,
                          std::size_t clip, double time) {
    double volume = 0.0;
    const auto nodes = independent::pose_gltf(file, clip, time);
    for (std::size_t mesh = 0; mesh < nodes.size(); ++mesh) {
        std::vector<Vec3> positions;
        for (const auto& p : nodes[mesh].positions)
            positions.push_back(Vec3d(p[0], p[1], p[2]).cast<float>());
        volume += enclosed_volume(character.meshes[mesh], positions);
    }
    return volume;
}

TEST_F(CliBake, states_errors_below_its_limit_and_ends_well) {
    const auto run = bake({"-o", baked_, "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const auto report = json::parse(run.out);
    EXPECT_TRUE(report.at("holds").get<bool>());
    EXPECT_GT(report.at("targets").size(), 0U);
    ASSERT_EQ(report.at("clips").size(), 2U);
    for (const auto& clip : report.at("clips")) {
        EXPECT_LE(std::abs(clip.at("volume_error").at("worst").get<double>()), 1e-4);
        EXPECT_LE(clip.at("distance").at("worst").get<double>(), 1e-4);
        EXPECT_GE(std::abs(clip.at("plain_volume_error").at("worst").get<double>()), 0.02);
        EXPECT_GT(clip.at("moments").get<int>(), clip.at("keys").get<int>());
    }
    EXPECT_EQ(report.at("bytes").at("after").get<std::uintmax_t>(),
              std::filesystem::file_size(baked_));
}

TEST_F(CliBake, a_stranger_finds_the_volume_it_states) {
    ASSERT_EQ(bake({"-o", baked_}).exit_code, 0);
    const auto tube = read_character(tube_);
    ASSERT_TRUE(tube);
    const double rest =
        enclosed_volume(tube->meshes[0], std::span<const Vec3>(tube->meshes[0].mesh.positions));
    for (std::size_t clip = 0; clip < 2; ++clip)
        for (double time = 0.0; time < 1.0; time += 0.0731)
            EXPECT_NEAR(volume_by_stranger(*tube, baked_, clip, time) / rest, 1.0, 1e-4) << time;
}

TEST_F(CliBake, a_limit_that_is_not_met_is_exit_code_one_and_a_sentence) {
    const auto run = bake({"-o", baked_, "--max-error", "1e-9", "--quiet"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("more than --max-error 1e-09"), std::string::npos) << run.err;
}

TEST_F(CliBake, does_not_bake_twice) {
    ASSERT_EQ(bake({"-o", baked_}).exit_code, 0);
    const auto run = run_isoskin({"bake", baked_, "-o", folder_ / "twice.glb"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_TRUE(is_one_sentence(run.err)) << run.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "twice.glb"));
}

TEST_F(CliBake, refuses_formats_it_does_not_know) {
    const auto run = bake({"-o", folder_ / "tube.fbx"});
    EXPECT_EQ(run.exit_code, 4);
    EXPECT_TRUE(is_one_sentence(run.err)) << run.err;
}

TEST_F(CliBake, point_caches_hold_the_frames_asked_for) {
    const auto pc2 = bake({"-o", folder_ / "a.pc2", "--clip", "bend", "--frames", "3-7"});
    ASSERT_EQ(pc2.exit_code, 0) << pc2.err;
    const auto bytes = read_bytes(folder_ / "a.pc2");
    const std::size_t vertices = read_character(tube_)->meshes[0].mesh.vertex_count();
    ASSERT_EQ(bytes->size(), 32 + 5 * vertices * 12);
    EXPECT_EQ(std::string(bytes->begin(), bytes->begin() + 11), "POINTCACHE2");
    const auto described = json::parse(read_text(folder_ / "a.pc2.json").value());
    EXPECT_EQ(described.at("vertices"), vertices);
    EXPECT_EQ(described.at("topology").get<std::string>().size(), 16U);
    const auto mdd = bake({"-o", folder_ / "a.mdd", "--clip", "bend", "--frames", "3-7"});
    ASSERT_EQ(mdd.exit_code, 0) << mdd.err;
    EXPECT_EQ(std::filesystem::file_size(folder_ / "a.mdd"), 8 + 5 * 4 + 5 * vertices * 12);
}

TEST_F(CliBake, effects_that_are_no_targets_are_measured_like_the_rest) {
    const auto run = bake({"-o", baked_, "--skinning", "dual", "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(json::parse(run.out).at("holds"), true);
    EXPECT_EQ(bake({"-o", folder_ / "live.glb", "--skinning", "dual", "--runtime"}).exit_code, 4);
}

TEST_F(CliBake, a_baked_file_is_not_reported_as_if_it_were_plain) {
    ASSERT_EQ(bake({"-o", baked_}).exit_code, 0);
    const auto run = run_isoskin({"report", baked_});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_TRUE(is_one_sentence(run.err)) << run.err;
}

TEST_F(CliBake, usd_with_a_skeleton_and_textures_state_their_volume) {
    const auto usd = bake({"-o", folder_ / "a.usda", "--skeleton", "--clip", "bend", "--json"});
    ASSERT_EQ(usd.exit_code, 0) << usd.err;
    EXPECT_NE(read_text(folder_ / "a.usda")->find("def BlendShape"), std::string::npos);
    EXPECT_EQ(bake({"-o", folder_ / "a.glb", "--skeleton"}).exit_code, 2);
    const auto texture = bake({"-o", folder_ / "a.exr", "--clip", "bend", "--frames", "0-3"});
    ASSERT_EQ(texture.exit_code, 0) << texture.err;
    const auto described = json::parse(read_text(folder_ / "a.exr.json").value());
    EXPECT_EQ(described.at("texture").at("height"), 4);
}

TEST_F(CliBake, obj_sequences_and_usd_are_plain_text) {
    ASSERT_EQ(bake({"-o", folder_ / "f%02d.obj", "--frames", "0-2"}).exit_code, 0);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "f02.obj"));
    ASSERT_EQ(bake({"-o", folder_ / "a.usda", "--frames", "0-2"}).exit_code, 0);
    EXPECT_TRUE(read_text(folder_ / "a.usda")->starts_with("#usda 1.0"));
}

TEST_F(CliBake, an_interrupted_cache_leaves_nothing) {
    const std::string creature = folder_ / "creature.glb";
    ASSERT_EQ(run_isoskin({"demo", "creature", "-o", creature, "--quiet"}).exit_code, 0);
    const std::string big = folder_ / "big.usda";
    const int status =
        std::system(("timeout -s INT 1 " ISOSKIN_PROGRAM " bake " + creature + " -o " + big +
                     " --fps 1000 --motion range --quiet >/dev/null 2>&1")
                        .c_str());
    ASSERT_NE(status, 0) << "it ended before it could be interrupted";
    EXPECT_EQ(names_in(folder_ / ""), (std::vector<std::string>{"creature.glb", "tube.glb"}));
}

TEST_F(CliBake, the_run_time_data_lies_beside_the_file) {
    const auto run = bake({"-o", baked_, "--runtime", "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const auto runtime = json::parse(run.out).at("runtime");
    EXPECT_LE(std::abs(runtime.at("volume_error").at("worst").get<double>()), 1e-5);
    EXPECT_EQ(runtime.at("bytes").get<std::uintmax_t>(),
              std::filesystem::file_size(folder_ / "baked.isoskin"));
}

TEST_F(CliBake, a_motion_from_elsewhere_becomes_a_clip) {
    const auto run = bake({"-o", baked_, "--motion", "range", "--quiet"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(read_character(baked_)->clips.size(), 3U);
}

}  // namespace
}  // namespace isoskin
