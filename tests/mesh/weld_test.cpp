#include "isoskin/mesh/weld.h"

#include <gtest/gtest.h>

#include "support/solids.h"

namespace isoskin {
namespace {

TEST(Weld, joins_the_corners_a_file_has_split) {
    const Mesh box = make_split_box();

    const Weld weld = weld_by_position(box.positions);

    EXPECT_EQ(weld.point_count(), 8U);
    for (std::size_t v = 0; v < box.vertex_count(); ++v)
        EXPECT_EQ(box.positions[weld.vertex_of_point[weld.point_of_vertex[v]]], box.positions[v]);
}

TEST(Weld, takes_minus_zero_for_zero) {
    const std::vector<Vec3> points{{0.0F, 1.0F, 0.0F}, {-0.0F, 1.0F, -0.0F}};
    EXPECT_EQ(weld_by_position(points).point_count(), 1U);
}

TEST(Weld, splits_points_whose_vertices_are_not_the_same) {
    const Mesh box = make_split_box();
    const Weld weld = split_weld(weld_by_position(box.positions), [&](Index a, Index b) {
        return box.normals[a] == box.normals[b];
    });
    EXPECT_EQ(weld.point_count(), 24U);
}

TEST(WeldFaces, drops_what_collapses_and_keeps_what_becomes_a_triangle) {
    const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 1, 0}};
    const std::vector<Face> faces{make_quad(0, 1, 2, 4), make_triangle(2, 4, 3)};

    const WeldedFaces welded = weld_faces(faces, weld_by_position(points));

    ASSERT_EQ(welded.faces.size(), 1U);
    EXPECT_EQ(welded.faces[0], make_triangle(0, 1, 2));
    EXPECT_EQ(welded.source[0], 0U);
}

}  // namespace
}  // namespace isoskin
