#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "isoskin/io/gltf_read.h"
#include "support/shared_data.h"

namespace isoskin {
namespace {

// What the index of the shared characters says of each, counted by another program.
struct Asset {
    const char* file;
    std::size_t vertices;
    std::size_t triangles;
    std::size_t joints;
    std::size_t clips;
    std::size_t influences;
};

constexpr Asset kAssets[] = {
    {"hand-webxr/left.glb", 1360, 2314, 25, 0, 4},
    {"hand-webxr/right.glb", 1360, 2314, 25, 0, 4},
    {"limbs-makehuman/makehuman_arm.glb", 2123, 4242, 24, 0, 4},
    {"limbs-makehuman/makehuman_leg.glb", 1634, 3264, 19, 0, 4},
    {"bar-packt-dq/dq.gltf", 5226, 2716, 2, 3, 2},
    {"makehuman/makehuman_body.glb", 13380, 26756, 163, 0, 8},
    {"cesium-man/CesiumMan.glb", 3273, 4672, 19, 1, 4},
    {"greenman-raylib/greenman.glb", 196, 356, 12, 4, 4},
    {"fox-khronos/Fox.glb", 1728, 576, 24, 3, 4},
    {"horse-quaternius/Cow.glb", 4970, 2450, 42, 12, 4},
    {"horse-quaternius/Deer.glb", 4276, 2096, 46, 13, 4},
    {"horse-quaternius/Donkey.glb", 4044, 2000, 50, 13, 4},
    {"horse-quaternius/Horse.glb", 4400, 2182, 50, 13, 4},
    {"apatosaurus-quaternius/Apatosaurus.glb", 2870, 1438, 29, 6, 4},
    {"apatosaurus-quaternius/Stegosaurus.glb", 4590, 2282, 29, 6, 4},
    {"snake-quaternius/Shark.glb", 1256, 644, 8, 1, 4},
    {"snake-quaternius/Snake.glb", 3258, 1618, 15, 4, 4},
    {"robot-raylib/robot.glb", 7218, 3238, 43, 14, 4},
    {"avatar-valid-military/AIAN_M_1_Milit.plain.glb", 36891, 68120, 114, 0, 4},
    {"dense-makehuman/makehuman_dense.glb", 214050, 428096, 163, 0, 8},
    {"recursive-skeletons/RecursiveSkeletons.glb", 40, 76, 10, 1, 1},
};

class SharedGltf : public testing::TestWithParam<Asset> {};

TEST_P(SharedGltf, has_the_counts_of_the_index) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const Asset& asset = GetParam();

    const auto character = read_character(shared_data(asset.file));

    ASSERT_TRUE(character) << character.error().message;
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t influences = 0;
    std::size_t joints = 0;
    std::vector<std::size_t> counted;  // a mesh shown many times counts once
    for (const SkinnedMesh& mesh : character->meshes) {
        if (std::find(counted.begin(), counted.end(), mesh.source_mesh) != counted.end()) continue;
        counted.push_back(mesh.source_mesh);
        vertices += mesh.mesh.vertex_count();
        triangles += triangulate(mesh.mesh.faces).size();
        influences = std::max(influences, mesh.weights.max_influences());
        if (!mesh.skin.hung) joints = std::max(joints, mesh.skin.joints.size());
    }
    EXPECT_EQ(vertices, asset.vertices);
    EXPECT_EQ(triangles, asset.triangles);
    EXPECT_EQ(joints, asset.joints);
    EXPECT_EQ(character->clips.size(), asset.clips);
    EXPECT_EQ(influences, asset.influences);
}

std::string name_of(const testing::TestParamInfo<Asset>& info) {
    std::string name = std::filesystem::path(info.param.file).stem().string();
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}
INSTANTIATE_TEST_SUITE_P(, SharedGltf, testing::ValuesIn(kAssets), name_of);

TEST(HostileGltf, loads_or_says_why_not) {
    ISOSKIN_NEEDS_SHARED_DATA();
    std::size_t files = 0;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(shared_data("hostile-gltf-validator-a"))) {
        const auto extension = entry.path().extension();
        if (extension != ".gltf" && extension != ".glb") continue;
        ++files;
        const auto character = read_character(entry.path());
        if (!character) {
            EXPECT_FALSE(character.error().message.empty()) << entry.path();
            EXPECT_NE(character.error().message.find(entry.path().filename().string()),
                      std::string::npos)
                << character.error().message;
        }
    }
    EXPECT_EQ(files, 138U);
}

TEST(HostileGltf, refuses_a_glb_cut_anywhere) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto bytes = read_bytes(shared_data("greenman-raylib/greenman.glb"));
    ASSERT_TRUE(bytes);
    for (std::size_t size = 0; size < bytes->size(); size += 97)
        EXPECT_FALSE(read_gltf(std::span(*bytes).first(size), "cut.glb")) << size;
}

}  // namespace
}  // namespace isoskin
