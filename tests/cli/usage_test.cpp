#include <gtest/gtest.h>

#include "cli/program.h"
#include "isoskin/io/file.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

// A wrong call, and the one sentence it is answered with.
struct WrongUsage {
    const char* name;
    std::vector<std::string> words;
    const char* sentence;
};

class CliUsage : public testing::TestWithParam<WrongUsage> {};

TEST_P(CliUsage, is_answered_by_one_sentence) {
    const auto run = run_isoskin(GetParam().words);

    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.err, "isoskin: " + std::string(GetParam().sentence) + "\n");
    EXPECT_EQ(run.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    , CliUsage,
    testing::Values(
        WrongUsage{"no_verb", {}, "no verb is given; 'isoskin help' lists them"},
        WrongUsage{
            "unknown_verb",
            {"psoe", "x.glb"},
            "there is no verb 'psoe'; did you mean 'pose'? There are: info, demo, pose, "
            "render, report, studio, bake, flesh, lattice, rig, weights, convert, batch, help"},
        WrongUsage{
            "unknown_help",
            {"help", "inof"},
            "there is no verb 'inof'; did you mean 'info'? There are: info, demo, pose, "
            "render, report, studio, bake, flesh, lattice, rig, weights, convert, batch, help"},
        WrongUsage{"unknown_option_of_the_program",
                   {"--versoin"},
                   "'isoskin' has no option '--versoin'; did you mean '--version'?"},
        WrongUsage{"unknown_option",
                   {"pose", "x.glb", "-o", "y.obj", "--tme", "1"},
                   "'pose' has no option '--tme'; did you mean '--time'?"},
        WrongUsage{
            "one_word_too_many", {"info", "x.glb", "y.glb"}, "'info' has no use for 'y.glb'"},
        WrongUsage{"no_file", {"info"}, "FILE is required; see 'isoskin help info'"},
        WrongUsage{"no_output", {"pose", "x.glb"}, "--output is required; see 'isoskin help pose'"},
        WrongUsage{"no_value",
                   {"pose", "x.glb", "-o", "y.obj", "--time"},
                   "--time needs a value; see 'isoskin help pose'"},
        WrongUsage{"no_number",
                   {"pose", "x.glb", "-o", "y.obj", "--time", "soon"},
                   "--time cannot be 'soon'; see 'isoskin help pose'"},
        WrongUsage{"unknown_skinning",
                   {"pose", "x.glb", "-o", "y.obj", "--skinning", "cubic"},
                   "--skinning is one of rigid|linear|dual, not 'cubic'; see 'isoskin help pose'"},
        WrongUsage{"clip_and_motion",
                   {"pose", "x.glb", "-o", "y.obj", "--clip", "a", "--motion", "b.bvh"},
                   "--clip excludes --motion; see 'isoskin help pose'"},
        WrongUsage{"threads_out_of_range",
                   {"info", "x.glb", "--threads", "-1"},
                   "--threads: Value -1 not in range 0 to 1024; see 'isoskin help info'"},
        WrongUsage{"demo_without_a_name",
                   {"demo"},
                   "'demo' needs a name; 'isoskin demo --list' shows them"},
        WrongUsage{"demo_without_an_output", {"demo", "tube"}, "'demo' needs an output: -o FILE"}),
    [](const auto& tested) { return tested.param.name; });

TEST(Cli, tells_its_version) {
    const auto run = run_isoskin({"--version"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_TRUE(run.out.starts_with("isoskin "));
}

TEST(Cli, help_of_each_verb_holds_examples_and_goes_to_stdout) {
    for (const std::string verb : {"info", "demo", "pose", "render", "report", "lattice"}) {
        const auto help = run_isoskin({"help", verb});
        EXPECT_EQ(help.exit_code, 0);
        EXPECT_NE(help.out.find("isoskin " + verb + " "), std::string::npos) << help.out;
        EXPECT_NE(help.out.find("Examples:"), std::string::npos) << verb;
        EXPECT_EQ(help.err, "");
        EXPECT_EQ(run_isoskin({verb, "--help"}).out, help.out);
    }
}

TEST(Cli, help_lists_the_verbs) {
    const auto help = run_isoskin({"help"});
    EXPECT_EQ(help.exit_code, 0);
    for (const std::string verb :
         {"info", "demo", "pose", "render", "report", "studio", "bake", "lattice", "help"})
        EXPECT_NE(help.out.find("\n  " + verb + " "), std::string::npos) << verb;
    EXPECT_EQ(run_isoskin({"--help"}).out, help.out);
}

TEST(Cli, a_text_named_glb_is_refused_as_what_it_is) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text(folder / "letter.glb", "Dear reader,\n"));
    const auto run = run_isoskin({"info", folder / "letter.glb"});
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_EQ(run.err, "isoskin: '" + (folder / "letter.glb").string() +
                           "' is no glTF: it begins neither with 'glTF', as a GLB does, nor with "
                           "'{', as JSON does\n");
}

TEST(Cli, a_missing_file_is_named) {
    const auto run = run_isoskin({"info", "nowhere.glb"});
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_EQ(run.err, "isoskin: cannot open 'nowhere.glb': No such file or directory\n");
}

}  // namespace
}  // namespace isoskin
