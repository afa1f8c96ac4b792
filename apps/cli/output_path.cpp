#include "output_path.h"

namespace isoskin::cli {

namespace fs = std::filesystem;

Status check_output(const fs::path& output, std::span<const fs::path> inputs, Overwrite overwrite) {
    std::error_code ignored;
    const fs::path folder = output.has_parent_path() ? output.parent_path() : ".";
    if (!fs::is_directory(folder, ignored))
        return cannot_write("cannot write '" + output.string() + "': there is no folder '" +
                            folder.string() + "'");
    if (fs::is_directory(output, ignored))
        return cannot_write("cannot write '" + output.string() + "': it is a folder");
    for (const fs::path& input : inputs)
        if (overwrite == Overwrite::Refuse && fs::equivalent(output, input, ignored))
            return usage_error("'" + output.string() +
                               "' is also an input; give --force to overwrite it");
    return Done{};
}

}  // namespace isoskin::cli
