#include "isoskin/mesh/surface_tree.h"

#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

constexpr double kAnywhere = std::numeric_limits<double>::infinity();

// Against dense samples of every triangle: no sample may be nearer than what the tree finds, and
// the place found is itself on the surface.
TEST(SurfaceTree, finds_what_no_sample_is_nearer_than) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> place(-1.0, 1.0);
    const auto any = [&] { return Vec3d(place(random), place(random), place(random)); };
    std::vector<Vec3d> positions;
    std::vector<Triangle> triangles;
    for (Index i = 0; i < 60; ++i)
        positions.push_back(any());
    for (Index i = 0; i + 2 < 60; i += 3)
        triangles.push_back({i, i + 1, i + 2});
    const SurfaceTree tree(positions, triangles);
    for (int query = 0; query < 50; ++query) {
        const Vec3d point = 2.0 * any();
        const SurfacePlace found = tree.nearest(point, kAnywhere);
        ASSERT_NE(found.triangle, kNoIndex);
        Vec3d foot = Vec3d::Zero();
        for (std::size_t k = 0; k < 3; ++k)
            foot += found.corners[static_cast<int>(k)] * positions[triangles[found.triangle][k]];
        EXPECT_NEAR((foot - point).norm(), found.distance, 1e-12);
        EXPECT_GE(found.corners.minCoeff(), 0.0);
        EXPECT_NEAR(found.corners.sum(), 1.0, 1e-12);
        for (const Triangle& t : triangles)
            for (int i = 0; i <= 20; ++i)
                for (int j = 0; i + j <= 20; ++j) {
                    const Vec3d sample = positions[t[0]] +
                                         i / 20.0 * (positions[t[1]] - positions[t[0]]) +
                                         j / 20.0 * (positions[t[2]] - positions[t[0]]);
                    ASSERT_GE((sample - point).norm(), found.distance - 1e-12);
                }
    }
}

TEST(SurfaceTree, finds_nothing_beyond_the_distance_asked_for) {
    const SurfaceTree tree({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
    EXPECT_EQ(tree.nearest({0.2, 0.2, 2.0}, 1.9).triangle, kNoIndex);
    EXPECT_EQ(tree.nearest({0.2, 0.2, 2.0}, 2.1).triangle, 0U);
}

}  // namespace
}  // namespace isoskin
