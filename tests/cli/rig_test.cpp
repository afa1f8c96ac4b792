#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "isoskin/io/character_file.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using nlohmann::json;

class CliRig : public testing::Test {
  protected:
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
    }
    ProgramRun run(const std::string& file, const std::vector<std::string>& options = {}) const {
        std::vector<std::string> words{"rig", folder_ / file, "-o", folder_ / "out.glb"};
        words.insert(words.end(), options.begin(), options.end());
        return run_isoskin(words);
    }
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

TEST_F(CliRig, makes_a_character_that_can_be_posed) {
    ASSERT_EQ(run_isoskin({"demo", "creature", "-q", "-o", folder_ / "body.glb"}).exit_code, 0);
    const auto done = run("body.glb", {"--json", "--min-confidence", "0.5"});
    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto report = json::parse(done.out);
    EXPECT_EQ(report.at("template"), "quadruped");
    EXPECT_EQ(report.at("up"), "y");
    EXPECT_EQ(report.at("facing"), "z");
    EXPECT_TRUE(report.at("missing").empty());
    const auto rigged = read_character(folder_ / "out.glb");
    ASSERT_TRUE(rigged);
    EXPECT_TRUE(rigged->skeleton.find("LeftFrontUpperLeg"));
    EXPECT_EQ(run_isoskin({"pose", folder_ / "out.glb", "-q", "-o", folder_ / "posed.obj",
                           "--rotate", "LeftFrontLowerLeg=50,0,0"})
                  .exit_code,
              0);
}

TEST_F(CliRig, names_its_gate_when_it_is_missed) {
    ASSERT_EQ(run_isoskin({"demo", "tube", "-q", "-o", folder_ / "body.glb"}).exit_code, 0);
    const auto missed = run("body.glb", {"--template", "biped", "-q", "--min-confidence", "0.5"});
    EXPECT_EQ(missed.exit_code, 1);
    EXPECT_NE(missed.err.find("less than --min-confidence 0.5"), std::string::npos) << missed.err;
}

TEST_F(CliRig, refuses_what_it_cannot_rig) {
    write("empty.obj", "v 0 0 0\n");
    write("triangle.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    write("nan.obj", "v 0 0 0\nv 1 0 0\nv 0 nan 1\nf 1 2 3\n");
    expect_refused(3, "empty.obj");
    expect_refused(3, "triangle.obj");
    expect_refused(3, "nan.obj");
    expect_refused(3, "absent.obj");
    expect_refused(2, "triangle.obj", {"--template", "dragon"});
    expect_refused(2, "triangle.obj", {"--up", "w"});
    expect_refused(2, "triangle.obj", {"--up", "y", "--facing", "-y"});
    expect_refused(3, "triangle.obj", {"--template", folder_ / "absent.bvh"});
}

}  // namespace
}  // namespace isoskin
