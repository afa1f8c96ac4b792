#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "isoskin/bake/bake_check.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/gltf_write.h"
#include "support/volume_case.h"

namespace isoskin {
namespace {

class PackedFile : public ::testing::Test {
  protected:
    std::filesystem::path written(const Character& character, const char* name, Packing packing) {
        const auto path = std::filesystem::path(::testing::TempDir()) / name;
        EXPECT_TRUE(write_gltf(path, character, packing));
        return path;
    }
};

TEST_F(PackedFile, decodes_to_what_the_plain_file_holds) {
    const Character arm = testing::make_scene("arm");
    const auto baked = bake_morphs(arm, {});
    ASSERT_TRUE(baked);
    const auto plain = written(baked->character, "plain.glb", Packing::Plain);
    const auto packed = written(baked->character, "packed.glb", Packing::Meshopt);
    EXPECT_LT(std::filesystem::file_size(packed), std::filesystem::file_size(plain));

    const auto a = read_character(plain);
    const auto b = read_character(packed);
    ASSERT_TRUE(a && b);
    for (std::size_t m = 0; m < a->meshes.size(); ++m) {
        const SkinnedMesh& x = a->meshes[m];
        const SkinnedMesh& y = b->meshes[m];
        EXPECT_EQ(x.mesh.positions, y.mesh.positions);
        EXPECT_EQ(x.mesh.faces, y.mesh.faces);
        EXPECT_EQ(x.mesh.normals, y.mesh.normals);
        ASSERT_EQ(x.morphs.size(), y.morphs.size());
        for (std::size_t k = 0; k < x.morphs.size(); ++k) {
            EXPECT_EQ(x.morphs[k].positions, y.morphs[k].positions);
            EXPECT_EQ(x.morphs[k].normals, y.morphs[k].normals);
        }
    }
    ASSERT_EQ(a->clips.size(), b->clips.size());
    for (std::size_t k = 0; k < a->clips.size(); ++k)
        for (std::size_t c = 0; c < a->clips[k].channels.size(); ++c)
            EXPECT_EQ(a->clips[k].channels[c].values, b->clips[k].channels[c].values);
}

TEST_F(PackedFile, targets_are_read_back_as_they_were_baked) {
    const Character arm = testing::make_scene("arm");
    const auto baked = bake_morphs(arm, {});
    ASSERT_TRUE(baked);
    const auto read = read_character(written(baked->character, "read.glb", Packing::Plain));
    ASSERT_TRUE(read);
    const auto& before = baked->character.meshes[0].morphs;
    const auto& after = read->meshes[0].morphs;
    ASSERT_EQ(before.size(), after.size());
    if (read->meshes[0].mesh.vertex_count() != baked->character.meshes[0].mesh.vertex_count())
        GTEST_SKIP() << "vertices were split";
    for (std::size_t k = 0; k < before.size(); ++k) {
        EXPECT_EQ(before[k].positions, after[k].positions);
        EXPECT_EQ(before[k].normals, after[k].normals);
    }
}

TEST_F(PackedFile, moments_that_are_watched_are_keyed_well) {
    const Character arm = testing::make_scene("arm");
    const Clip& clip = arm.clips.at(0);
    // Looked at from afar, the curve between two keys is not known.
    BakeSettings settings{.tolerance = 5e-3, .longest_gap = 100.0};
    const auto distance_at = [&](const BakedCharacter& baked) {
        auto checker = BakeChecker::create(arm, baked.character, settings);
        EXPECT_TRUE(checker);
        return checker->check(clip, baked.character.clips[0], {.limit = 1e-3});
    };
    const auto first = bake_morphs(arm, settings);
    ASSERT_TRUE(first);
    const ClipCheck missed = distance_at(*first);
    ASSERT_FALSE(missed.missed.empty());
    EXPECT_TRUE(std::is_sorted(missed.missed.begin(), missed.missed.end()));
    settings.watched = {missed.missed};
    settings.tolerance = 5e-4;
    const auto second = bake_morphs(arm, settings);
    ASSERT_TRUE(second);
    EXPECT_LT(distance_at(*second).missed.size(), missed.missed.size());
}

}  // namespace
}  // namespace isoskin
