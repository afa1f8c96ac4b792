#include "isoskin/io/gltf_write.h"

#include <fstream>

#include <gtest/gtest.h>

#include "isoskin/io/file.h"
#include "isoskin/io/gltf_read.h"
#include "support/gltf_sample.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using Json = nlohmann::json;

class WriteGltf : public testing::Test {
  protected:
    static Character rigged() { return *read_gltf(rigged_sample().bytes(), "x.glb"); }

    // The JSON of what is written for a character.
    Json written(const Character& character) {
        EXPECT_TRUE(write_gltf(folder_ / "out.gltf", character));
        return Json::parse(*read_text(folder_ / "out.gltf"));
    }
    Character round_trip(const Character& character) {
        EXPECT_TRUE(write_gltf(folder_ / "out.glb", character));
        auto again = read_gltf(folder_ / "out.glb");
        EXPECT_TRUE(again) << again.error().message;
        return *std::move(again);
    }

    TemporaryFolder folder_;
};

TEST_F(WriteGltf, keeps_what_is_not_interpreted) {
    const Json before = rigged_sample().json;
    const Json after = written(rigged());

    for (const char* key :
         {"asset", "materials", "cameras", "extras", "nodes", "scenes", "extensionsUsed"})
        EXPECT_EQ(after[key], before[key]) << key;
    const Json& attributes = after["meshes"][0]["primitives"][0]["attributes"];
    EXPECT_TRUE(attributes.contains("TEXCOORD_1"));
    EXPECT_TRUE(attributes.contains("_HEAT"));
    EXPECT_EQ(after["meshes"][0]["extras"], before["meshes"][0]["extras"]);
    EXPECT_EQ(after["accessors"].size(), before["accessors"].size());
}

TEST_F(WriteGltf, keeps_what_is_not_interpreted_where_a_mesh_is_added) {
    Character character = rigged();
    SkinnedMesh coat = character.meshes[0];
    coat.mesh.name = "coat";
    coat.source_mesh = 1000;
    character.meshes.push_back(std::move(coat));

    const Json before = rigged_sample().json;
    const Json after = written(character);
    const Character again = round_trip(character);

    for (const char* key : {"asset", "materials", "cameras", "extras", "extensionsUsed"})
        EXPECT_EQ(after[key], before[key]) << key;
    for (std::size_t node = 0; node < before["nodes"].size(); ++node)
        EXPECT_EQ(after["nodes"][node], before["nodes"][node]);
    ASSERT_EQ(again.meshes.size(), character.meshes.size());
    EXPECT_EQ(again.meshes.back().mesh.name, "coat");
    EXPECT_EQ(again.meshes.back().mesh.positions, character.meshes.back().mesh.positions);
    EXPECT_EQ(again.meshes.back().weights, character.meshes.back().weights);
}

TEST_F(WriteGltf, leaves_no_temporary_file) {
    ASSERT_TRUE(write_gltf(folder_ / "out.glb", rigged()));
    const auto count = std::distance(std::filesystem::directory_iterator(folder_ / ""), {});
    EXPECT_EQ(count, 1);
    EXPECT_FALSE(write_gltf(folder_ / "no" / "such" / "out.glb", rigged()));
}

TEST_F(WriteGltf, shows_what_was_edited) {
    Character character = rigged();
    SkinnedMesh& mesh = character.meshes[0];
    mesh.weights = SkinWeights::rigid(3, 1);
    mesh.morphs.push_back(
        {"swell", std::vector<Vec3>{Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}, {}, {}});
    mesh.stored_morph_weights = {0.25F, 0.75F};
    mesh.mesh.positions[2] = Vec3(0, 3, 0);
    character.clips[0].name = "bend";
    character.clips.push_back({"blink",
                               {{.path = ChannelPath::MorphWeights,
                                 .target = 0,
                                 .interpolation = Interpolation::Step,
                                 .times = {0.0F, 2.0F},
                                 .values = {0, 1, 1, 0}}}});

    const Character again = round_trip(character);

    EXPECT_EQ(again.meshes[0].weights.row(0)[0], (Influence{1, 1.0F}));
    ASSERT_EQ(again.meshes[0].morphs.size(), 2U);
    EXPECT_EQ(again.meshes[0].morphs[1].name, "swell");
    EXPECT_EQ(again.meshes[0].morphs[1].positions, mesh.morphs[1].positions);
    EXPECT_EQ(again.meshes[0].stored_morph_weights, mesh.stored_morph_weights);
    EXPECT_EQ(again.meshes[0].mesh.positions[2], Vec3(0, 3, 0));
    ASSERT_EQ(again.clips.size(), 2U);
    EXPECT_EQ(again.clips[0].name, "bend");
    EXPECT_EQ(again.clips[1].channels[0].values, character.clips[1].channels[0].values);
}

TEST_F(WriteGltf, moves_the_stored_pose_with_its_joints) {
    Character character = rigged();
    std::vector<Joint> joints(character.skeleton.joints().begin(),
                              character.skeleton.joints().end());
    const auto knee = *character.skeleton.find("knee");
    joints[knee].parent_from_joint.translation = Vec3d(1, 2, 3);
    character.skeleton = *Skeleton::create(joints);

    const Character again = round_trip(character);

    EXPECT_EQ(again.skeleton.joints()[knee].parent_from_joint.translation, Vec3d(1, 2, 3));
}

TEST_F(WriteGltf, drops_accessors_that_edits_left_unused) {
    Character character = rigged();
    character.clips.clear();
    const Json after = written(character);
    EXPECT_FALSE(after.contains("animations"));
    EXPECT_EQ(after["accessors"].size(), rigged_sample().json["accessors"].size() - 2);
}

TEST_F(WriteGltf, copies_a_shared_mesh_before_changing_it_for_one_node) {
    GltfSample sample = triangle_sample();
    sample.json["nodes"].push_back({{"mesh", 0}});
    sample.json["scenes"][0]["nodes"].push_back(1);
    Character character = *read_gltf(sample.bytes(), "x.glb");
    character.meshes[1].mesh.positions[0] = Vec3(9, 9, 9);

    const Character again = round_trip(character);

    EXPECT_EQ(again.meshes[0].mesh.positions[0], Vec3(0, 0, 0));
    EXPECT_EQ(again.meshes[1].mesh.positions[0], Vec3(9, 9, 9));
}

TEST_F(WriteGltf, makes_vertices_of_wedges_and_triangles_of_quads) {
    Character character;
    character.skeleton =
        *Skeleton::create({{.name = "root", .parent = {}, .parent_from_joint = {}}});
    SkinnedMesh bare;
    bare.mesh.positions = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)};
    bare.mesh.faces = {make_quad(0, 1, 2, 3), make_triangle(0, 2, 1)};
    bare.mesh.sections = {{.name = "all", .first_face = 0, .face_count = 2}};
    bare.mesh.wedge_vertex = {0, 1, 2, 3, 0, 2, 1};
    bare.mesh.face_wedges = {{0, 1, 2, 3}, {4, 5, 6, kNoIndex}};
    bare.mesh.uvs.assign(7, Vec2(0.5F, 0.25F));
    bare.skin = {.name = "", .joints = {0}, .joint_from_bind = {Affine::Identity()}, .hung = true};
    bare.weights = SkinWeights::rigid(4, 0);
    character.meshes.push_back(bare);

    const Character again = round_trip(character);

    ASSERT_EQ(again.meshes.size(), 1U);
    EXPECT_TRUE(again.meshes[0].skin.hung);
    EXPECT_EQ(again.skeleton.joint_count(), 1U);
    EXPECT_EQ(again.meshes[0].mesh.positions.size(), 7U);
    EXPECT_EQ(again.meshes[0].mesh.positions[5], Vec3(1, 1, 0));
    ASSERT_EQ(again.meshes[0].mesh.faces.size(), 3U);
    EXPECT_EQ(again.meshes[0].mesh.faces[1], make_triangle(0, 2, 3));
}

TEST_F(WriteGltf, writes_a_character_without_a_source_with_all_its_influences) {
    Character character = rigged();
    character.source = nullptr;
    const Character again = round_trip(character);
    const SkinnedMesh& before = character.meshes[0];
    const SkinnedMesh& after = again.meshes[0];
    EXPECT_EQ(after.mesh.positions, before.mesh.positions);
    for (std::size_t v = 0; v < 3; ++v)
        EXPECT_TRUE(std::equal(after.weights.row(v).begin(), after.weights.row(v).end(),
                               before.weights.row(v).begin(), before.weights.row(v).end()));
    EXPECT_EQ(again.clips[0].channels[0].times, character.clips[0].channels[0].times);
    EXPECT_EQ(after.stored_morph_weights, before.stored_morph_weights);
}

TEST_F(WriteGltf, freezes_a_moment) {
    const Character character = rigged();
    std::vector<PosedMesh> posed(1);
    posed[0].positions = {Vec3(1, 2, 3), Vec3(4, 5, 6), Vec3(7, 8, 10)};

    ASSERT_TRUE(write_posed_gltf(folder_ / "posed.gltf", character, posed));

    const Json json = Json::parse(*read_text(folder_ / "posed.gltf"));
    EXPECT_FALSE(json.contains("skins"));
    EXPECT_FALSE(json.contains("animations"));
    EXPECT_EQ(json["nodes"].size(), 1U);
    EXPECT_EQ(json["materials"], rigged_sample().json["materials"]);
    const Json& primitive = json["meshes"][0]["primitives"][0];
    EXPECT_FALSE(primitive.contains("targets"));
    EXPECT_FALSE(primitive["attributes"].contains("JOINTS_0"));
    EXPECT_TRUE(primitive["attributes"].contains("TEXCOORD_1"));
    const auto again = read_gltf(folder_ / "posed.gltf");
    ASSERT_TRUE(again);
    EXPECT_EQ(again->meshes[0].mesh.positions, posed[0].positions);
}

TEST_F(WriteGltf, refuses_nothing_it_wrote_itself) {
    Character empty;
    EXPECT_TRUE(round_trip(empty).meshes.empty());
}

}  // namespace
}  // namespace isoskin
