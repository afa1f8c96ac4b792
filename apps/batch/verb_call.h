#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "batch/output_folder.h"
#include "batch/task.h"

namespace isoskin::batch {

/// The verbs that make sense over many files, whether the program has them or not.
const std::vector<std::string>& batch_verbs();

/// A verb with the options that hold for all files.
struct VerbCall {
    std::string program;
    std::string verb;
    std::vector<std::string> options;
    std::vector<std::string> json_words;  ///< Make it print its figures as JSON; may be empty.
    bool pictures = false;                ///< A report also draws its worst moment.
    int threads = 1;                      ///< For each process, unless the options say otherwise.
};

/// The words that run the verb on one file.
std::vector<std::string> words_for(const VerbCall& call, const Task& task,
                                   const OutputFolder& folder);

/// The file that a good run leaves.
std::filesystem::path main_result(const VerbCall& call, const Task& task,
                                  const OutputFolder& folder);

/// The pictures that lie beside the result, before the correction and after where there are two;
/// paths within the output folder.
std::vector<std::string> find_pictures(const VerbCall& call, const Task& task,
                                       const OutputFolder& folder);

/// What the JSON that a verb printed says in short, as far as it says anything. Nothing if it is no
/// JSON: then it is not whole.
std::optional<Figures> read_figures(const std::filesystem::path& json);

}  // namespace isoskin::batch
