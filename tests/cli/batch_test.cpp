#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/program.h"
#include "isoskin/io/file.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A folder of small characters, one of them broken.
class CliBatch : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(folder_ / "in/deep");
        for (const char* scene : {"tube", "chain", "arm"}) {
            const std::string file = folder_ / "in" / (std::string(scene) + ".glb");
            ASSERT_EQ(run_isoskin({"demo", scene, "-o", file, "--quiet"}).exit_code, 0);
        }
        fs::copy_file(folder_ / "in/tube.glb", folder_ / "in/deep/tube.glb");
        ASSERT_TRUE(write_text(folder_ / "in/broken.glb", "no character"));
    }

    ProgramRun batch(const std::string& out, std::vector<std::string> words) const {
        words.insert(words.begin(), {"batch", "report", folder_ / "in", "-o", folder_ / out});
        return run_isoskin(words);
    }

    /// Runs a shell script in place of the program; $2 is the file, as for a verb.
    ProgramRun stand_in(const std::string& out, const std::string& script,
                        std::vector<std::string> words) const {
        const fs::path program = folder_ / "stand_in.sh";
        EXPECT_TRUE(write_text(program, "#!/bin/sh\n" + script));
        ::chmod(program.c_str(), 0755);
        words.insert(words.end(), {"--stand-in", program});
        return batch(out, words);
    }

    json files(const std::string& out) const { return summary(out).at("files"); }

    json summary(const std::string& out) const {
        const auto text = read_text(folder_ / out / "summary.json");
        return text ? json::parse(*text) : json();
    }

    std::map<std::string, std::string> verdicts(const std::string& out) const {
        std::map<std::string, std::string> found;
        const json rows = files(out);
        for (const json& file : rows)
            found[file.at("name")] = file.at("verdict");
        return found;
    }

    /// Every result by its name.
    std::map<std::string, std::string> results(const std::string& out) const {
        std::map<std::string, std::string> found;
        const fs::path root = folder_ / out / "results";
        for (const auto& entry : fs::recursive_directory_iterator(root))
            if (entry.is_regular_file())
                found[entry.path().lexically_relative(root)] = read_text(entry.path()).value();
        return found;
    }

    const TemporaryFolder folder_;
    const std::vector<std::string> fast_ = {"--no-pictures", "--", "--fps", "2"};
};

std::vector<std::string> joined(std::vector<std::string> first,
                                const std::vector<std::string>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

TEST_F(CliBatch, the_number_of_jobs_does_not_change_the_bits) {
    EXPECT_EQ(batch("one", joined({"--jobs", "1"}, fast_)).exit_code, 3);
    EXPECT_EQ(batch("four", joined({"--jobs", "4"}, fast_)).exit_code, 3);
    EXPECT_EQ(results("one").size(), 4U);
    EXPECT_EQ(results("one"), results("four"));
}

TEST_F(CliBatch, the_order_of_inputs_does_not_change_the_summary) {
    const auto run = [&](const std::string& out, const std::string& a, const std::string& b) {
        return run_isoskin(
            joined({"batch", "report", folder_ / "in" / a, folder_ / "in" / b, "-o", folder_ / out},
                   fast_));
    };
    EXPECT_EQ(run("ab", "arm.glb", "tube.glb").exit_code, 0);
    EXPECT_EQ(run("ba", "tube.glb", "arm.glb").exit_code, 0);
    EXPECT_EQ(results("ab"), results("ba"));
    EXPECT_EQ(verdicts("ab"), verdicts("ba"));
}

TEST_F(CliBatch, nothing_is_done_twice) {
    const std::string count = "echo run >> " + (folder_ / "runs").string() + "; echo '{}'\n";
    EXPECT_EQ(stand_in("out", count, {}).exit_code, 0);
    const auto again = stand_in("out", count, {});
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_NE(again.err.find("5 files were done before"), std::string::npos) << again.err;
    EXPECT_EQ(read_text(folder_ / "runs").value(), "run\nrun\nrun\nrun\nrun\n");
}

TEST_F(CliBatch, what_changed_is_done_again_and_nothing_else) {
    const std::string count = "echo $2 >> " + (folder_ / "runs").string() + "; echo '{}'\n";
    ASSERT_EQ(stand_in("out", count, {}).exit_code, 0);
    fs::remove(folder_ / "runs");
    ASSERT_TRUE(write_text(folder_ / "in/broken.glb", "another one"));
    EXPECT_EQ(stand_in("out", count, {}).exit_code, 0);
    EXPECT_EQ(read_text(folder_ / "runs").value(), (folder_ / "in/broken.glb").string() + "\n");

    fs::remove(folder_ / "runs");
    fs::remove(folder_ / "out/results/arm.glb.json");
    EXPECT_EQ(stand_in("out", count, {}).exit_code, 0);
    EXPECT_EQ(read_text(folder_ / "runs").value(), (folder_ / "in/arm.glb").string() + "\n");
}

TEST_F(CliBatch, files_that_a_gltf_names_are_part_of_it) {
    const std::string gltf = folder_ / "in/named.gltf";
    ASSERT_TRUE(write_text(gltf, R"({"buffers": [{"uri" : "a%20b.bin"}, {"uri": "data:,x"}],
        "images": [{"name": "uri", "uri":"skin\u002epng"}]})"));
    ASSERT_TRUE(write_text(folder_ / "in/skin.png", "red"));
    const auto runs = [&] {
        const std::string count = "echo run >> " + (folder_ / "runs").string() + "; echo '{}'\n";
        EXPECT_EQ(stand_in("out", count, {"--match", "*.gltf"}).exit_code, 0);
        const std::string text = read_text(folder_ / "runs").value();
        return std::count(text.begin(), text.end(), '\n');
    };
    EXPECT_EQ(runs(), 1);
    EXPECT_EQ(runs(), 1);
    ASSERT_TRUE(write_text(folder_ / "in/skin.png", "blue"));
    EXPECT_EQ(runs(), 2);
    ASSERT_TRUE(write_text(folder_ / "in/a b.bin", "it was absent"));
    EXPECT_EQ(runs(), 3);
    EXPECT_EQ(runs(), 3);
}

TEST_F(CliBatch, a_crash_a_hang_and_a_lack_of_memory_cost_one_file_each_and_are_named) {
    const auto run = stand_in("out", R"(case "$2" in
  *arm.glb) kill -SEGV $$ ;;
  *chain.glb) sleep 60 ;;
  *broken.glb) echo "isoskin: internal: out of memory" >&2; exit 6 ;;
  *) echo '{}' ;;
esac
)",
                              {"--timeout", "0.5", "--jobs", "2"});
    EXPECT_EQ(run.exit_code, 6) << run.err;
    const std::map<std::string, std::string> expected = {{"arm.glb", "crashed"},
                                                         {"chain.glb", "timed out"},
                                                         {"broken.glb", "out of memory"},
                                                         {"tube.glb", "good"},
                                                         {"deep/tube.glb", "good"}};
    EXPECT_EQ(verdicts("out"), expected);
    EXPECT_EQ(results("out").size(), 2U);
    EXPECT_NE(read_text(folder_ / "out/junit.xml")
                  .value()
                  .find("tests=\"5\" failures=\"0\" errors=\"3\""),
              std::string::npos);
}

TEST_F(CliBatch, a_limit_of_memory_costs_the_file_that_needs_more) {
    const std::string creature = folder_ / "in/creature.glb";
    ASSERT_EQ(run_isoskin({"demo", "creature", "-o", creature, "--quiet"}).exit_code, 0);
    const auto run = run_isoskin(joined({"batch", "report", creature, folder_ / "in/tube.glb", "-o",
                                         folder_ / "out", "--memory", "60", "--jobs", "2"},
                                        fast_));
    EXPECT_EQ(run.exit_code, 6) << run.out << run.err;
    const std::map<std::string, std::string> expected = {{"creature.glb", "out of memory"},
                                                         {"tube.glb", "good"}};
    EXPECT_EQ(verdicts("out"), expected);
}

TEST_F(CliBatch, retries_keep_the_reason_and_end) {
    const std::string script = "test -e $2.tried && echo '{}' && exit 0; touch $2.tried; exit 6\n";
    EXPECT_EQ(stand_in("out", script, {"--retries", "1"}).exit_code, 0);
    const json passed = files("out");
    EXPECT_EQ(passed.size(), 5U);
    for (const json& file : passed)
        EXPECT_EQ(file.at("retries"), json({"crashed: exit code 6"}));
    EXPECT_EQ(stand_in("none", "exit 6\n", {"--retries", "2"}).exit_code, 6);
    const json failed = files("none");
    EXPECT_EQ(failed.size(), 5U);
    for (const json& file : failed)
        EXPECT_EQ(file.at("retries").size(), 2U);
}

TEST_F(CliBatch, the_worst_verdict_is_the_exit_code) {
    const auto ends = [&](const std::string& out, const std::string& code) {
        return stand_in(out,
                        "case $2 in *arm.glb) exit " + code +
                            ";; *chain.glb) exit 1;; *) echo '{}';; esac\n",
                        {})
            .exit_code;
    };
    EXPECT_EQ(ends("a", "0"), 1);
    EXPECT_EQ(ends("b", "3"), 3);
    EXPECT_EQ(ends("c", "4"), 3);
    EXPECT_EQ(ends("d", "5"), 5);
    EXPECT_EQ(ends("e", "6"), 6);
    EXPECT_EQ(ends("f", "77"), 6);
}

/// Starts a batch whose third file hangs, sends `signal` to it alone, waits for its end.
int end_by(int signal, const fs::path& in, const fs::path& out, const fs::path& program) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::freopen("/dev/null", "w", stderr);
        ::freopen("/dev/null", "w", stdout);
        ::execl(ISOSKIN_PROGRAM, "isoskin", "batch", "report", in.c_str(), "-o", out.c_str(),
                "--jobs", "1", "--stand-in", program.c_str(), nullptr);
        ::_exit(127);
    }
    const fs::path mark = out / "hangs";
    for (int tries = 0; tries < 1000 && !fs::exists(mark); ++tries)
        ::usleep(10'000);
    ::kill(child, signal);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST_F(CliBatch, who_is_ended_loses_the_file_at_work_and_goes_on_there) {
    for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
        const std::string out = "out" + std::to_string(signal);
        const fs::path program = folder_ / "stand_in.sh";
        const std::string mark = (folder_ / out / "hangs").string();
        ASSERT_TRUE(write_text(program, "#!/bin/sh\ncase $2 in *chain.glb) touch " + mark +
                                            "; exec sleep 60;; *) echo '{}';; esac\n"));
        ::chmod(program.c_str(), 0755);
        EXPECT_EQ(end_by(signal, folder_ / "in", folder_ / out, program), signal);
        EXPECT_EQ(results(out).count("arm.glb.json"), 1U);
        EXPECT_EQ(results(out).count("chain.glb.json"), 0U);

        const std::string count =
            "echo $2 >> " + (folder_ / out / "runs").string() + "; echo '{}'\n";
        EXPECT_EQ(stand_in(out, count, {"--jobs", "1"}).exit_code, 0);
        EXPECT_EQ(results(out).size(), 5U) << "half files are gone, all others are there";
        EXPECT_EQ(read_text(folder_ / out / "runs").value().find("arm.glb"), std::string::npos);
    }
}

TEST_F(CliBatch, two_batches_never_share_a_folder) {
    const auto run =
        stand_in("out",
                 std::string(ISOSKIN_PROGRAM) + " batch report " + (folder_ / "in").string() +
                     " -o " + (folder_ / "out").string() + "\n",
                 {"--jobs", "1"});
    EXPECT_EQ(run.exit_code, 5);
    EXPECT_NE(summary("out").at("files").at(0).at("reason").get<std::string>().find(
                  "another batch is at work"),
              std::string::npos);
}

TEST_F(CliBatch, a_manifest_gives_options_per_file) {
    ASSERT_TRUE(write_text(folder_ / "list.jsonl",
                           "{\"file\": \"in/tube.glb\", \"options\": [\"--clip\", \"bend\"]}\n\n"
                           "{\"file\": \"in/arm.glb\"}\n"));
    const auto run = run_isoskin(
        joined({"batch", "report", folder_ / "list.jsonl", "-o", folder_ / "out"}, fast_));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(json::parse(results("out").at("in/tube.glb.json")).at("clip"), "bend");

    ASSERT_TRUE(write_text(folder_ / "list.jsonl", "{\"file\": 3}\n"));
    const auto refused =
        run_isoskin({"batch", "report", folder_ / "list.jsonl", "-o", folder_ / "out"});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.err.find("line 1 of"), std::string::npos) << refused.err;
}

TEST_F(CliBatch, what_got_worse_is_told) {
    const std::string good =
        R"(echo '{"worst": {"skinned_error": 0.1, "corrected_error": 1e-8}, "parts": [], "refused": []}')";
    const std::string worse =
        R"(echo '{"worst": {"skinned_error": 0.1, "corrected_error": 0.02}, "parts": [], "refused": []}')";
    ASSERT_EQ(stand_in("old", good, {}).exit_code, 0);
    const auto run =
        stand_in("new", "case $2 in *arm.glb) " + worse + ";; *) " + good + ";; esac\n",
                 {"--against", folder_ / "old/summary.json"});
    EXPECT_EQ(run.exit_code, 0);
    ASSERT_EQ(summary("new").at("worse").size(), 1U);
    EXPECT_EQ(summary("new").at("compared"), 5);
    const auto back = stand_in("back", good, {"--against", folder_ / "new/summary.json"});
    EXPECT_EQ(back.exit_code, 0);
    EXPECT_EQ(summary("back").at("worse").size(), 0U);
    EXPECT_EQ(summary("back").at("better").at(0).at("name"), "arm.glb");
    EXPECT_EQ(summary("new").at("worse").at(0).at("name"), "arm.glb");
    EXPECT_NE(run.out.find("worse than before: arm.glb"), std::string::npos) << run.out;
}

TEST_F(CliBatch, the_page_shows_the_worst_moment_before_and_after) {
    const auto run = run_isoskin(
        {"batch", "report", folder_ / "in/tube.glb", "-o", folder_ / "out", "--", "--fps", "2"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const std::string page = read_text(folder_ / "out/index.html").value();
    for (const char* moment : {"before", "after"}) {
        const std::string picture = "results/tube.glb." + std::string(moment) + ".png";
        EXPECT_NE(page.find("src=\"" + picture + "\""), std::string::npos);
        EXPECT_TRUE(read_text(folder_ / "out" / picture).value().starts_with("\x89PNG"));
    }
    EXPECT_NE(results("out").at("tube.glb.before.png"), results("out").at("tube.glb.after.png"));
}

TEST_F(CliBatch, weights_and_flesh_write_what_they_write_alone) {
    const std::string tube = folder_ / "in/tube.glb";
    const std::map<std::string, std::vector<std::string>> verbs = {
        {"weights", {"--method", "distance"}}, {"flesh", {"--quality", "draft"}}};
    for (const auto& [verb, options] : verbs) {
        const fs::path alone = folder_ / (verb + ".glb");
        ASSERT_EQ(run_isoskin(joined({verb, tube, "-o", alone, "-q"}, options)).exit_code, 0);
        const auto run =
            run_isoskin(joined({"batch", verb, tube, "-o", folder_ / verb, "--"}, options));
        EXPECT_EQ(run.exit_code, 0) << run.err;
        EXPECT_EQ(results(verb).at("tube.glb"), read_text(alone).value());
        EXPECT_TRUE(json::accept(results(verb).at("tube.glb.json"))) << verb;
    }
}

TEST_F(CliBatch, verbs_that_are_not_there_are_refused_by_name) {
    const auto run = run_isoskin({"batch", "unheard", folder_ / "in", "-o", folder_ / "out"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_TRUE(is_one_sentence(run.err) && run.err.find("'unheard'") != std::string::npos);
    EXPECT_FALSE(fs::exists(folder_ / "out"));
}

TEST_F(CliBatch, files_of_one_name_are_refused) {
    const auto run = run_isoskin({"batch", "report", folder_ / "in/tube.glb",
                                  folder_ / "in/deep/tube.glb", "-o", folder_ / "out"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_TRUE(is_one_sentence(run.err)) << run.err;
}

TEST_F(CliBatch, bake_writes_what_it_writes_alone) {
    const std::string tube = folder_ / "in/tube.glb";
    ASSERT_EQ(run_isoskin({"bake", tube, "-o", folder_ / "alone.glb", "-q"}).exit_code, 0);
    const auto run = run_isoskin({"batch", "bake", tube, "-o", folder_ / "out"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(results("out").at("tube.glb"), read_text(folder_ / "alone.glb").value());
    const json row = summary("out").at("files").at(0);
    EXPECT_LT(std::abs(row.at("corrected_error").get<double>()),
              std::abs(row.at("skinned_error").get<double>()));
}

}  // namespace
}  // namespace isoskin
