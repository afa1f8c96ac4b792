#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "isoskin/io/file.h"
#include "isoskin/volume/refusal.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using nlohmann::json;

TEST(Refusals, groups_lose_neither_parts_nor_surface) {
    const std::vector<Refusal> refusals = {
        {.part = "a", .reason = "", .kind = "x", .surface = 0.1},
        {.part = "b", .reason = "", .kind = "y", .surface = 0.3},
        {.part = "c", .reason = "", .kind = "x", .surface = 0.1}};
    const auto groups = group_refusals(refusals);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].kind, "y") << "most surface first";
    EXPECT_EQ(groups[0].parts + groups[1].parts, refusals.size());
    EXPECT_NEAR(groups[0].surface + groups[1].surface, uncorrected_surface(refusals), 1e-15);
    EXPECT_EQ(group_sentence(groups[1]), "2 parts left as skinned, 20 % of the surface: x");
}

/// A closed cube of area 6 beside two open squares of area 1 each: a quarter is left as skinned.
constexpr const char* kCubeAndSheets = R"(
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
v 3 0 0
v 4 0 0
v 4 1 0
v 3 1 0
f 9 10 11 12
v 5 0 0
v 6 0 0
v 6 1 0
v 5 1 0
f 13 14 15 16
)";

class CliUncorrected : public testing::Test {
  protected:
    void SetUp() override { ASSERT_TRUE(write_text(mesh_, kCubeAndSheets)); }

    ProgramRun pose(std::vector<std::string> words) const {
        words.insert(words.begin(), {"pose", mesh_, "-o", folder_ / "out.ply"});
        return run_isoskin(words);
    }

    const TemporaryFolder folder_;
    const std::string mesh_ = folder_ / "cube.obj";
};

TEST_F(CliUncorrected, parts_are_counted_and_listed_with_verbose) {
    const auto counted = pose({});
    EXPECT_NE(counted.err.find("2 parts left as skinned, 25 % of the surface: open sheets"),
              std::string::npos)
        << counted.err;
    EXPECT_EQ(counted.err.find("part 2 of"), std::string::npos);
    const auto listed = pose({"--verbose"});
    EXPECT_NE(listed.err.find("part 2 of"), std::string::npos) << listed.err;
    EXPECT_NE(listed.err.find("part 3 of"), std::string::npos) << listed.err;
}

TEST_F(CliUncorrected, the_gate_holds_at_its_bound_and_fails_below) {
    EXPECT_EQ(pose({"--max-uncorrected", "25.001"}).exit_code, 0);
    const auto missed = pose({"--max-uncorrected", "24.999", "--quiet"});
    EXPECT_EQ(missed.exit_code, 1);
    EXPECT_TRUE(is_one_sentence(missed.err)) << missed.err;
}

TEST_F(CliUncorrected, a_report_has_the_groups_as_json) {
    const auto run = run_isoskin({"report", mesh_, "--json", "-", "--quiet"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const json groups = json::parse(run.out).at("left_as_skinned");
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups.at(0).at("parts"), 2);
    EXPECT_NEAR(groups.at(0).at("surface").get<double>(), 0.25, 1e-6);
}

}  // namespace
}  // namespace isoskin
