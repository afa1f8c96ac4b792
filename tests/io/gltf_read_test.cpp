#include "isoskin/io/gltf_read.h"

#include <limits>

#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include "support/gltf_sample.h"

namespace isoskin {
namespace {

using Json = nlohmann::json;

Result<Character> read(const GltfSample& sample) {
    return read_gltf(sample.bytes(), "x.glb");
}

std::string error_of(const GltfSample& sample) {
    const auto character = read(sample);
    return character ? "loaded" : character.error().message;
}

TEST(ReadGltf, hangs_a_mesh_without_skin_on_its_node) {
    const auto character = read(triangle_sample());
    ASSERT_TRUE(character) << character.error().message;
    ASSERT_EQ(character->meshes.size(), 1U);
    EXPECT_TRUE(character->meshes[0].skin.hung);
    EXPECT_EQ(character->skeleton.joints()[character->meshes[0].skin.joints[0]].name, "shown");
    EXPECT_EQ(character->meshes[0].mesh.faces.size(), 1U);
}

TEST(ReadGltf, reads_skin_morph_clip_and_camera_free_of_complaints) {
    const auto character = read(rigged_sample());
    ASSERT_TRUE(character) << character.error().message;
    const SkinnedMesh& mesh = character->meshes.at(0);
    EXPECT_FALSE(mesh.skin.hung);
    EXPECT_EQ(mesh.weights.row(2)[0], (Influence{1, 0.75F}));
    EXPECT_EQ(mesh.morphs.at(0).name, "lift");
    EXPECT_EQ(mesh.stored_morph_weights, std::vector<float>{0.5F});
    EXPECT_EQ(character->clips.at(0).name, "turn");
    EXPECT_EQ(character->clips[0].duration(), 1.0);
    EXPECT_TRUE(character->notes.empty());
}

TEST(ReadGltf, turns_strips_and_fans_into_triangles) {
    for (const int mode : {5, 6}) {
        GltfSample sample = triangle_sample();
        const auto positions =
            sample.add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, 5126, "VEC3");
        Json& primitive = sample.json["meshes"][0]["primitives"][0];
        primitive["attributes"]["POSITION"] = positions;
        primitive["mode"] = mode;
        const auto character = read(sample);
        ASSERT_TRUE(character);
        const auto& faces = character->meshes[0].mesh.faces;
        ASSERT_EQ(faces.size(), 2U);
        EXPECT_EQ(faces[1], mode == 5 ? make_triangle(1, 3, 2) : make_triangle(0, 2, 3));
    }
}

TEST(ReadGltf, leaves_points_and_lines_out_with_a_note) {
    GltfSample sample = triangle_sample();
    Json lines = sample.json["meshes"][0]["primitives"][0];
    lines["mode"] = 1;
    sample.json["meshes"][0]["primitives"].push_back(lines);
    const auto character = read(sample);
    ASSERT_TRUE(character);
    EXPECT_EQ(character->meshes[0].mesh.sections.size(), 1U);
    EXPECT_EQ(character->notes.size(), 1U);
}

TEST(ReadGltf, puts_sparse_values_over_the_others) {
    GltfSample sample = triangle_sample();
    const std::uint16_t index = 1;
    const float value[] = {5.0F, 6.0F, 7.0F};
    sample.json["accessors"][0]["sparse"] = {
        {"count", 1},
        {"indices", {{"bufferView", sample.add_view(&index, 2)}, {"componentType", 5123}}},
        {"values", {{"bufferView", sample.add_view(value, 12)}}}};
    const auto character = read(sample);
    ASSERT_TRUE(character) << character.error().message;
    EXPECT_EQ(character->meshes[0].mesh.positions[1], Vec3(5, 6, 7));
    EXPECT_EQ(character->meshes[0].mesh.positions[2], Vec3(0, 1, 0));
}

TEST(ReadGltf, reads_quantised_positions_and_normalised_colours) {
    GltfSample sample = triangle_sample();
    const auto positions =
        sample.add<std::int16_t>({0, 0, 0, 0, 100, 0, 0, 0, 0, -7, 0, 0}, 5122, "VEC4");
    sample.json["accessors"][positions]["type"] = "VEC3";
    sample.json["bufferViews"].back()["byteStride"] = 8;
    const auto colors =
        sample.add<std::uint8_t>({255, 0, 51, 255, 0, 0, 0, 0, 0, 0, 0, 0}, 5121, "VEC4");
    sample.json["accessors"][colors]["normalized"] = true;
    Json& attributes = sample.json["meshes"][0]["primitives"][0]["attributes"];
    attributes["POSITION"] = positions;
    attributes["COLOR_0"] = colors;
    sample.json["extensionsUsed"] = {"KHR_mesh_quantization"};
    sample.json["extensionsRequired"] = {"KHR_mesh_quantization"};
    const auto character = read(sample);
    ASSERT_TRUE(character) << character.error().message;
    EXPECT_EQ(character->meshes[0].mesh.positions[1], Vec3(100, 0, 0));
    EXPECT_EQ(character->meshes[0].mesh.positions[2], Vec3(0, -7, 0));
    EXPECT_EQ(character->meshes[0].mesh.colors[0], Vec4(1, 0, 0.2F, 1));
}

TEST(ReadGltf, joins_two_sets_of_influences_and_makes_them_sum_to_one) {
    GltfSample sample = rigged_sample();
    Json& attributes = sample.json["meshes"][0]["primitives"][0]["attributes"];
    attributes["JOINTS_1"] = attributes["JOINTS_0"];
    attributes["WEIGHTS_1"] = attributes["WEIGHTS_0"];
    const auto character = read(sample);
    ASSERT_TRUE(character) << character.error().message;
    EXPECT_EQ(character->meshes[0].weights.row(2)[0], (Influence{1, 0.75F}));
    ASSERT_EQ(character->notes.size(), 1U);
    EXPECT_EQ(character->notes[0].kind, NoteKind::Repaired);
    EXPECT_EQ(note_text(character->notes[0]),
              "mesh 0: 3 vertices have weights that were made to sum to one");
}

TEST(ReadGltf, leaves_out_weights_that_point_nowhere_and_says_what_helps) {
    GltfSample sample = rigged_sample();
    sample.json["skins"][0]["joints"] = {1};
    sample.json["skins"][0].erase("inverseBindMatrices");
    const auto character = read(sample);
    ASSERT_TRUE(character) << character.error().message;
    const SkinWeights& weights = character->meshes[0].weights;
    for (std::size_t vertex = 0; vertex < weights.vertex_count(); ++vertex)
        EXPECT_EQ(weights.row(vertex)[0], (Influence{0, 1.0F}));
    ASSERT_FALSE(character->notes.empty());
    EXPECT_EQ(character->notes[0].kind, NoteKind::LeftOut);
    EXPECT_NE(character->notes[0].what.find("joints that its skin does not have"),
              std::string::npos);
    EXPECT_NE(character->notes[0].what.find("isoskin weights"), std::string::npos);
}

TEST(ReadGltf, shows_one_mesh_on_many_nodes) {
    GltfSample sample = triangle_sample();
    sample.json["nodes"].push_back({{"mesh", 0}, {"translation", {1, 0, 0}}});
    sample.json["scenes"][0]["nodes"].push_back(1);
    const auto character = read(sample);
    ASSERT_TRUE(character);
    ASSERT_EQ(character->meshes.size(), 2U);
    EXPECT_EQ(character->meshes[0].source_mesh, character->meshes[1].source_mesh);
}

TEST(ReadGltf, keeps_pictures_encoded) {
    GltfSample sample = triangle_sample();
    sample.json["images"] = {{{"uri", "data:image/png;base64,iVBORw=="}},
                             {{"uri", "nowhere%20near.png"}}};
    sample.json["textures"] = {{{"source", 0}}};
    sample.json["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}};
    const auto character = read(sample);
    ASSERT_TRUE(character) << character.error().message;
    EXPECT_EQ(character->materials[0].base_color_image, 0);
    EXPECT_EQ(character->images[0].bytes, (std::vector<std::uint8_t>{0x89, 'P', 'N', 'G'}));
    EXPECT_EQ(character->images[0].mime_type, "image/png");
    ASSERT_EQ(character->notes.size(), 1U);
    EXPECT_EQ(character->notes[0].kind, NoteKind::LeftOut);
    EXPECT_NE(character->notes[0].what.find("nowhere near.png"), std::string::npos);
}

TEST(ReadGltf, unpacks_meshopt_buffer_views) {
    GltfSample sample = triangle_sample();
    const float positions[] = {0, 0, 0, 1, 0, 0, 0, 2, 0};
    std::vector<unsigned char> packed(meshopt_encodeVertexBufferBound(3, 12));
    packed.resize(meshopt_encodeVertexBuffer(packed.data(), packed.size(), positions, 3, 12));
    const std::size_t source = sample.add_view(packed.data(), packed.size());
    const Json place = sample.json["bufferViews"][source];
    sample.json["buffers"].push_back({{"byteLength", 36}});
    sample.json["bufferViews"][0] = {{"buffer", 1},
                                     {"byteLength", 36},
                                     {"extensions",
                                      {{"EXT_meshopt_compression",
                                        {{"buffer", 0},
                                         {"byteOffset", place["byteOffset"]},
                                         {"byteLength", packed.size()},
                                         {"byteStride", 12},
                                         {"count", 3},
                                         {"mode", "ATTRIBUTES"}}}}}};
    sample.json["extensionsRequired"] = {"EXT_meshopt_compression"};
    const auto character = read(sample);
    ASSERT_TRUE(character) << character.error().message;
    EXPECT_EQ(character->meshes[0].mesh.positions[2], Vec3(0, 2, 0));

    sample.json["bufferViews"][0]["extensions"]["EXT_meshopt_compression"]["byteLength"] = 5;
    EXPECT_EQ(error_of(sample), "'x.glb': buffer view 0: its meshopt data are damaged");
}

struct Defect {
    const char* name;
    void (*spoil)(GltfSample&);
    const char* message;
};

constexpr Defect kDefects[] = {
    {"index_beyond_the_vertices",
     [](GltfSample& s) {
         s.json["meshes"][0]["primitives"][0]["indices"] =
             s.add<std::uint16_t>({0, 1, 7}, 5123, "SCALAR");
     },
     "'x.glb': mesh 0, primitive 0: index 7 at position 2 is beyond its 3 vertices"},
    {"position_not_finite",
     [](GltfSample& s) {
         const float nan = std::numeric_limits<float>::quiet_NaN();
         s.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] =
             s.add<float>({0, 0, 0, 1, nan, 0, 0, 1, 0}, 5126, "VEC3");
     },
     "'x.glb': mesh 0, primitive 0, POSITION: element 1 is not finite"},
    {"times_that_fall",
     [](GltfSample& s) {
         s.json["animations"][0]["samplers"][0]["input"] = s.add<float>({1, 0}, 5126, "SCALAR");
     },
     "'x.glb': animation 0, channel 0: its times do not increase at key 1"},
    {"accessor_beyond_its_view", [](GltfSample& s) { s.json["accessors"][0]["count"] = 4; },
     "'x.glb': accessor 0: 4 elements from byte 0 on do not fit into the 36 bytes of buffer view "
     "0"},
    {"billions_of_zeros",
     [](GltfSample& s) {
         s.json["accessors"][0] = {
             {"componentType", 5126}, {"count", 4000000000U}, {"type", "VEC3"}};
     },
     "'x.glb': mesh 0, primitive 0, POSITION, accessor 0: 4000000000 elements are more than a file "
     "of this size may ask for"},
    {"nodes_in_a_ring", [](GltfSample& s) { s.json["nodes"][2]["children"] = {1}; },
     "'x.glb': node 2: is its own ancestor"},
    {"unknown_requirement", [](GltfSample& s) { s.json["extensionsRequired"] = {"ACME_teapots"}; },
     "'x.glb': requires the extension 'ACME_teapots', which isoskin does not read"},
    {"file_outside",
     [](GltfSample& s) {
         s.json["buffers"].push_back({{"uri", "../secret.bin"}, {"byteLength", 1}});
     },
     "'x.glb': buffer 1: '../secret.bin' lies outside the folder of the file"},
    {"missing_file",
     [](GltfSample& s) {
         s.json["buffers"].push_back({{"uri", "gone.bin"}, {"byteLength", 1}});
     },
     "'x.glb': buffer 1: cannot open 'gone.bin': No such file or directory"},
};

class BrokenGltf : public testing::TestWithParam<Defect> {};

TEST_P(BrokenGltf, is_refused_by_a_sentence) {
    GltfSample sample = rigged_sample();
    GetParam().spoil(sample);
    EXPECT_EQ(error_of(sample), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(, BrokenGltf, testing::ValuesIn(kDefects),
                         [](const auto& defect) { return std::string(defect.param.name); });

TEST(CutGltf, is_refused_wherever_it_is_cut) {
    const auto bytes = rigged_sample().bytes();
    for (std::size_t size = 0; size < bytes.size(); size += 7)
        EXPECT_FALSE(read_gltf(std::span(bytes).first(size), "cut.glb")) << size;
}

}  // namespace
}  // namespace isoskin
