#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

#include "isoskin/base/result.h"

namespace isoskin::batch {

/// A file too long to hold in memory: written under a temporary name and renamed when it is whole.
class StreamedFile {
  public:
    explicit StreamedFile(std::filesystem::path path)
        : path_(std::move(path)),
          temporary_(path_.string() + ".part" + std::to_string(::getpid())),
          stream_(temporary_, std::ios::binary) {}
    ~StreamedFile() {
        std::error_code ignored;
        if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
    }
    StreamedFile(const StreamedFile&) = delete;
    StreamedFile& operator=(const StreamedFile&) = delete;

    void add(std::string_view text) { stream_ << text; }

    /// Room for at most so many letters that are known only later; returns where it is.
    std::streamoff leave_room(std::size_t letters) {
        const std::streamoff place = stream_.tellp();
        add(std::string(letters, ' '));
        return place;
    }
    void fill_room(std::streamoff place, std::string_view text) {
        stream_.seekp(place);
        add(text);
        stream_.seekp(0, std::ios::end);
    }

    Status finish() {
        stream_.close();
        std::error_code failure;
        if (stream_) std::filesystem::rename(temporary_, path_, failure);
        if (!stream_ || failure) return cannot_write("cannot write '" + path_.string() + "'");
        temporary_.clear();
        return Done{};
    }

  private:
    std::filesystem::path path_;
    std::filesystem::path temporary_;
    std::ofstream stream_;
};

}  // namespace isoskin::batch
