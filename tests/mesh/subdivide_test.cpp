#include "isoskin/mesh/subdivide.h"

#include <gtest/gtest.h>

#include "support/surface.h"

namespace isoskin {
namespace {

Section whole(const Mesh& mesh) {
    return {.name = "all",
            .first_face = 0,
            .face_count = mesh.faces.size(),
            .first_vertex = 0,
            .vertex_count = mesh.vertex_count()};
}

Mesh unit_cube() {
    Mesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.positions.emplace_back(static_cast<float>(i & 1), static_cast<float>((i >> 1) & 1),
                                    static_cast<float>(i >> 2));
    mesh.faces = {make_quad(0, 2, 3, 1), make_quad(4, 5, 7, 6), make_quad(0, 1, 5, 4),
                  make_quad(2, 6, 7, 3), make_quad(0, 4, 6, 2), make_quad(1, 3, 7, 5)};
    mesh.sections = {whole(mesh)};
    return mesh;
}

Mesh tetrahedron() {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.faces = {make_triangle(0, 2, 1), make_triangle(0, 1, 3), make_triangle(0, 3, 2),
                  make_triangle(1, 2, 3)};
    mesh.sections = {whole(mesh)};
    return mesh;
}

// Two quads side by side, with a seam of texture coordinates between them.
Mesh seamed_strip() {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
    mesh.faces = {make_quad(0, 1, 4, 3), make_quad(1, 2, 5, 4)};
    mesh.wedge_vertex = {0, 1, 4, 3, 1, 2, 5, 4};
    mesh.face_wedges = {{0, 1, 2, 3}, {4, 5, 6, 7}};
    mesh.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {1, 0}, {1, 1}, {0, 1}};
    mesh.sections = {whole(mesh)};
    return mesh;
}

TEST(Subdivide, makes_one_quad_per_corner_and_stays_closed) {
    for (const auto scheme : {SubdivisionScheme::Linear, SubdivisionScheme::CatmullClark})
        for (const Mesh& mesh : {unit_cube(), tetrahedron()}) {
            const Mesh fine = subdivide(mesh, scheme).mesh;
            EXPECT_TRUE(testing::is_closed(fine));
            EXPECT_EQ(testing::euler_characteristic(fine), 2);
            EXPECT_EQ(fine.sections[0].face_count, fine.faces.size());
        }
    EXPECT_EQ(subdivide(unit_cube(), SubdivisionScheme::Linear).mesh.vertex_count(), 26U);
    EXPECT_EQ(subdivide(tetrahedron(), SubdivisionScheme::Linear).mesh.faces.size(), 12U);
}

TEST(Subdivide, linear_keeps_the_volume) {
    EXPECT_NEAR(testing::fan_volume(subdivide(unit_cube(), SubdivisionScheme::Linear).mesh), 1.0,
                1e-7);
    EXPECT_NEAR(testing::fan_volume(subdivide(tetrahedron(), SubdivisionScheme::Linear).mesh),
                1.0 / 6.0, 1e-7);
}

TEST(Subdivide, catmull_clark_moves_the_corner_of_a_cube_to_two_ninths) {
    // n = 3: (F + 2R) / 3 with F = 1/3 and R = 1/6 in each coordinate.
    const Mesh fine = subdivide(unit_cube(), SubdivisionScheme::CatmullClark).mesh;
    EXPECT_LT((fine.positions[0] - Vec3::Constant(2.0F / 9.0F)).norm(), 1e-6F);
}

TEST(Subdivide, rows_sum_to_one) {
    for (const Mesh& mesh : {unit_cube(), tetrahedron(), seamed_strip()}) {
        const Subdivided fine = subdivide(mesh, SubdivisionScheme::CatmullClark);
        for (const StencilTable* table : {&fine.vertices, &fine.wedges})
            for (std::size_t row = 0; row < table->row_count(); ++row) {
                double sum = 0.0;
                for (const StencilTable::Entry& entry : table->row(row))
                    sum += entry.weight;
                EXPECT_NEAR(sum, 1.0, 1e-14);
            }
    }
}

TEST(Subdivide, keeps_a_seam_a_seam) {
    const Mesh fine = subdivide(seamed_strip(), SubdivisionScheme::CatmullClark).mesh;
    EXPECT_EQ(fine.vertex_count(), 6U + 7U + 2U);
    EXPECT_EQ(fine.wedge_count(), 8U + 8U + 2U);  // the seam's edge has two middles
    for (std::size_t f = 0; f < fine.faces.size(); ++f)
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_EQ(fine.vertex_of_wedge(fine.wedges_of_face(f)[i]), fine.faces[f].vertices[i]);
    for (std::size_t f = 0; f < 4; ++f)  // all of the first old quad: u and x are the same there
        for (const Index wedge : fine.wedges_of_face(f))
            EXPECT_LE(fine.uvs[wedge].x(), 1.0F);
}

TEST(Subdivide, turns_a_boundary_into_a_curve_of_its_own) {
    const Mesh fine = subdivide(seamed_strip(), SubdivisionScheme::CatmullClark).mesh;
    EXPECT_FLOAT_EQ(fine.positions[1].x(), 1.0F);  // 6/8 of itself, 1/8 of each neighbour
    EXPECT_FLOAT_EQ(fine.positions[1].y(), 0.0F);
    EXPECT_FLOAT_EQ(fine.positions[0].x(), 0.125F);
    EXPECT_FLOAT_EQ(fine.positions[0].y(), 0.125F);
}

TEST(Subdivide, blends_colours_and_keeps_normals_unit) {
    Mesh mesh = unit_cube();
    for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
        mesh.colors.push_back(Vec4::Constant(static_cast<float>(v)));
        mesh.normals.push_back((mesh.positions[v] - Vec3::Constant(0.5F)).normalized());
    }
    const Mesh fine = subdivide(mesh, SubdivisionScheme::CatmullClark).mesh;
    ASSERT_EQ(fine.colors.size(), 26U);
    EXPECT_FLOAT_EQ(fine.colors[0].x(), 0.0F);
    EXPECT_FLOAT_EQ(fine.colors[20].x(), 1.5F);  // the middle of face 0: vertices 0, 2, 3, 1
    for (const Vec3& normal : fine.normals)
        EXPECT_NEAR(normal.norm(), 1.0F, 1e-6F);
}

}  // namespace
}  // namespace isoskin
