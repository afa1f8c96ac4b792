#pragma once

#include <filesystem>
#include <string>

#include <unistd.h>

namespace isoskin {

/// A fresh folder that goes away with the test.
class TemporaryFolder {
  public:
    TemporaryFolder()
        : path_(std::filesystem::temp_directory_path() /
                ("isoskin_test_" + std::to_string(::getpid()) + "_" + std::to_string(++count_))) {
        std::filesystem::create_directories(path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path operator/(const std::filesystem::path& file) const {
        return path_ / file;
    }

  private:
    static inline int count_ = 0;
    std::filesystem::path path_;
};

}  // namespace isoskin
