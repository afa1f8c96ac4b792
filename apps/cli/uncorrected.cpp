#include "uncorrected.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "console.h"

namespace isoskin::cli {

void add_uncorrected_options(CLI::App& command, UncorrectedOptions& options) {
    command.add_flag("--verbose", options.verbose,
                     "Name each part that is left as skinned, instead of counting them");
    command
        .add_option("--max-uncorrected", options.most_percent,
                    "End with exit code 1 if more of the surface than this is left as skinned")
        ->type_name("PERCENT")
        ->check(CLI::Range(0.0, 100.0).description(""));
}

std::vector<std::string> uncorrected_lines(const UncorrectedOptions& options,
                                           std::span<const Refusal> refusals) {
    std::vector<std::string> lines;
    if (options.verbose)
        for (const Refusal& refusal : refusals)
            lines.push_back(refusal.part + " is left as skinned: " + refusal.reason);
    else
        for (const RefusalGroup& group : group_refusals(refusals))
            lines.push_back(group_sentence(group));
    return lines;
}

ExitCode check_uncorrected(const UncorrectedOptions& options, std::span<const Refusal> refusals,
                           ExitCode so_far) {
    const double percent = 100.0 * uncorrected_surface(refusals);
    if (!options.most_percent || percent <= *options.most_percent) return so_far;
    print_error(
        fmt::format("{:.2f} % of the surface is left as skinned, more than --max-uncorrected {:g}",
                    percent, *options.most_percent));
    return ExitCode::GateFailed;
}

}  // namespace isoskin::cli
