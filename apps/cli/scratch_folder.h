#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace isoskin::cli {

/// A folder for temporary files that vanishes with its owner; its path is empty if there is no
/// place for one.
class ScratchFolder {
  public:
    ScratchFolder() {
        std::error_code failure;
        const auto place = std::filesystem::temp_directory_path(failure);
        std::string name = (place / "isoskin-XXXXXX").string();
        if (!failure && ::mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace isoskin::cli
