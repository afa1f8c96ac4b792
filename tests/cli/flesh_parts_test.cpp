#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "isoskin/io/file.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using nlohmann::json;

/// The joints of one character for many machines, without simulating any; tests/farm does.
class CliFleshParts : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_EQ(run_isoskin({"demo", "arm", "-o", arm_, "--quiet"}).exit_code, 0);
    }

    const TemporaryFolder folder_;
    const std::string arm_ = folder_ / "arm.glb";
};

TEST_F(CliFleshParts, a_manifest_has_a_line_for_each_joint_that_would_be_simulated) {
    const std::string manifest = folder_ / "joints.jsonl";
    const auto run = run_isoskin({"flesh", arm_, "--manifest", manifest});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    std::istringstream lines(read_text(manifest).value());
    std::vector<std::string> joints;
    for (std::string line; std::getline(lines, line);) {
        const json task = json::parse(line);
        EXPECT_EQ(task.at("file"), arm_);
        EXPECT_EQ(task.at("options").at(0), "--joints");
        joints.push_back(task.at("options").at(1));
    }
    EXPECT_EQ(joints, (std::vector<std::string>{"elbow", "wrist"}));
}

TEST_F(CliFleshParts, what_cannot_be_merged_is_refused_and_nothing_written) {
    const std::string merged = folder_ / "merged.glb";
    const auto run = run_isoskin({"flesh", arm_, "-o", merged, "--merge", arm_});
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_TRUE(is_one_sentence(run.err)) << run.err;
    EXPECT_FALSE(std::filesystem::exists(merged));

    const auto nowhere = run_isoskin({"flesh", arm_});
    EXPECT_EQ(nowhere.exit_code, 2);
    EXPECT_TRUE(is_one_sentence(nowhere.err)) << nowhere.err;
}

}  // namespace
}  // namespace isoskin
