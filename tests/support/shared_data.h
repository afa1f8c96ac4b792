#pragma once

#include <filesystem>

#include <gtest/gtest.h>

namespace isoskin {

/// Path of a file of the shared test characters, which may be absent.
inline std::filesystem::path shared_data(const std::filesystem::path& file) {
    return std::filesystem::path(ISOSKIN_SHARED_DATA) / file;
}

}  // namespace isoskin

/// Ends a test as skipped, with a message, where the shared test characters are absent.
#define ISOSKIN_NEEDS_SHARED_DATA()                    \
    if (!std::filesystem::exists(ISOSKIN_SHARED_DATA)) \
    GTEST_SKIP() << "the shared test characters are not at " << ISOSKIN_SHARED_DATA
