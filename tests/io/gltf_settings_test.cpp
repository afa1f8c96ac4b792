#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "isoskin/io/character_file.h"
#include "scenes.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using nlohmann::json;

class GltfSettings : public testing::TestWithParam<const char*> {
  protected:
    Character through_file(const Character& character) const {
        const auto written = write_character(folder_ / GetParam(), character);
        EXPECT_TRUE(written) << written.error().message;
        auto read = read_character(folder_ / GetParam());
        EXPECT_TRUE(read) << read.error().message;
        return *std::move(read);
    }

    const TemporaryFolder folder_;
};

TEST_P(GltfSettings, travel_with_the_character) {
    auto character = scenes::make_scene("tube");
    ASSERT_TRUE(character);
    EXPECT_EQ(through_file(*character).settings_json, "");

    character->settings_json = R"({"isoskin_volume": 1, "joints": {"middle": {"flexor": 0.5}}})";
    Character read = through_file(*character);
    EXPECT_EQ(json::parse(read.settings_json), json::parse(character->settings_json));

    // Again from the document they came in, changed and taken out.
    read.settings_json = R"({"isoskin_volume": 1})";
    Character again = through_file(read);
    EXPECT_EQ(json::parse(again.settings_json), json::parse(read.settings_json));
    again.settings_json.clear();
    EXPECT_EQ(through_file(again).settings_json, "");
}

INSTANTIATE_TEST_SUITE_P(Files, GltfSettings, testing::Values("a.glb", "a.gltf"));

}  // namespace
}  // namespace isoskin
