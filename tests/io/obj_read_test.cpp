#include "isoskin/io/obj_read.h"

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

ObjFile parsed(std::string_view text) {
    auto file = parse_obj(text, "test.obj");
    if (!file) {
        ADD_FAILURE() << file.error().message;
        return {};
    }
    return *std::move(file);
}

std::string refusal(std::string_view text) {
    const auto file = parse_obj(text, "test.obj");
    return file ? "read" : file.error().message;
}

constexpr std::string_view kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

std::string on_square(std::string_view rest) {
    return std::string(kSquare) + std::string(rest);
}

TEST(ParseObj, keeps_quads_and_counts_negative_indices_from_the_end) {
    const auto file = parsed(on_square("f 1 2 3 4\nf -4 -3 -2\n"));
    ASSERT_EQ(file.mesh.faces.size(), 2U);
    EXPECT_EQ(file.mesh.faces[0], make_quad(0, 1, 2, 3));
    EXPECT_EQ(file.mesh.faces[1], make_triangle(0, 1, 2));
}

TEST(ParseObj, makes_wedges_only_where_texture_coordinates_part) {
    const auto seamless = parsed(on_square("vt 0 0\nvt 1 1\nf 1/1 2/2 3/1\n"));
    EXPECT_TRUE(seamless.mesh.wedge_vertex.empty());
    EXPECT_EQ(seamless.mesh.uvs.size(), 4U);

    const auto seam = parsed(on_square("vt 0 0\nvt 1 .25\nf 1/1 2/1 3/1\nf 1/2 3/1 4/1\n"));
    EXPECT_EQ(seam.mesh.vertex_count(), 4U);
    EXPECT_EQ(seam.mesh.wedge_vertex, (std::vector<Index>{0, 1, 2, 0, 3}));
    EXPECT_EQ(seam.mesh.face_wedges[1], (std::array<Index, 4>{3, 2, 4, kNoIndex}));
    EXPECT_EQ(seam.mesh.uvs[3], Vec2(1.0F, 0.75F));  // v downwards, as in glTF
}

TEST(ParseObj, reads_normals_without_texture_coordinates_as_unit_vectors) {
    const auto file = parsed(on_square("vn 0 0 2\nf 1//1 2//1 3//1\n"));
    EXPECT_EQ(file.mesh.normals.size(), 4U);
    EXPECT_EQ(file.mesh.normals[1], Vec3(0, 0, 1));
    EXPECT_TRUE(file.mesh.uvs.empty());
}

TEST(ParseObj, leaves_normals_out_with_a_note_where_a_face_has_none) {
    const auto file = parsed(on_square("vn 0 0 1\nf 1//1 2//1 3//1\nf 1 3 4\n"));
    EXPECT_TRUE(file.mesh.normals.empty());
    EXPECT_EQ(file.notes.size(), 1U);
}

TEST(ParseObj, cuts_polygons_and_drops_faces_that_are_none) {
    const auto file = parsed(on_square("v 0.5 0.5 0\nf 1 2 3 4 5\nf 1 1 2\n"));
    EXPECT_EQ(file.mesh.faces.size(), 3U);
    EXPECT_EQ(file.notes.size(), 2U);
}

TEST(ParseObj, makes_a_section_per_group_and_material) {
    const auto file =
        parsed(on_square("o body\nusemtl skin\nf 1 2 3\nusemtl cloth\nf 1 3 4\ng tail\nf 1 2 4\n"));
    ASSERT_EQ(file.mesh.sections.size(), 3U);
    EXPECT_EQ(file.mesh.sections[1].material, 1);
    EXPECT_EQ(file.mesh.sections[2].name, "tail");
    EXPECT_EQ(file.mesh.sections[2].first_face, 2U);
    EXPECT_EQ(file.materials[0].name, "skin");
    EXPECT_EQ(file.mesh.name, "body");
}

TEST(ParseObj, reads_vertex_colours_into_linear_light) {
    const auto file = parsed("v 0 0 0 1 0.5 0\nv 1 0 0\nv 0 1 0 0 0 1\nf 1 2 3\n");
    ASSERT_EQ(file.mesh.colors.size(), 3U);
    EXPECT_NEAR(file.mesh.colors[0][1], 0.2140F, 1e-4F);
    EXPECT_EQ(file.mesh.colors[1], Vec4::Ones());
}

TEST(ParseObj, takes_comments_continued_lines_and_foreign_line_ends) {
    const auto file = parsed("v 0 0 0 # here\r\nv 1 0 0\rv 0 1 \\\n0\n\nf 1 \\\r\n2 3");
    EXPECT_EQ(file.mesh.faces.size(), 1U);
}

TEST(ParseObj, names_file_line_and_offender_of_what_it_refuses) {
    EXPECT_EQ(refusal(on_square("f 1 2 9\n")),
              "test.obj, line 5: the face names vertex 9, but there are 4 so far");
    EXPECT_EQ(refusal(on_square("f 0 1 2\n")),
              "test.obj, line 5: the face names vertex 0, but there are 4 so far");
    EXPECT_EQ(refusal(on_square("f 1/1 2 3\n")),
              "test.obj, line 5: the face names texture coordinate 1, but there are 0 so far");
    EXPECT_EQ(refusal("v 0 zero 0\n"), "test.obj, line 1: 'zero' is not a number");
    EXPECT_EQ(refusal("v 0 1e39 0\n"), "test.obj, line 1: '1e39' is too large for a float");
    EXPECT_EQ(refusal("v 0 0\n"), "test.obj, line 1: 'v' needs 3 numbers, not 2");
    EXPECT_EQ(refusal(on_square("f 1 2\n")), "test.obj, line 5: a face needs three corners, not 2");
    EXPECT_EQ(refusal(""), "test.obj holds no vertices");
    EXPECT_EQ(refusal(kSquare), "test.obj holds no faces");
}

TEST(ReadObj, reads_colour_and_picture_of_a_material_beside_it) {
    const TemporaryFolder folder;
    const std::string png = "\x89PNG\r\n\x1A\n and so on";
    ASSERT_TRUE(write_text(folder / "my skin.png", png));
    ASSERT_TRUE(write_text(folder / "m.mtl",
                           "newmtl skin\nKd 0.5 0.25 1\nmap_Kd -s 1 1 C:\\art\\my skin.png\n"));
    ASSERT_TRUE(write_text(
        folder / "a.obj", on_square("mtllib m.mtl\nusemtl skin\nf 1 2 3\nusemtl none\nf 1 3 4\n")));

    const auto character = read_character(folder / "a.obj");

    ASSERT_TRUE(character);
    ASSERT_EQ(character->images.size(), 1U);
    EXPECT_EQ(character->images[0].mime_type, "image/png");
    EXPECT_EQ(character->materials[0].base_color, Vec4(0.5F, 0.25F, 1.0F, 1.0F));
    EXPECT_EQ(character->materials[0].base_color_image, 0);
    EXPECT_EQ(character->materials[1].base_color_image, -1);
    EXPECT_TRUE(character->notes.empty());
}

TEST(ReadObj, gives_a_bare_mesh_one_joint_that_is_not_of_a_skin) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text(folder / "a.obj", on_square("f 1 2 3 4\n")));
    const auto character = read_character(folder / "a.obj");
    ASSERT_TRUE(character);
    EXPECT_EQ(character->skeleton.joints()[0].name, "root");
    EXPECT_EQ(character->meshes[0].weights.vertex_count(), 4U);
    EXPECT_TRUE(skin_joints(*character).empty());
}

struct Expected {
    const char* file;
    std::size_t vertices;
    std::size_t triangles;
    std::size_t sections;
};

TEST(ReadObj, agrees_with_the_index_of_the_shared_characters) {
    ISOSKIN_NEEDS_SHARED_DATA();
    for (const Expected& expected : {Expected{"makehuman/base.obj", 19158, 36972, 172},
                                     Expected{"koala-50k/koala.obj", 49999, 99994, 1},
                                     Expected{"smpl-man/human_man.obj", 6890, 13776, 1}}) {
        const auto character = read_obj(shared_data(expected.file));
        ASSERT_TRUE(character) << character.error().message;
        const Mesh& mesh = character->meshes[0].mesh;
        EXPECT_EQ(mesh.vertex_count(), expected.vertices) << expected.file;
        EXPECT_EQ(triangulate(mesh.faces).size(), expected.triangles) << expected.file;
        EXPECT_EQ(mesh.sections.size(), expected.sections) << expected.file;
    }
}

TEST(ReadObj, reads_the_odd_but_legal_files) {
    ISOSKIN_NEEDS_SHARED_DATA();
    for (const char* file :
         {"box_UTF16BE", "box_longline", "concave_polygon", "number_formats", "testmixed"}) {
        const auto character =
            read_obj(shared_data("hostile-assimp-a/OBJ") / (std::string(file) + ".obj"));
        EXPECT_TRUE(character) << character.error().message;
    }
}

TEST(ReadObj, refuses_the_broken_files) {
    ISOSKIN_NEEDS_SHARED_DATA();
    EXPECT_FALSE(read_obj(shared_data("hostile-assimp-a/invalid/empty.obj")));
    const auto malformed = read_obj(shared_data("hostile-assimp-a/invalid/malformed.obj"));
    ASSERT_FALSE(malformed);
    EXPECT_NE(malformed.error().message.find("line 23: the face names vertex 12"),
              std::string::npos)
        << malformed.error().message;
}

TEST(ParseObj, reads_or_refuses_a_file_cut_anywhere) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto text = read_text(shared_data("hostile-assimp-a/OBJ/concave_polygon.obj"));
    ASSERT_TRUE(text);
    for (std::size_t length = 0; length < text->size(); length += 7) {
        const auto file = parse_obj(std::string_view(*text).substr(0, length), "cut.obj");
        if (file) continue;
        EXPECT_EQ(file.error().message.rfind("cut.obj", 0), 0U) << file.error().message;
    }
}

}  // namespace
}  // namespace isoskin
