#include "batch_farm.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <unistd.h>

#include "batch/farm_follow.h"
#include "batch/farm_task.h"
#include "batch/output_folder.h"
#include "console.h"

namespace isoskin::cli {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

Result<ExitCode> run_task(const fs::path& root) {
    const std::string place = environment("SLURM_ARRAY_TASK_ID");
    std::size_t chunk = 0;
    const auto parsed = std::from_chars(place.data(), place.data() + place.size(), chunk);
    if (place.empty() || parsed.ptr != place.data() + place.size())
        return usage_error("--farm-task is for tasks of a Slurm array");
    const std::string restarts = environment("SLURM_RESTART_COUNT");
    const batch::FarmWorker worker{
        .job = environment("SLURM_ARRAY_JOB_ID") + "_" + place,
        .run = fmt::format("{}-{}-{}", environment("SLURMD_NODENAME"),
                           restarts.empty() ? "0" : restarts, ::getpid())};
    const auto count = batch::run_farm_task(root, chunk, worker);
    if (!count && count.error().kind == ErrorKind::CannotWrite) {
        print_error(count.error().message);
        return ExitCode::TryAgain;
    }
    if (!count) return count.error();
    if (count->signal != 0) end_by_signal(count->signal);
    return ExitCode::Done;
}

// The summary, and its short form for those who ask later.
Result<batch::FarmOutcome> summarise(const fs::path& root) {
    const auto summary = batch::summarise_farm(root);
    if (!summary) return summary.error();
    const batch::FarmOutcome outcome{.exit_code = static_cast<int>(exit_code_of(*summary)),
                                     .text = batch::summary_text(*summary)};
    if (const auto written = batch::write_outcome(root, outcome); !written) return written.error();
    return outcome;
}

// Once all jobs have ended. There is no outcome if the job that was to write it never ran.
Result<ExitCode> conclude(const fs::path& root) {
    if (!batch::read_outcome(root))
        if (const auto made = summarise(root); !made) return made.error();
    const auto outcome = batch::read_outcome(root);
    fmt::print("{}", outcome->text);
    return static_cast<ExitCode>(outcome->exit_code);
}

Result<ExitCode> tell_status(const fs::path& root) {
    const auto plan = batch::read_plan(root);
    if (!plan) return plan.error();
    if (batch::read_outcome(root)) return conclude(root);
    const batch::FarmProgress now = batch::FarmWatch(root).look();
    fmt::print("{} of {} files done, {} failed\n", now.files_done, plan->files, now.files_failed);
    fmt::print("{} chunks: {} open, {} at work, {} done\n", plan->chunks, now.chunks_open,
               now.at_work.size(), now.chunks_done);
    for (const std::string& worker : now.at_work)
        fmt::print("  {}\n", worker);
    const batch::FarmJobs jobs = batch::read_jobs(root);
    const auto queued = batch::queued_jobs(jobs);
    if (!queued) return queued.error();
    for (const batch::QueuedJob& job : *queued)
        fmt::print("job {}: {}{}\n", job.id, job.state,
                   job.reason == "None" ? "" : ", " + job.reason);
    if (queued->empty()) fmt::print("no job is left; the same command again goes on from here\n");
    return ExitCode::Done;
}

Result<ExitCode> cancel_farm(const fs::path& root, const CommandLine& line) {
    const auto plan = batch::read_plan(root);
    if (!plan) return plan.error();
    const batch::FarmJobs jobs = batch::read_jobs(root);
    if (jobs.array.empty())
        return usage_error("no jobs were submitted for '" + root.string() + "'");
    if (batch::read_outcome(root))
        return usage_error("the jobs of '" + root.string() + "' have ended");
    if (const auto cancelled = batch::cancel_jobs(jobs); !cancelled) return cancelled.error();
    if (const auto ended = follow(root, jobs, line); !ended) return ended.error();
    if (!line.quiet) fmt::print(stderr, "cancelled; the same command again goes on from here\n");
    return ExitCode::Done;
}

}  // namespace

ExitCode exit_code_of(const batch::Summary& summary) {
    using batch::Verdict;
    const auto any = [&](std::initializer_list<Verdict> verdicts) {
        return std::any_of(verdicts.begin(), verdicts.end(),
                           [&](Verdict verdict) { return summary.count(verdict) > 0; });
    };
    if (any({Verdict::Crashed, Verdict::TimedOut, Verdict::OutOfMemory, Verdict::NotRun}))
        return ExitCode::Internal;
    if (any({Verdict::CannotWrite})) return ExitCode::CannotWrite;
    if (any({Verdict::Unreadable, Verdict::Unsupported, Verdict::WrongUsage}))
        return ExitCode::InvalidInput;
    return any({Verdict::GateFailed}) ? ExitCode::GateFailed : ExitCode::Done;
}

Result<ExitCode> follow(const fs::path& root, const batch::FarmJobs& jobs,
                        const CommandLine& line) {
    const auto plan = batch::read_plan(root);
    if (!plan) return plan.error();
    std::optional<ProgressBar> bar;
    bar.emplace("file", plan->files,
                line.quiet ? ProgressBar::Visibility::Never : ProgressBar::Visibility::OnTerminal);
    const auto followed = batch::follow_farm(
        root, jobs,
        {.progress =
             [&](const batch::FarmProgress& now) {
                 bar->show(now.files_done, now.files_failed > 0
                                               ? fmt::format(", {} failed", now.files_failed)
                                               : std::string());
             },
         .news =
             [&](const std::string& sentence) {
                 if (!line.quiet) fmt::print(stderr, "{}\n", sentence);
             }});
    bar.reset();
    if (!followed) return followed.error();
    return conclude(root);
}

void end_by_signal(int signal) {
    std::fflush(nullptr);
    print_error("stopped; the same command goes on from here");
    std::signal(signal, SIG_DFL);
    ::raise(signal);
}

bool names_cluster(const FarmOptions& options, const CommandLine& line) {
    const batch::SlurmSettings& settings = options.settings;
    return options.wait || options.chunk > 0 || settings.array_limit > 0 ||
           !settings.partition.empty() || !settings.time.empty() || !settings.memory.empty() ||
           !line.slurm_args.empty();
}

bool asks_farm(const FarmOptions& options) {
    return !options.status.empty() || !options.cancel.empty() || !options.task.empty() ||
           !options.summary.empty();
}

Result<ExitCode> answer_farm(const FarmOptions& options, const CommandLine& line) {
    if (!options.status.empty()) return tell_status(options.status);
    if (!options.cancel.empty()) return cancel_farm(options.cancel, line);
    if (!options.task.empty()) return run_task(options.task);
    const auto outcome = summarise(options.summary);
    if (!outcome) return outcome.error();
    fmt::print("{}", outcome->text);
    return ExitCode::Done;  // the job did what it is for, whatever the files came to
}

Result<batch::FarmJobs> submit_to_farm(const fs::path& root, batch::FarmPlan plan,
                                       const std::vector<batch::Task>& tasks,
                                       const FarmOptions& options, const CommandLine& line) {
    constexpr std::size_t kMostTasks = 1000;  // Slurm's own limit unless a site raises it
    plan.chunk_size =
        options.chunk > 0 ? options.chunk : (tasks.size() + kMostTasks - 1) / kMostTasks;
    batch::SlurmSettings settings = options.settings;
    settings.words = line.slurm_args;
    const auto written = batch::write_plan(root, plan, tasks);
    if (!written) return written.error();
    const auto jobs = batch::submit_farm(root, *written, settings);
    if (!jobs) return jobs.error();
    fmt::print("{} files in {} tasks: job array {}, summary {}\n", written->files, written->chunks,
               jobs->array, jobs->summary);
    std::fflush(stdout);
    return *jobs;
}

void add_farm_options(CLI::App& command, FarmOptions& options) {
    const std::string group = "Slurm";
    command.add_flag("--slurm", options.slurm, "Submit to a Slurm cluster instead of running here")
        ->group(group);
    command.add_flag("--wait", options.wait, "Follow the jobs to their end")->group(group);
    const auto add_text = [&](const char* name, std::string& value, const char* type,
                              const char* text) {
        command.add_option(name, value, text)->type_name(type)->group(group);
    };
    add_text("--partition", options.settings.partition, "NAME", "Where to run");
    add_text("--time", options.settings.time, "TIME", "Limit of each task, as sbatch takes it");
    add_text("--mem", options.settings.memory, "SIZE", "Memory of each task, as 4G");
    command.add_option("--array-limit", options.settings.array_limit, "Tasks at a time")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000).description(""))
        ->group(group);
    command
        .add_option("--chunk", options.chunk,
                    "Files per task; if not given as few as make 1000 tasks or less")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000).description(""))
        ->group(group);
    command
        .add_flag("--slurm-args", options.slurm_args, "All that follows, up to '--', is for sbatch")
        ->group(group);
    command.add_option("--status", options.status, "Tell how far a batch has come")
        ->type_name("OUTDIR")
        ->group(group);
    command.add_option("--cancel", options.cancel, "End the jobs of a batch; what is done stays")
        ->type_name("OUTDIR")
        ->group(group);
    command.add_option("--farm-task", options.task)->group("");
    command.add_option("--farm-summary", options.summary)->group("");
}

}  // namespace isoskin::cli
