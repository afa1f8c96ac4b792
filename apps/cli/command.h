#pragma once

#include <functional>
#include <string>
#include <vector>

#include "isoskin/base/result.h"

namespace CLI {
class App;
}

namespace isoskin::cli {

/// How the program ends: a contract with the scripts that call it.
enum class ExitCode {
    Done = 0,
    GateFailed = 1,  ///< Done, but a stated quality gate was missed.
    Usage = 2,
    InvalidInput = 3,
    Unsupported = 4,
    CannotWrite = 5,
    Internal = 6,
    TryAgain = 75,  ///< A task of a cluster that could not write; sites may requeue it.
};

/// What the words after the verb came to.
struct CommandLine {
    bool json = false;                      ///< Print the result as JSON on stdout.
    bool quiet = false;                     ///< Print nothing on stderr but errors.
    int threads = 0;                        ///< 0: as many as the machine has.
    std::vector<std::string> after_dashes;  ///< What `batch` hands on: all words after "--".
    std::vector<std::string> slurm_args;    ///< Words between "--slurm-args" and those.

    std::function<Result<ExitCode>()> run;  ///< Set by the verb that was chosen.
};

/// Options every verb has: --quiet, --threads.
void add_run_options(CLI::App& command, CommandLine& line);
/// And --json, for verbs whose result goes to stdout.
void add_common_options(CLI::App& command, CommandLine& line);

void add_bake_command(CLI::App& app, CommandLine& line);
void add_convert_command(CLI::App& app, CommandLine& line);
void add_flesh_command(CLI::App& app, CommandLine& line);
void add_batch_command(CLI::App& app, CommandLine& line);
void add_info_command(CLI::App& app, CommandLine& line);
void add_demo_command(CLI::App& app, CommandLine& line);
void add_lattice_command(CLI::App& app, CommandLine& line);
void add_pose_command(CLI::App& app, CommandLine& line);
void add_render_command(CLI::App& app, CommandLine& line);
void add_rig_command(CLI::App& app, CommandLine& line);
void add_report_command(CLI::App& app, CommandLine& line);
void add_studio_command(CLI::App& app, CommandLine& line);
void add_weights_command(CLI::App& app, CommandLine& line);

/// Reads the words after the program's name, does what they ask, and reports how it ended.
Result<ExitCode> run_program(const std::vector<std::string>& words);

}  // namespace isoskin::cli
