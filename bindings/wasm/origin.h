#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "inbox.h"
#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin::wasm {

/// Where a character came from, so that it can be made again as it was at first.
struct Origin {
    enum class Kind : std::uint8_t { Scene, Files };
    Kind kind = Kind::Scene;
    std::string name;                ///< Of the scene, or of the file that is the character.
    std::vector<DroppedFile> files;  ///< With those it names.
};

Result<Character> read_origin(const Origin& origin);

/// An origin and what follows it as bytes, and back; see `isoskin_serialise`.
std::vector<std::uint8_t> bytes_of(const Origin& origin, std::span<const std::uint8_t> rest);
Result<Origin> origin_of(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& rest);

}  // namespace isoskin::wasm
