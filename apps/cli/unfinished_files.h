#pragma once

#include <filesystem>

namespace isoskin::cli {

/// Names a file that is not finished, while it lives: if a person or the system ends the program
/// (Ctrl-C, SIGTERM, a closed terminal), all such files are removed first.
///
/// Watching nothing costs nothing: the first object installs the signal handlers.
class UnfinishedFile {
  public:
    explicit UnfinishedFile(const std::filesystem::path& path);
    ~UnfinishedFile();
    UnfinishedFile(UnfinishedFile&& other) noexcept;
    UnfinishedFile& operator=(UnfinishedFile&&) = delete;
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  private:
    int place_;  // -1: nothing to watch any more
};

/// The name under which `write_bytes` and its like keep `path` until it is whole.
std::filesystem::path temporary_name(const std::filesystem::path& path);

}  // namespace isoskin::cli
