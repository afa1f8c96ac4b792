#include "isoskin/io/polygon.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

double area_of(std::span<const Vec3d> corners, const std::array<std::size_t, 3>& t) {
    return 0.5 * (corners[t[1]] - corners[t[0]]).cross(corners[t[2]] - corners[t[0]]).z();
}

TEST(TriangulatePolygon, covers_a_concave_polygon_without_folding_over) {
    const std::vector<Vec3d> arrow{{0, 0, 0}, {4, -2, 0}, {1, 0, 0}, {4, 2, 0}, {2, 3, 0}};

    const auto triangles = triangulate_polygon(arrow);

    double area = 0.0;
    for (const auto& triangle : triangles) {
        EXPECT_GE(area_of(arrow, triangle), 0.0);
        area += area_of(arrow, triangle);
    }
    EXPECT_EQ(triangles.size(), 3U);
    EXPECT_DOUBLE_EQ(area, 6.0);  // by the shoelace formula
}

TEST(TriangulatePolygon, gives_two_triangles_less_than_corners_even_if_flat_or_crossing) {
    const std::vector<Vec3d> crossing{{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}};
    EXPECT_EQ(triangulate_polygon(crossing).size(), 3U);
    EXPECT_EQ(triangulate_polygon(std::vector<Vec3d>(7, Vec3d::Ones())).size(), 5U);
    EXPECT_EQ(triangulate_polygon(std::vector<Vec3d>(5000, Vec3d::Ones())).size(), 4998U);
}

}  // namespace
}  // namespace isoskin
