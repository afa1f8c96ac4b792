#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "scenes.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using nlohmann::json;

/// A demo tube with the clips "bend" and "twist".
class CliReport : public testing::Test {
  protected:
    void SetUp() override {
        const auto demo = run_isoskin({"demo", "tube", "-o", tube_, "--quiet"});
        ASSERT_EQ(demo.exit_code, 0) << demo.err;
    }

    ProgramRun report(std::vector<std::string> options) const {
        options.insert(options.begin(), {"report", tube_});
        return run_isoskin(options);
    }

    json report_json(std::vector<std::string> options) const {
        options.insert(options.end(), {"--json", "-", "--quiet"});
        const auto run = report(options);
        EXPECT_EQ(run.exit_code, 0) << run.err;
        EXPECT_EQ(run.err, "");
        return json::parse(run.out);
    }

    std::string text_of(const std::string& file) const {
        const auto text = read_text(folder_ / file);
        return text ? *text : "";
    }

    void write(const std::string& file, std::string_view text) const {
        ASSERT_TRUE(write_text(folder_ / file, text));
    }

    const TemporaryFolder folder_;
    const std::string tube_ = folder_ / "tube.glb";
};

TEST_F(CliReport, json_has_the_shape_that_scripts_depend_on) {
    const json report = report_json({"--clip", "bend"});
    EXPECT_EQ(report.at("file"), tube_);
    EXPECT_EQ(report.at("clip"), "bend");
    EXPECT_EQ(report.at("settings").at("method"), "normal");
    EXPECT_NEAR(report.at("rest_volume").get<double>(), 18.36880475, 1e-5);
    ASSERT_GT(report.at("frames").size(), 2U);
    double worst = 0.0;
    for (const json& frame : report.at("frames")) {
        const double error = frame.at("skinned").at("error").get<double>();
        EXPECT_NEAR(frame.at("skinned").at("volume").get<double>() /
                            report.at("rest_volume").get<double>() -
                        1.0,
                    error, 1e-12);
        EXPECT_LE(std::abs(frame.at("corrected").at("error").get<double>()), 1e-6);
        worst = std::min(worst, error);
    }
    ASSERT_FALSE(report.at("joints").empty());
    for (const json& joint : report.at("joints")) {
        EXPECT_TRUE(joint.at("name").is_string());
        EXPECT_EQ(joint.at("loss").size(), report.at("frames").size());
        EXPECT_EQ(joint.at("displacement").size(), report.at("frames").size());
    }
    EXPECT_EQ(report.at("worst").at("skinned_error"), worst);
    EXPECT_TRUE(report.at("worst").at("time").is_number());
    EXPECT_LE(std::abs(report.at("worst").at("corrected_error").get<double>()), 1e-6);
}

TEST_F(CliReport, the_losses_of_the_joints_are_what_skinning_lost) {
    const json report = report_json({"--clip", "bend"});
    for (std::size_t frame = 0; frame < report.at("frames").size(); ++frame) {
        double sum = 0.0;
        for (const json& joint : report.at("joints"))
            sum += joint.at("loss").at(frame).get<double>();
        EXPECT_NEAR(sum, -report.at("frames").at(frame).at("skinned").at("error").get<double>(),
                    1e-6);
    }
}

TEST_F(CliReport, json_is_a_flag_as_everywhere_and_may_name_a_file) {
    const auto flag = report({"--json", "--quiet"});
    EXPECT_EQ(flag.exit_code, 0) << flag.err;
    EXPECT_EQ(json::parse(flag.out), report_json({}));
    const auto first = run_isoskin({"report", "--json", tube_, "--quiet"});
    EXPECT_EQ(first.exit_code, 0) << first.err;
    EXPECT_EQ(first.out, flag.out);
    const auto file = report({"--json", folder_ / "r.json", "--quiet"});
    EXPECT_EQ(file.exit_code, 0) << file.err;
    EXPECT_EQ(text_of("r.json"), flag.out);
    EXPECT_EQ(run_isoskin({"report", "--json"}).err,
              "isoskin: FILE is required; see 'isoskin help report'\n");
}

// Names stand once and most figures are zero: about a dozen bytes for each joint and frame.
TEST_F(CliReport, json_is_small) {
    const std::string creature = folder_ / "creature.glb";
    ASSERT_EQ(run_isoskin({"demo", "creature", "-o", creature, "--quiet"}).exit_code, 0);
    const auto run = run_isoskin({"report", creature, "--motion", "range", "--json", "--quiet"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const json report = json::parse(run.out);
    const std::size_t numbers = report.at("frames").size() * report.at("joints").size() * 2;
    const std::size_t rest = 200 * report.at("frames").size() + 20'000;
    EXPECT_LE(run.out.size(), 12 * numbers + rest);
}

TEST_F(CliReport, takes_the_first_clip_and_frames_as_told) {
    const json first = report_json({"--fps", "10"});
    EXPECT_EQ(first.at("clip"), "bend");
    EXPECT_NEAR(first.at("frames").at(1).at("time").get<double>(), 0.1, 1e-12);
    EXPECT_EQ(report_json({"--clip", "1"}).at("clip"), "twist");
    const json all = report_json({"--all-clips"});
    ASSERT_EQ(all.at("clips").size(), 2U);
    EXPECT_EQ(all.at("worst").at("clip"), "twist");
}

TEST_F(CliReport, sweeps_every_joint_where_told) {
    const json sweep = report_json({"--motion", "range"});
    EXPECT_EQ(sweep.at("clip"), "range of motion");
    EXPECT_LT(sweep.at("worst").at("skinned_error").get<double>(), -0.05);
    EXPECT_LE(std::abs(sweep.at("worst").at("corrected_error").get<double>()), 1e-6);
}

TEST_F(CliReport, prints_a_table_for_people) {
    const auto run = report({});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out.find("clip 'bend'"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("skinned, worst"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("middle"), std::string::npos) << run.out;
}

TEST_F(CliReport, a_missed_gate_is_exit_code_1) {
    EXPECT_EQ(report({"--max-error", "1e-6"}).exit_code, 0);
    const auto linear = report({"--volume", "linear-normal", "--max-error", "1e-6"});
    EXPECT_EQ(linear.exit_code, 1);
    EXPECT_TRUE(is_one_sentence(linear.err)) << linear.err;
    EXPECT_NE(linear.err.find("more than --max-error 1e-06"), std::string::npos) << linear.err;
    EXPECT_EQ(report({"--volume", "none", "--max-error", "1e-6"}).exit_code, 1);
}

TEST_F(CliReport, csv_has_a_row_per_frame) {
    const auto run = report({"--csv", folder_ / "a.csv"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::string csv = text_of("a.csv");
    EXPECT_EQ(
        csv.substr(0, csv.find('\n')),
        "clip,time,skinned_volume,skinned_error,corrected_volume,corrected_error,loss middle");
    const auto rows = std::count(csv.begin(), csv.end(), '\n') - 1;
    EXPECT_EQ(static_cast<std::size_t>(rows), report_json({}).at("frames").size());
}

TEST_F(CliReport, page_stands_alone) {
    const auto run = report({"--html", folder_ / "a.html", "--fps", "5"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::string html = text_of("a.html");
    EXPECT_NE(html.find("<svg"), std::string::npos);
    EXPECT_NE(html.find("of the volume. isoskin keeps it to"), std::string::npos);
    for (const char* method : {"dual quaternions", "linear-normal", "linear-axes", "axes"})
        EXPECT_NE(html.find(method), std::string::npos) << method;
    for (const char* outside : {"http:", "https:", "src='/", "<link"})
        EXPECT_EQ(html.find(outside), std::string::npos) << outside;
}

TEST_F(CliReport, wrong_words_are_refused) {
    EXPECT_EQ(report({"--volume", "norml"}).exit_code, 2);
    EXPECT_EQ(report({"--clip", "bnd"}).exit_code, 2);
    EXPECT_EQ(report({"--json", "-", "--csv", "-"}).exit_code, 2);
    EXPECT_EQ(report({"--json", tube_}).exit_code, 2);
    EXPECT_EQ(report({"--all-clips", "--clip", "bend"}).exit_code, 2);
    EXPECT_EQ(report({"--json", folder_ / "no/such.json"}).exit_code, 5);
    EXPECT_EQ(report({"--motion", folder_ / "none.bvh"}).exit_code, 3);
}

TEST_F(CliReport, settings_come_from_a_file_and_options_go_before_them) {
    write("s.json", R"({"isoskin_volume": 1, "method": "axes", "effect": "rubber"})");
    const json from_file = report_json({"--settings", folder_ / "s.json"});
    EXPECT_EQ(from_file.at("settings").at("method"), "axes");
    const json over = report_json({"--settings", folder_ / "s.json", "--volume", "free"});
    EXPECT_EQ(over.at("settings").at("method"), "free");
    EXPECT_EQ(over.at("settings").at("effect"), "rubber");

    write("s.json", R"({"isoskin_volume": 1, "joints": {"midle": {}}})");
    const auto unknown = report({"--settings", folder_ / "s.json"});
    EXPECT_EQ(unknown.exit_code, 3);
    EXPECT_NE(unknown.err.find("'midle'"), std::string::npos) << unknown.err;
    EXPECT_NE(unknown.err.find("did you mean 'middle'"), std::string::npos) << unknown.err;
}

TEST_F(CliReport, settings_in_the_character_are_used_and_said) {
    auto character = read_character(tube_);
    ASSERT_TRUE(character);
    character->settings_json = R"({"isoskin_volume": 1, "effect": "folds"})";
    const std::string carrying = folder_ / "carrying.glb";
    ASSERT_TRUE(write_character(carrying, *character));

    const auto run = run_isoskin({"report", carrying, "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(json::parse(run.out).at("settings").at("effect"), "folds");
    EXPECT_NE(run.err.find("settings the file carries"), std::string::npos) << run.err;
}

/// Two triangles that meet nowhere, beside nothing: no volume.
TEST_F(CliReport, what_encloses_no_volume_is_refused_by_name) {
    write("sheet.obj", "o sheet\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const std::string sheet = folder_ / "sheet.obj";
    const auto run = run_isoskin({"report", sheet, "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const json report = json::parse(run.out);
    ASSERT_EQ(report.at("refused").size(), 1U);
    EXPECT_NE(report.at("refused")[0].at("part").get<std::string>().find("sheet"),
              std::string::npos);
    EXPECT_FALSE(report.at("refused")[0].at("reason").get<std::string>().empty());
    EXPECT_EQ(run_isoskin({"report", sheet, "--max-error", "1e-6"}).exit_code, 1);
}

TEST_F(CliReport, pose_tells_what_became_of_the_volume) {
    const std::vector<std::string> bent = {"pose",     tube_,           "-o",     folder_ / "a.obj",
                                           "--rotate", "middle=90,0,0", "--json", "--quiet"};
    const auto kept = run_isoskin(bent);
    ASSERT_EQ(kept.exit_code, 0) << kept.err;
    const json told = json::parse(kept.out);
    EXPECT_EQ(told.at("method"), "normal");
    EXPECT_NEAR(told.at("skinned_error").get<double>(), -0.1084, 1e-4);  // method, chapter 9
    EXPECT_LE(std::abs(told.at("corrected_error").get<double>()), 1e-6);
    EXPECT_NEAR(told.at("volume").get<double>(), told.at("target_volume").get<double>(), 1e-4);

    auto plain = bent;
    plain.insert(plain.end(), {"--volume", "none", "--max-error", "1e-6"});
    const auto missed = run_isoskin(plain);
    EXPECT_EQ(missed.exit_code, 1);
    EXPECT_TRUE(is_one_sentence(missed.err)) << missed.err;
}

/// Characters whose volume is held to the law in every frame of a clip.
struct Asset {
    const char* file;
    const char* clip;
};
class CliReportAsset : public testing::TestWithParam<Asset> {};

TEST_P(CliReportAsset, is_kept_to_a_millionth) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto run = run_isoskin({"report", shared_data(GetParam().file), "--clip", GetParam().clip,
                                  "--json", "-", "--max-error", "1e-6"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const json report = json::parse(run.out);
    EXPECT_GT(std::abs(report.at("worst").at("skinned_error").get<double>()), 1e-4);
    EXPECT_LE(std::abs(report.at("worst").at("corrected_error").get<double>()), 1e-6);
    EXPECT_TRUE(report.at("refused").empty());
}

INSTANTIATE_TEST_SUITE_P(Shared, CliReportAsset,
                         testing::Values(Asset{"fox-khronos/Fox.glb", "Run"},
                                         Asset{"cesium-man/CesiumMan.glb", "0"}));

TEST(CliReportCreature, is_kept_to_a_millionth) {
    const TemporaryFolder folder;
    const std::string creature = folder / "creature.glb";
    ASSERT_EQ(run_isoskin({"demo", "creature", "-o", creature, "--quiet"}).exit_code, 0);
    const auto run = run_isoskin({"report", creature, "--clip", "graze", "--json", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const json report = json::parse(run.out);
    EXPECT_GT(std::abs(report.at("worst").at("skinned_error").get<double>()), 0.001);
    EXPECT_LE(std::abs(report.at("worst").at("corrected_error").get<double>()), 1e-6);
}

}  // namespace
}  // namespace isoskin
