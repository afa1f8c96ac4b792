#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "isoskin/base/result.h"

namespace isoskin {

/// A file that grows under a temporary name and gets its own once it is whole; if it goes away
/// before, nothing is left.
class PartFile {
  public:
    explicit PartFile(std::filesystem::path path) : path_(std::move(path)), temporary_(path_) {
        temporary_ += ".part" + std::to_string(::getpid());
        stream_.open(temporary_, std::ios::binary | std::ios::trunc);
    }
    ~PartFile() {
        std::error_code ignored;
        if (!finished_) std::filesystem::remove(temporary_, ignored);
    }
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;

    std::ofstream& stream() { return stream_; }
    Status check() const {
        if (stream_) return Done{};
        return cannot_write("cannot write '" + path_.string() + "': " + std::strerror(errno));
    }
    Status finish() {
        stream_.close();
        if (const auto written = check(); !written) return written;
        std::error_code failure;
        std::filesystem::rename(temporary_, path_, failure);
        if (failure)
            return cannot_write("cannot write '" + path_.string() + "': " + failure.message());
        finished_ = true;
        return Done{};
    }

  private:
    std::filesystem::path path_;
    std::filesystem::path temporary_;
    std::ofstream stream_;
    bool finished_ = false;
};

}  // namespace isoskin
