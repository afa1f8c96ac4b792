#include <cmath>

#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#include <gtest/gtest.h>

#include "isoskin/io/gltf_read.h"
#include "isoskin/io/gltf_write.h"
#include "support/gltf_sample.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

struct Packed {
    std::vector<std::uint8_t> bytes;
    std::uint32_t position_id = 0;
};

Packed pack_triangle() {
    draco::TriangleSoupMeshBuilder builder;
    builder.Start(1);
    const int position =
        builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
    const float corners[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    builder.SetAttributeValuesForFace(position, draco::FaceIndex(0), corners[0], corners[1],
                                      corners[2]);
    const auto mesh = builder.Finalize();
    draco::Encoder encoder;
    draco::EncoderBuffer buffer;
    EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
    return {{buffer.data(), buffer.data() + buffer.size()}, mesh->attribute(position)->unique_id()};
}

GltfSample draco_sample(const Packed& packed) {
    GltfSample sample;
    const std::size_t view = sample.add_view(packed.bytes.data(), packed.bytes.size());
    sample.json["accessors"] = {{{"componentType", 5126}, {"count", 3}, {"type", "VEC3"}},
                                {{"componentType", 5123}, {"count", 3}, {"type", "SCALAR"}}};
    sample.json["meshes"] = {
        {{"primitives",
          {{{"attributes", {{"POSITION", 0}}},
            {"indices", 1},
            {"extensions",
             {{"KHR_draco_mesh_compression",
               {{"bufferView", view}, {"attributes", {{"POSITION", packed.position_id}}}}}}}}}}}};
    sample.json["nodes"] = {{{"mesh", 0}}};
    sample.json["extensionsUsed"] = {"KHR_draco_mesh_compression"};
    sample.json["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    return sample;
}

TEST(DracoGltf, is_unpacked_and_written_plain) {
    const auto character = read_gltf(draco_sample(pack_triangle()).bytes(), "x.glb");
    ASSERT_TRUE(character) << character.error().message;
    const Mesh& mesh = character->meshes.at(0).mesh;
    ASSERT_EQ(mesh.positions.size(), 3U);
    ASSERT_EQ(mesh.faces.size(), 1U);
    EXPECT_NEAR(bounding_box(mesh.positions).diagonal().norm(), std::sqrt(32.0), 1e-4);

    const TemporaryFolder folder;
    const auto path = folder / "draco.glb";
    ASSERT_TRUE(write_gltf(path, *character));
    const auto again = read_gltf(path);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->meshes.at(0).mesh.positions, mesh.positions);
}

TEST(DracoGltf, survives_damage) {
    const Packed good = pack_triangle();
    for (std::size_t i = 0; i < good.bytes.size(); ++i) {
        Packed damaged = good;
        damaged.bytes[i] ^= 0x5A;
        const auto character = read_gltf(draco_sample(damaged).bytes(), "x.glb");
        EXPECT_TRUE(character || !character.error().message.empty());
    }
}

TEST(MeshoptGltf, is_the_plain_file_unpacked) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto packed = read_gltf(shared_data("avatar-valid-military/AIAN_M_1_Milit.glb"));
    const auto plain = read_gltf(shared_data("avatar-valid-military/AIAN_M_1_Milit.plain.glb"));
    ASSERT_TRUE(packed) << packed.error().message;
    ASSERT_TRUE(plain);
    ASSERT_EQ(packed->meshes.size(), plain->meshes.size());
    for (std::size_t m = 0; m < plain->meshes.size(); ++m) {
        EXPECT_EQ(packed->meshes[m].mesh.positions, plain->meshes[m].mesh.positions);
        EXPECT_EQ(packed->meshes[m].mesh.faces, plain->meshes[m].mesh.faces);
    }
}

}  // namespace
}  // namespace isoskin
