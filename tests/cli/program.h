#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace isoskin {

/// How a run of the command line ended and what it said.
struct ProgramRun {
    int exit_code = -1;  ///< -1 if a signal ended it.
    int signal = 0;      ///< What ended it, 0 if nothing did; SIGALRM: it ran for too long.
    std::string out;
    std::string err;
};

/// What a run may use; 0: as much as it likes.
struct ProgramLimits {
    std::size_t file_size = 0;  ///< Bytes of any file written: a disk that fills up.
};

/// Runs `isoskin` with these words, for five minutes at most.
ProgramRun run_isoskin(const std::vector<std::string>& words, const ProgramLimits& limits = {});

/// Names of all that is in a folder, sorted.
std::vector<std::string> names_in(const std::filesystem::path& folder);

/// True if `text` is one line that starts with the program's name: what a failure has to say.
bool is_one_sentence(const std::string& text);

}  // namespace isoskin
