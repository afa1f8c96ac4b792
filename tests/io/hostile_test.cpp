#include <algorithm>
#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "support/shared_data.h"

namespace isoskin {
namespace {

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

class Hostile : public testing::TestWithParam<const char*> {};

TEST_P(Hostile, files_load_or_are_refused_in_one_sentence) {
    ISOSKIN_NEEDS_SHARED_DATA();
    std::size_t tried = 0;
    for (const auto& file : files_below(shared_data(GetParam()))) {
        const auto character = read_character(file);
        ++tried;
        if (character) continue;
        const std::string& sentence = character.error().message;
        EXPECT_NE(sentence.find(file.filename().string()), std::string::npos)
            << file << " is refused without its name: " << sentence;
        EXPECT_EQ(sentence.find('\n'), std::string::npos) << file << ": " << sentence;
    }
    EXPECT_GT(tried, 20U);
}

INSTANTIATE_TEST_SUITE_P(, Hostile, testing::Values("hostile-gltf-validator-a", "hostile-assimp-a"),
                         [](const auto& folder) {
                             std::string name = folder.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace isoskin
