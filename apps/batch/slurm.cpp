#include "batch/slurm.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include <fmt/core.h>
#include <sys/stat.h>

#include "batch/tool.h"
#include "isoskin/io/file.h"

namespace isoskin::batch {
namespace {

namespace fs = std::filesystem;

std::string shell_word(const std::string& word) {
    std::string quoted = "'";
    for (const char letter : word)
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return quoted + "'";
}

// A worker that is killed is started again on the same machine; what it was on is counted, so the
// number of runs has an end. A request to stop means the whole task.
constexpr const char* kTaskScript = R"(#!/bin/sh
runs=0
while :; do
    {program} batch --farm-task {root}
    code=$?
    runs=$((runs + 1))
    case $code in 137 | 134 | 135 | 136 | 139) ;; *) exit $code ;; esac
    [ $runs -lt {most} ] || exit $code
done
)";

constexpr const char* kSummaryScript = R"(#!/bin/sh
exec {program} batch --farm-summary {root}
)";

Status write_script(const fs::path& path, const std::string& text) {
    if (const auto written = write_text(path, text); !written) return written;
    ::chmod(path.c_str(), 0755);
    return Done{};
}

// Scripts are run by the program that submits, whatever stands in for it on single files.
Status write_scripts(const fs::path& root, const FarmPlan& plan) {
    std::error_code ignored;
    const std::string program = shell_word(fs::read_symlink("/proc/self/exe", ignored).string());
    const std::string quoted = shell_word(root.string());
    const std::size_t most =
        plan.chunk_size * (static_cast<std::size_t>(plan.pool.retries) + 2) + 1;
    const auto task = write_script(farm_folder(root) / "task.sh",
                                   fmt::format(kTaskScript, fmt::arg("program", program),
                                               fmt::arg("root", quoted), fmt::arg("most", most)));
    if (!task) return task;
    return write_script(
        farm_folder(root) / "summary.sh",
        fmt::format(kSummaryScript, fmt::arg("program", program), fmt::arg("root", quoted)));
}

// What both jobs are asked for; of two words for one thing Slurm takes the later.
std::vector<std::string> common_words(const FarmPlan& plan, const SlurmSettings& settings) {
    std::vector<std::string> words = {"sbatch", "--parsable", "--requeue", "--open-mode=append",
                                      "--job-name=isoskin-" + plan.call.verb};
    if (!settings.partition.empty()) words.push_back("--partition=" + settings.partition);
    if (!settings.time.empty()) words.push_back("--time=" + settings.time);
    if (!settings.memory.empty()) words.push_back("--mem=" + settings.memory);
    words.insert(words.end(), settings.words.begin(), settings.words.end());
    return words;
}

Result<std::string> submit(const std::vector<std::string>& words) {
    const auto run = run_tool(words);
    if (!run) return run.error();
    const std::string id = run->out.substr(0, run->out.find_first_of(";\n"));
    if (run->exit_code == 0 && !id.empty()) return id;
    return unsupported("Slurm does not take the jobs: " + one_line(run->err));
}

Result<std::string> submit_array(const fs::path& root, const FarmPlan& plan,
                                 const SlurmSettings& settings) {
    std::vector<std::string> words = common_words(plan, settings);
    const std::string limit =
        settings.array_limit > 0 ? fmt::format("%{}", settings.array_limit) : "";
    words.push_back(fmt::format("--array=0-{}{}", plan.chunks - 1, limit));
    words.push_back(fmt::format("--cpus-per-task={}", plan.pool.jobs));
    words.push_back("--output=" + (farm_folder(root) / "logs/%a.log").string());
    words.push_back((farm_folder(root) / "task.sh").string());
    return submit(words);
}

// After any end of the tasks: what failed is what a summary is for.
Result<std::string> submit_summary(const fs::path& root, const FarmPlan& plan,
                                   const SlurmSettings& settings, const std::string& array) {
    std::vector<std::string> words = common_words(plan, settings);
    words.push_back("--dependency=afterany:" + array);
    words.push_back("--output=" + (farm_folder(root) / "logs/summary.log").string());
    words.push_back((farm_folder(root) / "summary.sh").string());
    return submit(words);
}

std::vector<std::string> split_at(const std::string& line, char mark) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, mark);)
        fields.push_back(field);
    return fields;
}

}  // namespace

Result<FarmJobs> submit_farm(const fs::path& root, const FarmPlan& plan,
                             const SlurmSettings& settings) {
    if (const auto written = write_scripts(root, plan); !written) return written.error();
    const auto array = submit_array(root, plan, settings);
    if (!array) return array.error();
    FarmJobs jobs{.array = *array, .summary = {}};
    const auto summary = submit_summary(root, plan, settings, *array);
    if (summary) jobs.summary = *summary;
    const Status written = summary ? write_jobs(root, jobs) : Status(summary.error());
    if (written) return jobs;
    if (const auto cancelled = cancel_jobs(jobs); !cancelled) return cancelled.error();
    return written.error();
}

Result<std::vector<QueuedJob>> queued_jobs(const FarmJobs& jobs) {
    std::vector<QueuedJob> queued;
    // One at a time: a single id that Slurm has forgotten makes it refuse the whole list.
    for (const std::string& id : {jobs.array, jobs.summary}) {
        if (id.empty()) continue;
        const auto run = run_tool({"squeue", "--noheader", "--jobs=" + id, "-O",
                                   "JobID:|,State:|,Reason:|,RestartCnt:|"});
        if (!run) return run.error();
        const bool forgotten = run->err.find("Invalid job id") != std::string::npos;
        if (run->exit_code != 0 && !forgotten)
            return unsupported("Slurm does not answer: " + one_line(run->err));
        for (const std::string& line : split_at(run->out, '\n')) {
            const auto fields = split_at(line, '|');
            if (fields.size() < 4) continue;
            QueuedJob job{.id = fields[0], .state = fields[1], .reason = fields[2], .restarts = 0};
            std::from_chars(fields[3].data(), fields[3].data() + fields[3].size(), job.restarts);
            queued.push_back(job);
        }
    }
    return queued;
}

std::vector<std::string> tend_jobs(const std::vector<QueuedJob>& jobs) {
    std::vector<std::string> told;
    for (const QueuedJob& job : jobs) {
        if (job.state != "PENDING") continue;
        if (job.reason == "DependencyNeverSatisfied") {
            if (const auto run = run_tool({"scancel", job.id}); run && run->exit_code == 0)
                told.push_back("job " + job.id + " waited for one that failed and was cancelled");
        } else if (job.reason == "BeginTime" && job.restarts > 0) {
            const auto run = run_tool({"scontrol", "update", "JobId=" + job.id, "StartTime=now"});
            if (run && run->exit_code == 0)
                told.push_back("job " + job.id + " was requeued and starts at once");
        }
    }
    return told;
}

Status cancel_jobs(const FarmJobs& jobs) {
    std::vector<std::string> words = {"scancel"};
    for (const std::string& id : {jobs.summary, jobs.array})
        if (!id.empty()) words.push_back(id);
    const auto run = run_tool(words);
    if (!run) return run.error();
    if (run->exit_code != 0 && run->err.find("Invalid job id") == std::string::npos)
        return unsupported("Slurm does not cancel the jobs: " + one_line(run->err));
    return Done{};
}

}  // namespace isoskin::batch
