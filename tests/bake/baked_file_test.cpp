#include "isoskin/bake/baked_file.h"

#include <gtest/gtest.h>

#include "isoskin/bake/morph_bake.h"
#include "isoskin/volume/settings_json.h"
#include "support/volume_case.h"

namespace isoskin {
namespace {

Character tube_with_a_target() {
    Character tube = testing::make_scene("tube");
    SkinnedMesh& mesh = tube.meshes[0];
    mesh.morphs.push_back(
        {.name = "own",
         .positions = std::vector<Vec3>(mesh.mesh.positions.size(), Vec3(0.0F, 0.01F, 0.0F)),
         .normals = {},
         .tangents = {}});
    mesh.stored_morph_weights = {0.5F};
    tube.clips[0].channels.push_back({.path = ChannelPath::MorphWeights,
                                      .target = 0,
                                      .interpolation = Interpolation::Linear,
                                      .times = {0.0F, 1.0F},
                                      .values = {0.0F, 1.0F}});
    return tube;
}

const Channel& morph_channel(const Clip& clip) {
    return *std::find_if(clip.channels.begin(), clip.channels.end(), [](const Channel& channel) {
        return channel.path == ChannelPath::MorphWeights;
    });
}

TEST(BakedFile, is_not_to_be_corrected_again_whoever_baked_it) {
    const auto baked = bake_morphs(testing::make_scene("arm"), {});
    ASSERT_TRUE(baked);
    const auto settings = parse_volume_settings(baked->character.settings_json, "the file");
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->method, VolumeMethod::None);
    EXPECT_TRUE(shows_baked_volume(*settings, baked->character));
    EXPECT_FALSE(shows_baked_volume({}, baked->character));
    EXPECT_FALSE(shows_baked_volume(*settings, testing::make_scene("arm")));
}

TEST(BakedFile, stripped_is_what_was_baked) {
    const VolumeSettings settings{.effect = VolumeEffect::Muscle};
    const Character before = tube_with_a_target();
    const auto baked = bake_morphs(before, {.volume = settings});
    ASSERT_TRUE(baked);
    ASSERT_GT(baked->new_morph_count(), 0U);
    const auto after = strip_correction(baked->character);
    ASSERT_TRUE(after) << after.error().message;
    ASSERT_EQ(after->meshes[0].morphs.size(), 1U);
    EXPECT_EQ(after->meshes[0].morphs[0].name, "own");
    EXPECT_EQ(after->meshes[0].stored_morph_weights, before.meshes[0].stored_morph_weights);
    EXPECT_EQ(after->settings_json, volume_settings_text(settings));
    const Channel& own = morph_channel(after->clips[0]);
    ASSERT_EQ(own.values.size(), own.times.size());
    for (std::size_t key = 0; key < own.times.size(); ++key)
        EXPECT_FLOAT_EQ(own.values[key], std::min(own.times[key], 1.0F));
}

TEST(BakedFile, without_a_record_of_its_targets_is_left_as_it_is) {
    Character character = tube_with_a_target();
    for (const char* text : {"", "{}", R"({"baked": 3})", R"({"baked": {"own_targets": [7]}})",
                             R"({"baked": {"own_targets": [0, 0]}})"}) {
        character.settings_json = text;
        const auto stripped = strip_correction(character);
        ASSERT_FALSE(stripped) << text;
        EXPECT_EQ(stripped.error().kind, ErrorKind::Unsupported);
    }
}

}  // namespace
}  // namespace isoskin
