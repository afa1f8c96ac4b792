#include <cstring>

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "isoskin/io/obj_read.h"
#include "isoskin/io/ply_write.h"
#include "isoskin/io/stl_write.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

constexpr std::string_view kTextured =
    "mtllib in.mtl\nv 0 0 0\nv 1 0 0.1\nv 1 1 0\nv 0 1 0.333333343\nvt 0 0\nvt 1 0.25\nvn 0 0 1\n"
    "usemtl skin\nf 1/1/1 2/1/1 3/1/1 4/1/1\ng lid\nf 1/2/1 3/1/1 2/1/1\n";

class WritePosed : public testing::Test {
  protected:
    WritePosed() {
        EXPECT_TRUE(write_text(folder_ / "p.png", "\x89PNG\r\n\x1A\n"));
        EXPECT_TRUE(write_text(folder_ / "in.mtl", "newmtl skin\nKd 0.5 0.5 0.5\nmap_Kd p.png\n"));
        EXPECT_TRUE(write_text(folder_ / "in.obj", kTextured));
        character_ = *read_character(folder_ / "in.obj");
        const Mesh& mesh = character_.meshes[0].mesh;
        posed_ = {{.positions = mesh.positions, .normals = mesh.normals, .tangents = {}}};
    }

    TemporaryFolder folder_;
    Character character_;
    std::vector<PosedMesh> posed_;
};

TEST_F(WritePosed, obj_reads_back_to_the_same_mesh_and_picture) {
    ASSERT_TRUE(write_posed(folder_ / "out.obj", character_, posed_));
    const auto back = read_character(folder_ / "out.obj");
    ASSERT_TRUE(back) << back.error().message;
    const Mesh& was = character_.meshes[0].mesh;
    const Mesh& is = back->meshes[0].mesh;
    EXPECT_EQ(is.positions, was.positions);
    EXPECT_EQ(is.faces, was.faces);
    EXPECT_EQ(is.wedge_vertex, was.wedge_vertex);
    EXPECT_EQ(is.uvs, was.uvs);
    EXPECT_EQ(is.normals, was.normals);
    EXPECT_EQ(is.sections[1].name, "lid");
    EXPECT_EQ(back->materials[0].name, "skin");
    EXPECT_EQ(back->images[0].bytes, character_.images[0].bytes);
}

TEST_F(WritePosed, ply_holds_a_vertex_per_wedge_and_quads) {
    const auto bytes = ply_bytes(character_, posed_);
    const std::string text(bytes.begin(), bytes.end());
    EXPECT_NE(text.find("element vertex 5\n"), std::string::npos);
    EXPECT_NE(text.find("element face 2\n"), std::string::npos);
    const std::size_t body = text.find("end_header\n") + 11;
    EXPECT_EQ(bytes.size() - body, 5 * 8 * sizeof(float) + (1 + 16) + (1 + 12));
    float x = 0.0F;
    std::memcpy(&x, bytes.data() + body + 8 * sizeof(float), sizeof(x));
    EXPECT_EQ(x, 1.0F);
}

TEST_F(WritePosed, stl_holds_triangles_that_face_outwards) {
    const auto bytes = stl_bytes(character_, posed_);
    ASSERT_EQ(bytes.size(), 84U + 3U * 50U);
    EXPECT_EQ(bytes[80], 3);
    float z = 0.0F;
    std::memcpy(&z, bytes.data() + 84 + 8, sizeof(z));
    EXPECT_GT(z, 0.9F);
}

TEST_F(WritePosed, refuses_an_unknown_ending_and_an_absent_folder) {
    const auto unknown = write_posed(folder_ / "out.xyz", character_, posed_);
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().kind, ErrorKind::Unsupported);
    const auto absent = write_posed(folder_ / "no" / "out.stl", character_, posed_);
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.error().kind, ErrorKind::CannotWrite);
}

}  // namespace
}  // namespace isoskin
