#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace isoskin::wasm {

/// A file as it was dropped on the page.
struct DroppedFile {
    std::string name;
    std::vector<std::uint8_t> bytes;
};

/// Files that the page laid down, to be opened or to be named by one that is.
std::vector<DroppedFile>& laid_down();

/// Files laid out in memory for readers, as long as this lives.
class Inbox {
  public:
    explicit Inbox(std::span<const DroppedFile> files);
    ~Inbox();
    Inbox(const Inbox&) = delete;
    Inbox& operator=(const Inbox&) = delete;

    std::filesystem::path path(const std::string& name) const;
};

}  // namespace isoskin::wasm
