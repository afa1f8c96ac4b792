#pragma once

#include <filesystem>
#include <optional>
#include <span>

#include "batch/task.h"

namespace isoskin::batch {

/// Where a batch keeps all it knows: results, logs and one record per file that was run. Nothing
/// else is remembered, so anyone with the folder can go on.
class OutputFolder {
  public:
    /// Makes the folder if need be and locks it: one batch at a time works in it.
    static Result<OutputFolder> open(const std::filesystem::path& root);
    /// The folder as one of many sees it that work in it, each on files of its own: no lock.
    static OutputFolder join(const std::filesystem::path& root) { return {root, -1}; }
    ~OutputFolder();
    OutputFolder(OutputFolder&& other) noexcept;
    OutputFolder& operator=(OutputFolder&&) = delete;
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    const std::filesystem::path& root() const { return root_; }
    std::filesystem::path result(const Task& task, const std::string& ending) const;
    std::filesystem::path log(const Task& task) const;

    /// Makes the folders that the files of a task lie in.
    Status prepare(const Task& task) const;
    /// Removes what processes that were ended left under temporary names. A look at each folder
    /// of their results, so it is asked for only after a failure.
    void remove_unfinished(std::span<const Task> tasks) const;

    /// The record of a file, nothing if it never ended.
    std::optional<TaskRecord> find_record(const Task& task) const;
    /// Written under another name, then renamed: a record is whole or absent.
    Status write_record(const Task& task, const TaskRecord& record) const;

  private:
    OutputFolder(std::filesystem::path root, int lock) : root_(std::move(root)), lock_(lock) {}
    std::filesystem::path record(const Task& task) const;

    std::filesystem::path root_;
    int lock_;  // a descriptor; -1: handed on, or none
};

/// Hash of what a result depends on: the bytes of the input, of files that a glTF names (buffers,
/// pictures) and of files named by options, all words, the version.
std::string task_key(const Task& task, const std::string& verb,
                     const std::vector<std::string>& options);

}  // namespace isoskin::batch
