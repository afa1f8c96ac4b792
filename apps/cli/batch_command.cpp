#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "batch/farm_follow.h"
#include "batch/inputs.h"
#include "batch/pool.h"
#include "batch/summary.h"
#include "batch_farm.h"
#include "command.h"
#include "console.h"
#include "names.h"

namespace isoskin::cli {
namespace {

struct BatchOptions {
    std::string verb;
    std::vector<std::filesystem::path> inputs;
    std::filesystem::path output;
    std::string pattern = "*.glb";
    std::vector<std::string> verb_options;  ///< All after "--".
    int jobs = 0;                           ///< 0: one for each core.
    batch::PoolSettings pool;
    std::filesystem::path against;
    bool no_pictures = false;
    std::vector<std::string> json_words;  ///< Make the verb print JSON, if it can.
    FarmOptions farm;
    std::string stand_in;  ///< For tests: run instead of this program.
};

constexpr const char* kBatchExamples = R"(
One process per file: a crash, a hang or a lack of memory costs one file. The same command again goes
on where it was stopped; what is done is known by a hash of input, options and version.

With --slurm the files are spread over a cluster that shares OUTDIR; docs/farm.md tells how.

OUTDIR holds results/, logs/, records/, summary.json, summary.csv, junit.xml and index.html.
Exit codes: 0 all good, 6 something crashed or took too long, else 5 something could not be written,
else 3 some file was refused, else 1 some gate failed.

A manifest ends in .jsonl and has one object a line: {"file": "fox.glb", "options": ["--fps", "24"]}.

Examples:
  isoskin batch report characters/ -o night -- --max-error 1e-6
  isoskin batch bake fox.glb arm.glb -o baked --jobs 2 --timeout 60 --memory 4000
  isoskin batch report characters/ -o tonight --against night/summary.json
  isoskin batch bake library/ -o baked --slurm --wait --time 1:00:00 --slurm-args --account=rigs
  isoskin batch --status baked)";

Status check_batch_verb(const std::string& verb, const std::vector<std::string>& program_verbs) {
    std::vector<std::string> known;
    for (const std::string& name : batch::batch_verbs())
        if (std::find(program_verbs.begin(), program_verbs.end(), name) != program_verbs.end())
            known.push_back(name);
    if (std::find(known.begin(), known.end(), verb) != known.end()) return Done{};
    const auto& planned = batch::batch_verbs();
    if (std::find(planned.begin(), planned.end(), verb) != planned.end())
        return unsupported("this version has no verb '" + verb + "'" + name_hint("", known));
    return usage_error("batch cannot run '" + verb + "'" + name_hint(verb, known));
}

std::vector<std::string> verbs_of(const CLI::App& app) {
    std::vector<std::string> verbs;
    for (const CLI::App* verb : app.get_subcommands({}))
        verbs.push_back(verb->get_name());
    return verbs;
}

// How a verb is asked for its figures. Of a picture there are none.
std::vector<std::string> json_words(const CLI::App& verb) {
    if (verb.get_name() == "report") return {"--json", "-"};
    if (verb.get_name() == "render" || verb.get_option_no_throw("--json") == nullptr) return {};
    return {"--json"};
}

batch::VerbCall verb_call(const BatchOptions& options, int threads) {
    std::error_code ignored;
    const auto own = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
    return {.program = options.stand_in.empty() ? own : options.stand_in,
            .verb = options.verb,
            .options = options.verb_options,
            .json_words = options.json_words,
            .pictures = !options.no_pictures,
            .threads = threads};
}

Result<ExitCode> run_here(const BatchOptions& options, const std::vector<batch::Task>& tasks,
                          const batch::OutputFolder& folder, const CommandLine& line) {
    batch::PoolSettings pool = options.pool;
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    pool.jobs = options.jobs > 0 ? options.jobs : cores;

    std::optional<ProgressBar> bar;
    bar.emplace("file", tasks.size(),
                line.quiet ? ProgressBar::Visibility::Never : ProgressBar::Visibility::OnTerminal);
    std::vector<bool> ended(tasks.size());
    const batch::PoolWatch watch{
        .goes_on = {},
        .started = {},
        .ended = [&](std::size_t place, const batch::TaskRecord&,
                     const batch::PoolCount& now) -> Status {
            ended[place] = true;
            bar->show(now.done,
                      now.failed > 0 ? fmt::format(", {} failed", now.failed) : std::string());
            return Done{};
        }};
    const auto count = batch::run_pool(tasks, verb_call(options, std::max(1, cores / pool.jobs)),
                                       pool, folder, watch);
    bar.reset();
    if (!count) return count.error();
    const auto summary = batch::write_summary(tasks, ended, folder, options.verb, options.against);
    if (!summary) return summary.error();
    fmt::print("{}", batch::summary_text(*summary));
    if (!line.quiet && count->skipped > 0)
        fmt::print(stderr, "{} files were done before\n", count->skipped);
    if (count->signal != 0) end_by_signal(count->signal);
    return exit_code_of(*summary);
}

Result<ExitCode> run_batch(const BatchOptions& options, const CommandLine& line) {
    const auto tasks = batch::collect_tasks(options.inputs, options.pattern);
    if (!tasks) return tasks.error();
    // On a cluster each process has one core: files are many, and none waits for another.
    batch::FarmPlan plan{
        .call = verb_call(options, 1), .pool = options.pool, .against = options.against};
    plan.pool.jobs = std::max(1, options.jobs);
    if (const auto ended = batch::check_farm_ended(options.output); !ended) return ended.error();
    batch::FarmJobs jobs;
    {
        const auto folder = batch::OutputFolder::open(options.output);
        if (!folder) return folder.error();
        if (!options.farm.slurm) return run_here(options, *tasks, *folder, line);
        const auto submitted = submit_to_farm(options.output, plan, *tasks, options.farm, line);
        if (!submitted) return submitted.error();
        jobs = *submitted;
    }
    return options.farm.wait ? follow(options.output, jobs, line) : ExitCode::Done;
}

// What the program asks of the words, as they may be those of another form.
Status check_words(const BatchOptions& options, const CommandLine& line) {
    if (names_cluster(options.farm, line) && !options.farm.slurm)
        return usage_error("options for Slurm need --slurm; see 'isoskin help batch'");
    if (options.verb.empty() || options.inputs.empty())
        return usage_error("batch needs VERB and INPUT; see 'isoskin help batch'");
    if (options.output.empty()) return usage_error("batch needs -o OUTDIR");
    return Done{};
}

void add_limits(CLI::App& command, BatchOptions& options) {
    command
        .add_option("-j,--jobs", options.jobs,
                    "Processes at a time; one for each core if not given")
        ->type_name("N")
        ->check(CLI::Range(1, 4096).description(""));
    command.add_option("--timeout", options.pool.seconds, "End a process that takes longer")
        ->type_name("S")
        ->check(CLI::Range(0.001, 1e9).description(""));
    command.add_option("--memory", options.pool.megabytes, "Address space a process may use")
        ->type_name("MB")
        ->check(CLI::Range(1, 1 << 30).description(""));
    command
        .add_option("--retries", options.pool.retries,
                    "Try a file again that crashed, took too long or could not be written")
        ->type_name("N")
        ->check(CLI::Range(0, 100).description(""));
}

}  // namespace

void add_batch_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("batch", "Run a verb over many files, with a summary");
    auto options = std::make_shared<BatchOptions>();
    command->add_option("VERB", options->verb, "report, bake, render, weights, flesh …")
        ->type_name("");
    command->add_option("INPUT", options->inputs, "Characters, folders, manifests (.jsonl)")
        ->type_name("");
    command->add_option("-o,--output", options->output, "The folder for all that is written")
        ->type_name("OUTDIR");
    command->add_option("--match", options->pattern, "Which files of a folder; *.glb if not given")
        ->type_name("PATTERN");
    command
        ->add_option("--against", options->against,
                     "Tell what got worse since this summary.json of another run")
        ->type_name("FILE");
    command->add_flag("--no-pictures", options->no_pictures,
                      "Leave out the pictures of each report's worst moment");
    add_limits(*command, *options);
    add_farm_options(*command, options->farm);
    command->add_option("--stand-in", options->stand_in)->group("");
    add_run_options(*command, line);
    command->footer(kBatchExamples);
    command->callback([&app, options, &line] {
        line.run = [&app, options, &line]() -> Result<ExitCode> {
            if (asks_farm(options->farm)) return answer_farm(options->farm, line);
            if (const auto complete = check_words(*options, line); !complete)
                return complete.error();
            options->verb_options = line.after_dashes;
            if (const auto known = check_batch_verb(options->verb, verbs_of(app)); !known)
                return known.error();
            options->json_words = json_words(*app.get_subcommand(options->verb));
            return run_batch(*options, line);
        };
    });
}

}  // namespace isoskin::cli
