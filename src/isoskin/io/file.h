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

/// Writes under a temporary name in the same folder and renames, so that `path` either holds all of
/// `bytes` or is as it was.
Status write_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);
Status write_text(const std::filesystem::path& path, std::string_view text);

}  // namespace isoskin
