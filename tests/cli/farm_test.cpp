#include <cstdlib>
#include <map>
#include <thread>

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

/// Tasks of a cluster, run one by one as a cluster would: `sbatch` and `squeue` are scripts that
/// say what those of Slurm say. The real ones are met in tests/farm.
class CliFarm : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(folder_ / "bin");
        add_tool("sbatch", "echo 7; echo \"$@\" >> " + (folder_ / "submitted").string());
        add_tool("squeue", "cat " + (folder_ / "queue").string() + " 2>/dev/null; true");
        add_tool("scancel", "rm -f " + (folder_ / "queue").string());
        ::setenv("PATH", ((folder_ / "bin").string() + ":" + path_).c_str(), 1);
        std::string manifest;
        for (int i = 0; i < 6; ++i)
            manifest += "{\"file\": \"" + std::to_string(i) + ".glb\"}\n";
        ASSERT_TRUE(write_text(folder_ / "list.jsonl", manifest));
    }

    void TearDown() override {
        ::setenv("PATH", path_.c_str(), 1);
        for (const char* name :
             {"SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID", "SLURM_RESTART_COUNT"})
            ::unsetenv(name);
    }

    void add_tool(const std::string& name, const std::string& script) const {
        ASSERT_TRUE(write_text(folder_ / "bin" / name, "#!/bin/sh\n" + script + "\n"));
        ::chmod((folder_ / "bin" / name).c_str(), 0755);
    }

    /// Submits six files, two a task, whose verb is a script; $2 is the file.
    ProgramRun submit(const std::string& script, std::vector<std::string> words = {}) const {
        add_tool("verb", script);
        words.insert(words.begin(), {"batch", "report", folder_ / "list.jsonl", "-o",
                                     folder_ / "out", "--slurm", "--chunk", "2"});
        words.insert(words.end(), {"--stand-in", folder_ / "bin/verb"});
        return run_isoskin(words);
    }

    ProgramRun run_task(int chunk, const std::string& job = "7") const {
        ::setenv("SLURM_ARRAY_JOB_ID", job.c_str(), 1);
        ::setenv("SLURM_ARRAY_TASK_ID", std::to_string(chunk).c_str(), 1);
        return run_isoskin({"batch", "--farm-task", folder_ / "out"});
    }

    std::map<std::string, std::string> verdicts() const {
        EXPECT_EQ(run_isoskin({"batch", "--farm-summary", folder_ / "out"}).exit_code, 0);
        const json summary = json::parse(read_text(folder_ / "out/summary.json").value());
        std::map<std::string, std::string> found;
        for (const json& file : summary.at("files"))
            found[file.at("name")] = file.at("verdict");
        return found;
    }

    std::string runs() const { return read_text(folder_ / "runs").value(); }
    std::string count_runs() const {
        return "echo $(basename $2) >> " + (folder_ / "runs").string() + "; echo '{}'";
    }

    const TemporaryFolder folder_;
    const std::string path_ = std::getenv("PATH");
};

TEST_F(CliFarm, every_file_is_in_one_task_and_the_summary_waits_for_all) {
    const auto run = submit("echo '{}'", {"--partition", "night", "--time", "10", "--mem", "2G",
                                          "--array-limit", "5", "--jobs", "3"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out, "6 files in 3 tasks: job array 7, summary 7\n");
    const std::string said = read_text(folder_ / "submitted").value();
    for (const char* word : {"--partition=night", "--time=10", "--mem=2G", "--array=0-2%5",
                             "--cpus-per-task=3", "--dependency=afterany:7", "--requeue"})
        EXPECT_NE(said.find(word), std::string::npos) << word << " in " << said;
    for (int chunk = 0; chunk < 3; ++chunk)
        EXPECT_EQ(run_task(chunk).exit_code, 0);
    const auto found = verdicts();
    EXPECT_EQ(found.size(), 6U);
    for (const auto& [name, verdict] : found)
        EXPECT_EQ(verdict, "good") << name;
}

TEST_F(CliFarm, two_tasks_never_do_one_file) {
    ASSERT_EQ(submit("sleep 0.2; " + count_runs()).exit_code, 0);
    std::vector<pid_t> processes;
    ::setenv("SLURM_ARRAY_TASK_ID", "1", 1);
    for (int job = 0; job < 8; ++job) {
        ::setenv("SLURM_ARRAY_JOB_ID", std::to_string(100 + job).c_str(), 1);
        const pid_t child = ::fork();
        if (child == 0) {
            ::freopen("/dev/null", "w", stderr);
            ::execl(ISOSKIN_PROGRAM, "isoskin", "batch", "--farm-task", (folder_ / "out").c_str(),
                    nullptr);
            ::_exit(127);
        }
        processes.push_back(child);
    }
    int winners = 0;
    for (const pid_t process : processes) {
        int status = 0;
        ::waitpid(process, &status, 0);
        winners += WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 1 : 0;
    }
    EXPECT_GE(winners, 1);  // who comes when all is done has nothing to do, which is no failure
    EXPECT_EQ(runs(), "2.glb\n3.glb\n");
}

TEST_F(CliFarm, a_task_that_was_done_is_not_done_again) {
    ASSERT_EQ(submit(count_runs()).exit_code, 0);
    EXPECT_EQ(run_task(0).exit_code, 0);
    EXPECT_EQ(run_task(0).exit_code, 0);
    EXPECT_EQ(runs(), "0.glb\n1.glb\n");
}

TEST_F(CliFarm, who_comes_after_a_killed_task_starts_at_the_file_it_was_on) {
    // The first time, the second file kills the task it belongs to.
    ASSERT_EQ(submit("case $2 in *1.glb) test -e " + (folder_ / "once").string() + " || { touch " +
                     (folder_ / "once").string() + "; kill -KILL $PPID; sleep 9; };; esac; " +
                     count_runs())
                  .exit_code,
              0);
    EXPECT_EQ(run_task(0).signal, SIGKILL);
    EXPECT_EQ(run_task(0, "8").exit_code, 2) << "another job may not take it";
    EXPECT_EQ(run_task(0).exit_code, 0);
    EXPECT_EQ(runs(), "0.glb\n1.glb\n");
    const auto found = verdicts();
    EXPECT_EQ(found.at("1.glb"), "good");
    EXPECT_EQ(found.at("2.glb"), "not run");
    for (const std::string& name : names_in(folder_ / "out/results"))
        EXPECT_EQ(name.find(".part"), std::string::npos) << name;
}

TEST_F(CliFarm, a_file_that_kills_its_task_again_is_given_up_and_named) {
    ASSERT_EQ(
        submit("case $2 in *0.glb) kill -KILL $PPID; sleep 9;; esac; " + count_runs()).exit_code,
        0);
    EXPECT_EQ(run_task(0).signal, SIGKILL);
    EXPECT_EQ(run_task(0).signal, SIGKILL);
    EXPECT_EQ(run_task(0).exit_code, 0);
    const auto found = verdicts();
    EXPECT_EQ(found.at("0.glb"), "crashed");
    EXPECT_EQ(found.at("1.glb"), "good");
}

TEST_F(CliFarm, a_task_whose_claim_is_taken_away_stops) {
    ASSERT_EQ(
        submit("rm -f " + (folder_ / "out/farm/taken").string() + "/*; " + count_runs()).exit_code,
        0);
    EXPECT_EQ(run_task(0).exit_code, 0);
    EXPECT_EQ(runs(), "0.glb\n");
    EXPECT_TRUE(names_in(folder_ / "out/results").empty()) << "the next one tells what it came to";
    EXPECT_TRUE(names_in(folder_ / "out/records").empty());
}

TEST_F(CliFarm, a_folder_with_jobs_at_work_is_left_to_them) {
    ASSERT_TRUE(write_text(folder_ / "queue", "7|RUNNING|None|0|\n"));
    ASSERT_EQ(submit("echo '{}'").exit_code, 0);
    EXPECT_EQ(submit("echo '{}'").exit_code, 2);
    const auto here =
        run_isoskin({"batch", "report", folder_ / "list.jsonl", "-o", folder_ / "out"});
    EXPECT_EQ(here.exit_code, 2);
    EXPECT_TRUE(is_one_sentence(here.err)) << here.err;
    const auto status = run_isoskin({"batch", "--status", folder_ / "out"});
    EXPECT_EQ(status.exit_code, 0);
    EXPECT_NE(status.out.find("0 of 6 files done"), std::string::npos) << status.out;
    EXPECT_NE(status.out.find("job 7: RUNNING"), std::string::npos) << status.out;
    EXPECT_EQ(run_isoskin({"batch", "--cancel", folder_ / "out"}).exit_code, 0);
    EXPECT_EQ(run_isoskin({"batch", "--status", folder_ / "out"}).exit_code, 6) << "none was run";
    EXPECT_EQ(submit("echo '{}'").exit_code, 0);
}

TEST_F(CliFarm, what_slurm_says_is_passed_on) {
    add_tool("sbatch", "echo 'sbatch: error: invalid partition specified: night' >&2; exit 1");
    const auto run = submit("echo '{}'");
    EXPECT_EQ(run.exit_code, 4);
    EXPECT_NE(run.err.find("invalid partition specified: night"), std::string::npos) << run.err;
    ::setenv("PATH", "/nowhere", 1);
    const auto without = submit("echo '{}'");
    EXPECT_EQ(without.exit_code, 4);
    EXPECT_TRUE(is_one_sentence(without.err)) << without.err;
}

TEST_F(CliFarm, a_folder_without_a_batch_is_refused) {
    for (const char* question : {"--status", "--cancel", "--farm-summary"}) {
        const auto run = run_isoskin({"batch", question, folder_ / "nothing"});
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_TRUE(is_one_sentence(run.err)) << run.err;
    }
}

}  // namespace
}  // namespace isoskin
