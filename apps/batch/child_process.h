#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <signal.h>
#include <sys/types.h>

#include "isoskin/base/result.h"

namespace isoskin::batch {

/// What a process is to do and where its words go.
struct ProcessCall {
    std::vector<std::string> words;  ///< The program first.
    std::filesystem::path out;       ///< Written anew; empty: stdout goes to the log.
    std::filesystem::path log;       ///< Appended to.
    std::size_t most_megabytes = 0;  ///< Of address space; 0: no limit.
    sigset_t signals;                ///< What it shall have blocked.
};

/// Starts it in a process group of its own, so that Ctrl-C reaches the batch alone; it is killed if
/// the batch dies.
Result<pid_t> start_process(const ProcessCall& call);

}  // namespace isoskin::batch
