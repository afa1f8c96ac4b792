#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "command.h"
#include "isoskin/volume/refusal.h"

namespace isoskin::cli {

/// What to say about parts left as skinned, and how many of them are too many.
struct UncorrectedOptions {
    bool verbose = false;                ///< Name each part instead of counting them.
    std::optional<double> most_percent;  ///< Of the surface.
};

void add_uncorrected_options(CLI::App& command, UncorrectedOptions& options);

/// A line for each kind of reason; with --verbose for each part.
std::vector<std::string> uncorrected_lines(const UncorrectedOptions& options,
                                           std::span<const Refusal> refusals);

/// The worse of `so_far` and what --max-uncorrected comes to; says so if it is missed.
ExitCode check_uncorrected(const UncorrectedOptions& options, std::span<const Refusal> refusals,
                           ExitCode so_far);

}  // namespace isoskin::cli
