#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin::wasm {

/// A file as it was dropped on the page.
struct DroppedFile {
    std::string name;
    std::vector<std::uint8_t> bytes;
};

/// Where a character came from, so that it can be made again as it was at first.
struct Origin {
    enum class Kind : std::uint8_t { Scene, Files };
    Kind kind = Kind::Scene;
    std::string name;                ///< Of the scene, or of the file that is the character.
    std::vector<DroppedFile> files;  ///< With those it names.
};

/// Files laid out in memory for readers, as long as this lives.
class Inbox {
  public:
    explicit Inbox(std::span<const DroppedFile> files);
    ~Inbox();
    Inbox(const Inbox&) = delete;
    Inbox& operator=(const Inbox&) = delete;

    std::filesystem::path path(const std::string& name) const;
};

Result<Character> read_origin(const Origin& origin);

/// An origin and what follows it as bytes, and back; see `isoskin_serialise`.
std::vector<std::uint8_t> bytes_of(const Origin& origin, std::span<const std::uint8_t> rest);
Result<Origin> origin_of(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& rest);

}  // namespace isoskin::wasm
