#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "batch/inputs.h"
#include "batch/pool.h"
#include "batch/summary.h"
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
    std::string stand_in;  ///< For tests: run instead of this program.
};

constexpr const char* kBatchExamples = R"(
One process per file: a crash, a hang or a lack of memory costs one file. The same command again goes
on where it was stopped; what is done is known by a hash of input, options and version.

OUTDIR holds results/, logs/, records/, summary.json, summary.csv, junit.xml and index.html.
Exit codes: 0 all good, 6 something crashed or took too long, else 5 something could not be written,
else 3 some file was refused, else 1 some gate failed.

A manifest ends in .jsonl and has one object a line: {"file": "fox.glb", "options": ["--fps", "24"]}.

Examples:
  isoskin batch report characters/ -o night -- --max-error 1e-6
  isoskin batch bake fox.glb arm.glb -o baked --jobs 2 --timeout 60 --memory 4000
  isoskin batch report characters/ -o tonight --against night/summary.json)";

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

ExitCode exit_code_of(const batch::Summary& summary) {
    using batch::Verdict;
    const auto any = [&](std::initializer_list<Verdict> verdicts) {
        return std::any_of(verdicts.begin(), verdicts.end(),
                           [&](Verdict verdict) { return summary.count(verdict) > 0; });
    };
    if (any({Verdict::Crashed, Verdict::TimedOut, Verdict::OutOfMemory})) return ExitCode::Internal;
    if (any({Verdict::CannotWrite})) return ExitCode::CannotWrite;
    if (any({Verdict::Unreadable, Verdict::Unsupported, Verdict::WrongUsage}))
        return ExitCode::InvalidInput;
    return any({Verdict::GateFailed}) ? ExitCode::GateFailed : ExitCode::Done;
}

batch::VerbCall verb_call(const BatchOptions& options, int jobs) {
    std::error_code ignored;
    const auto own = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return {.program = options.stand_in.empty() ? own : options.stand_in,
            .verb = options.verb,
            .options = options.verb_options,
            .threads = std::max(1, cores / jobs)};
}

Result<ExitCode> run_batch(const BatchOptions& options, const CommandLine& line) {
    const auto tasks = batch::collect_tasks(options.inputs, options.pattern);
    if (!tasks) return tasks.error();
    const auto folder = batch::OutputFolder::open(options.output);
    if (!folder) return folder.error();
    batch::PoolSettings pool = options.pool;
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    pool.jobs = options.jobs > 0 ? options.jobs : static_cast<int>(cores);

    std::optional<ProgressBar> bar;
    bar.emplace("file", tasks->size(),
                line.quiet ? ProgressBar::Visibility::Never : ProgressBar::Visibility::OnTerminal);
    const auto count = batch::run_pool(
        *tasks, verb_call(options, pool.jobs), pool, *folder, [&](const batch::PoolCount& now) {
            bar->show(now.done,
                      now.failed > 0 ? fmt::format(", {} failed", now.failed) : std::string());
        });
    bar.reset();
    if (!count) return count.error();
    const auto summary = batch::write_summary(*tasks, *folder, options.verb, options.against);
    if (!summary) return summary.error();
    fmt::print("{}", batch::summary_text(*summary));
    if (!line.quiet && count->skipped > 0)
        fmt::print(stderr, "{} files were done before\n", count->skipped);
    if (count->signal != 0) {
        std::fflush(nullptr);
        print_error("stopped; the same command goes on from here");
        std::signal(count->signal, SIG_DFL);
        ::raise(count->signal);  // so that the caller sees what ended us
    }
    return exit_code_of(*summary);
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
    command->add_option("VERB", options->verb, "report, bake, render …")->type_name("")->required();
    command->add_option("INPUT", options->inputs, "Characters, folders, manifests (.jsonl)")
        ->type_name("")
        ->required();
    command->add_option("-o,--output", options->output, "The folder for all that is written")
        ->type_name("OUTDIR")
        ->required();
    command->add_option("--match", options->pattern, "Which files of a folder; *.glb if not given")
        ->type_name("PATTERN");
    command
        ->add_option("--against", options->against,
                     "Tell what got worse since this summary.json of another run")
        ->type_name("FILE");
    add_limits(*command, *options);
    command->add_option("--stand-in", options->stand_in)->group("");
    add_run_options(*command, line);
    command->footer(kBatchExamples);
    command->callback([&app, options, &line] {
        line.run = [&app, options, &line]() -> Result<ExitCode> {
            std::vector<std::string> verbs;
            for (const CLI::App* verb : app.get_subcommands({}))
                verbs.push_back(verb->get_name());
            options->verb_options = line.after_dashes;
            if (const auto known = check_batch_verb(options->verb, verbs); !known)
                return known.error();
            return run_batch(*options, line);
        };
    });
}

}  // namespace isoskin::cli
