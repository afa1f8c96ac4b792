#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isoskin/base/result.h"

namespace isoskin {

/// The whole file, or a sentence that names it.
Result<std::vector<std::uint8_t>> read_bytes(const std::filesystem::path& path);
Result<std::string> read_text(const std::filesystem::path& path);

/// What a file shall hold.
struct NewFile {
    std::filesystem::path path;
    std::span<const std::uint8_t> bytes;
};

/// Writes files that belong together: all under temporary names in their folders first, which are
/// renamed once none failed; what was there before stays if one did.
Status write_files(std::span<const NewFile> files);

/// Writes under a temporary name in the same folder and renames, so that `path` either holds all of
/// `bytes` or is as it was.
Status write_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);
Status write_text(const std::filesystem::path& path, std::string_view text);

}  // namespace isoskin
