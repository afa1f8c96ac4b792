#include <gtest/gtest.h>

#include "isoskin/bake/runtime_check.h"
#include "isoskin/bake/runtime_export.h"
#include "isoskin/isoskin.h"
#include "support/volume_case.h"

namespace isoskin {
namespace {

/// A baked scene and the bytes that lie beside it.
struct LiveScene {
    explicit LiveScene(const char* name) : original(testing::make_scene(name)) {
        settings.keep = KeepTargets::All;
        auto made = bake_morphs(original, settings);
        EXPECT_TRUE(made);
        baked = *std::move(made);
        bytes = write_runtime(make_runtime(original, settings, baked));
    }
    Character original;
    BakeSettings settings;
    BakedCharacter baked;
    std::vector<std::uint8_t> bytes;
};

TEST(Runtime, keeps_the_volume_in_poses_nobody_baked) {
    for (const char* name : {"tube", "arm", "creature"}) {
        const LiveScene scene(name);
        const auto check =
            check_runtime(scene.original, scene.baked.character, scene.bytes, scene.settings, 16);
        ASSERT_TRUE(check);
        EXPECT_EQ(check->refused, 0U) << name;
        EXPECT_GT(std::abs(check->plain.worst), 1e-3) << name;
        EXPECT_LE(std::abs(check->volume.worst), 1e-6) << name;
        EXPECT_LE(check->distance.worst, 1e-6) << name;
    }
}

TEST(Runtime, tells_what_it_wants_and_gives) {
    const LiveScene scene("arm");
    isoskin_runtime* runtime = isoskin_runtime_open(scene.bytes.data(), scene.bytes.size());
    ASSERT_NE(runtime, nullptr) << isoskin_runtime_error();
    EXPECT_EQ(isoskin_runtime_mesh_count(runtime), 1);
    EXPECT_EQ(isoskin_runtime_joint_count(runtime, 0),
              static_cast<int>(scene.original.meshes[0].skin.joints.size()));
    const auto& morphs = scene.baked.character.meshes[0].morphs;
    ASSERT_EQ(isoskin_runtime_weight_count(runtime, 0), static_cast<int>(morphs.size()));
    for (std::size_t k = 0; k < morphs.size(); ++k)
        EXPECT_EQ(isoskin_runtime_weight_name(runtime, 0, static_cast<int>(k)), morphs[k].name);
    isoskin_runtime_close(runtime);
}

TEST(Runtime, has_nothing_at_indices_that_are_not_there) {
    const LiveScene scene("tube");
    isoskin_runtime* runtime = isoskin_runtime_open(scene.bytes.data(), scene.bytes.size());
    ASSERT_NE(runtime, nullptr) << isoskin_runtime_error();
    for (const int mesh : {-1, isoskin_runtime_mesh_count(runtime)}) {
        EXPECT_STREQ(isoskin_runtime_mesh_name(runtime, mesh), "");
        EXPECT_EQ(isoskin_runtime_joint_count(runtime, mesh), 0);
        EXPECT_EQ(isoskin_runtime_weight_count(runtime, mesh), 0);
        EXPECT_EQ(isoskin_runtime_solve(runtime, mesh, nullptr, nullptr), -1);
    }
    EXPECT_STREQ(isoskin_runtime_weight_name(runtime, 0, -1), "");
    EXPECT_STREQ(isoskin_runtime_weight_name(runtime, 0, 1 << 20), "");
    isoskin_runtime_close(runtime);
    EXPECT_EQ(isoskin_runtime_mesh_count(nullptr), 0);
    EXPECT_EQ(isoskin_runtime_open(nullptr, 12), nullptr);
}

TEST(Runtime, refuses_data_that_is_cut_or_foreign) {
    const LiveScene scene("tube");
    for (std::size_t size = 0; size < scene.bytes.size(); size += 1 + size / 64)
        EXPECT_EQ(isoskin_runtime_open(scene.bytes.data(), size), nullptr) << size;
    EXPECT_STRNE(isoskin_runtime_error(), "");
    auto other = scene.bytes;
    other[8] += 1;
    EXPECT_EQ(isoskin_runtime_open(other.data(), other.size()), nullptr);
}

TEST(Runtime, survives_any_single_broken_byte) {
    const LiveScene scene("tube");
    for (std::size_t at = 0; at < scene.bytes.size(); at += 37) {
        auto broken = scene.bytes;
        broken[at] ^= 0xFFU;
        isoskin_runtime_close(isoskin_runtime_open(broken.data(), broken.size()));
    }
}

}  // namespace
}  // namespace isoskin
