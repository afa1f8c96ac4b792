#include "isoskin/mesh/split_edges.h"

#include <gtest/gtest.h>

#include "isoskin/mesh/weld.h"
#include "support/solids.h"
#include "support/surface.h"

namespace isoskin {
namespace {

TEST(SplitEdges, leaves_a_mesh_alone_that_wants_nothing) {
    const Mesh box = make_box();
    const Subdivided same = split_edges(box, [](Index, Index) { return false; });
    EXPECT_EQ(same.mesh.positions, box.positions);
    EXPECT_EQ(same.mesh.faces, box.faces);
}

TEST(SplitEdges, cuts_all_edges_of_a_box_into_four_quads_a_side) {
    const Subdivided finer = split_edges(make_box(), [](Index, Index) { return true; });
    EXPECT_EQ(finer.mesh.faces.size(), 24U);
    EXPECT_EQ(finer.mesh.vertex_count(), 8U + 12U + 6U);
    EXPECT_TRUE(testing::is_closed(finer.mesh));
    EXPECT_NEAR(testing::fan_volume(finer.mesh), 8.0, 1e-12);
}

TEST(SplitEdges, keeps_a_closed_mesh_closed_whatever_is_cut) {
    for (unsigned pattern = 0; pattern < 200; ++pattern) {
        Mesh box = make_box();
        if (pattern % 2 == 1) {
            std::vector<Face> triangles;
            for (const Triangle& t : triangulate(box.faces))
                triangles.push_back(make_triangle(t[0], t[1], t[2]));
            box.faces = triangles;
            box.sections[0].face_count = triangles.size();
        }
        const Subdivided finer = split_edges(
            box, [&](Index a, Index b) { return (a * 7 + b * 13 + pattern * 5) % 4 < 2; });
        EXPECT_TRUE(testing::is_closed(finer.mesh));
        EXPECT_EQ(testing::euler_characteristic(finer.mesh), 2);
        EXPECT_NEAR(testing::fan_volume(finer.mesh), 8.0, 1e-12);
        EXPECT_EQ(finer.mesh.sections[0].face_count, finer.mesh.faces.size());
    }
}

TEST(SplitEdges, keeps_seams_closed_that_are_cut_by_position) {
    const Mesh box = make_split_box();
    const Subdivided finer = split_edges(
        box, [&](Index a, Index b) { return (box.positions[a] + box.positions[b]).x() > 0.5F; });
    const Weld weld = weld_by_position(finer.mesh.positions);
    Mesh welded;
    for (Face face : finer.mesh.faces) {
        for (int i = 0; i < face.size(); ++i) {
            Index& vertex = face.vertices[static_cast<std::size_t>(i)];
            vertex = weld.point_of_vertex[vertex];
        }
        welded.faces.push_back(face);
    }
    EXPECT_TRUE(testing::is_closed(welded));
    for (const Vec3& normal : finer.mesh.normals)
        EXPECT_NEAR(normal.norm(), 1.0F, 1e-6F);
}

TEST(SplitEdges, gives_each_side_of_a_seam_its_own_wedges) {
    Mesh pair;  // two triangles with one edge in common, where texture coordinates jump
    pair.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    pair.faces = {make_triangle(0, 1, 2), make_triangle(1, 3, 2)};
    pair.sections = {{.name = "", .face_count = 2, .vertex_count = 4}};
    pair.wedge_vertex = {0, 1, 2, 1, 3, 2};
    pair.face_wedges = {{0, 1, 2, kNoIndex}, {3, 4, 5, kNoIndex}};
    pair.uvs = {{0, 0}, {1, 0}, {0, 1}, {5, 5}, {6, 6}, {5, 6}};
    const Subdivided finer = split_edges(pair, [](Index a, Index b) { return a == 1 && b == 2; });

    EXPECT_EQ(finer.mesh.vertex_count(), 5U);
    ASSERT_EQ(finer.mesh.wedge_count(), 8U);
    EXPECT_EQ(finer.mesh.uvs[6], Vec2(0.5F, 0.5F));
    EXPECT_EQ(finer.mesh.uvs[7], Vec2(5.0F, 5.5F));
    EXPECT_EQ(finer.mesh.faces.size(), 4U);
}

}  // namespace
}  // namespace isoskin
