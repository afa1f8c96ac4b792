#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bake_options.h"
#include "isoskin/bake/bake_check.h"
#include "isoskin/bake/runtime_check.h"

namespace isoskin::cli {

/// What a bake came to, measured on the file it wrote.
struct BakeReport {
    std::string file;
    std::string output;
    double max_error = 0.0;
    std::vector<std::string> targets;  ///< Names of the morph targets added, over all meshes.
    std::uintmax_t bytes_before = 0;   ///< Of the input; 0 if it is not one file alone.
    std::uintmax_t bytes_after = 0;
    ClipCheck stored;
    std::vector<ClipCheck> clips;
    std::uintmax_t runtime_bytes = 0;  ///< Of the run-time data beside it; 0 if there is none.
    std::optional<RuntimeCheck> runtime;
    std::vector<std::string> notes;
    std::vector<Refusal> refusals;  ///< Parts left as skinned.

    /// True if every clip and the stored pose keep within `max_error`.
    bool holds() const;
};

/// A report of what was baked, without figures; and at the end the sizes of the files.
BakeReport begin_report(const BakeOptions& options, const BakedCharacter& baked);
void finish_report(const BakeOptions& options, BakeReport& report);

/// True if neither volume nor distance is off by more than `max_error`.
bool holds(const ClipCheck& check, double max_error);

std::string bake_summary(const BakeReport& report);
std::string bake_json(const BakeReport& report);

}  // namespace isoskin::cli
