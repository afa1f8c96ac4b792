#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "isoskin/io/file.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using nlohmann::json;

/// Joints that are kept beside the output, so that nothing is simulated twice.
class CliFleshCache : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_EQ(run_isoskin({"demo", "arm", "-o", arm_, "--quiet"}).exit_code, 0);
    }

    // Whether the elbow came from what was kept.
    bool is_recalled(const std::vector<std::string>& words) const {
        std::vector<std::string> all = {"flesh", arm_,        "-o",    out_,    "--joints",
                                        "elbow", "--quality", "draft", "--json"};
        all.insert(all.end(), words.begin(), words.end());
        const auto run = run_isoskin(all);
        EXPECT_EQ(run.exit_code, 0) << run.err;
        return json::parse(run.out).at("joints").at(0).at("recalled").get<bool>();
    }

    const TemporaryFolder folder_;
    const std::string arm_ = folder_ / "arm.glb";
    const std::string out_ = folder_ / "fleshed.glb";
};

TEST_F(CliFleshCache, is_used_for_the_same_joint_and_for_no_other_range) {
    EXPECT_FALSE(is_recalled({"--range", "60"}));
    const std::string simulated = read_text(out_).value();
    EXPECT_TRUE(is_recalled({"--range", "60"}));
    EXPECT_EQ(read_text(out_).value(), simulated);
    EXPECT_FALSE(is_recalled({"--range", "50"}));
    for (const auto& entry : std::filesystem::directory_iterator(out_ + ".flesh"))
        ASSERT_TRUE(write_text(entry.path(), "{\"joint\": \"elbow\"")) << "damaged";
    EXPECT_FALSE(is_recalled({"--range", "50"}));
    EXPECT_FALSE(is_recalled({"--range", "50", "--no-cache"}));
}

}  // namespace
}  // namespace isoskin
