#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "support/independent_gltf.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using independent::Point;

std::vector<Point> read_obj_positions(const std::filesystem::path& path) {
    std::vector<Point> positions;
    std::ifstream file(path);
    for (std::string word, line; file >> word; std::getline(file, line)) {
        if (word != "v") continue;
        Point& p = positions.emplace_back();
        file >> p[0] >> p[1] >> p[2];
    }
    return positions;
}

std::vector<Point> expected_positions(const std::filesystem::path& file, std::size_t clip,
                                      double time) {
    std::vector<Point> all;
    for (const auto& node : independent::pose_gltf(file, clip, time))
        all.insert(all.end(), node.positions.begin(), node.positions.end());
    return all;
}

class CliPoseIndependent : public testing::TestWithParam<const char*> {};

TEST_P(CliPoseIndependent, linear_skinning_agrees_within_a_hundred_thousandth_of_the_box) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto file = shared_data(GetParam());
    const auto clips = nlohmann::json::parse(run_isoskin({"info", "--json", file}).out).at("clips");
    ASSERT_FALSE(clips.empty());
    for (const std::size_t clip : {std::size_t{0}, clips.size() / 2, clips.size() - 1})
        for (const double fraction : {0.0, 0.317, 0.761}) {
            const std::string time =
                std::to_string(fraction * clips[clip].at("duration").get<double>());
            SCOPED_TRACE(testing::Message() << "clip " << clip << " at " << time << " s");
            const TemporaryFolder folder;
            const auto run = run_isoskin({"pose", "--quiet", file, "-o", folder / "posed.obj",
                                          "--skinning", "linear", "--volume", "none", "--clip",
                                          std::to_string(clip), "--time", time});
            ASSERT_EQ(run.exit_code, 0) << run.err;

            const auto posed = read_obj_positions(folder / "posed.obj");
            const auto expected = expected_positions(file, clip, std::stod(time));

            ASSERT_EQ(posed.size(), expected.size());
            EXPECT_LE(independent::relative_difference(posed, expected), 1e-5);
        }
}

std::string test_name(const testing::TestParamInfo<const char*>& file) {
    return std::filesystem::path(file.param).stem().string();
}

INSTANTIATE_TEST_SUITE_P(, CliPoseIndependent,
                         testing::Values("bar-packt-dq/dq.gltf", "cesium-man/CesiumMan.glb",
                                         "greenman-raylib/greenman.glb", "fox-khronos/Fox.glb",
                                         "horse-quaternius/Cow.glb", "horse-quaternius/Deer.glb",
                                         "horse-quaternius/Donkey.glb",
                                         "horse-quaternius/Horse.glb",
                                         "apatosaurus-quaternius/Apatosaurus.glb",
                                         "apatosaurus-quaternius/Stegosaurus.glb",
                                         "snake-quaternius/Shark.glb", "snake-quaternius/Snake.glb",
                                         "robot-raylib/robot.glb",
                                         "recursive-skeletons/RecursiveSkeletons.glb"),
                         test_name);

}  // namespace
}  // namespace isoskin
