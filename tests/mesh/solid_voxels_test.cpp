#include "isoskin/mesh/solid_voxels.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/solids.h"

namespace isoskin {
namespace {

SolidVoxels voxels_of(const Mesh& mesh, int cells = 20) {
    return {mesh.positions, triangulate(mesh.faces), cells};
}

double solid_volume(const SolidVoxels& solid) {
    double cells = 0.0;
    for (std::size_t i = 0; i < solid.cell_count(); ++i)
        cells += solid.is_solid(i) ? 1.0 : 0.0;
    return cells * std::pow(solid.cell_width(), 3);
}

TEST(SolidVoxels, fill_a_closed_body_and_nothing_beside_it) {
    const auto solid = voxels_of(make_box({1.0F, 2.0F, 0.5F}), 80);
    EXPECT_TRUE(solid.is_solid(Vec3d(0, 0, 0)));
    EXPECT_FALSE(solid.is_solid(Vec3d(1.2, 0, 0)));
    EXPECT_FALSE(solid.is_solid(Vec3d(0, 0, -40)));
    // Cells the surface passes through count whole: at most one more layer on each side.
    const double skin = 2.0 * solid.cell_width();
    EXPECT_GE(solid_volume(solid), 8.0);
    EXPECT_LE(solid_volume(solid), (2.0 + skin) * (4.0 + skin) * (1.0 + skin));
}

TEST(SolidVoxels, do_not_care_which_side_is_out) {
    Mesh turned = make_box();
    for (Face& face : turned.faces)
        std::swap(face.vertices[1], face.vertices[3]);
    const auto solid = voxels_of(make_box());
    const auto inside_out = voxels_of(turned);
    for (std::size_t i = 0; i < solid.cell_count(); ++i)
        ASSERT_EQ(solid.is_solid(i), inside_out.is_solid(i));
}

TEST(SolidVoxels, fill_a_box_without_a_lid) {
    Mesh open = make_box();
    open.faces.pop_back();
    EXPECT_TRUE(voxels_of(open).is_solid(Vec3d(0, 0, 0)));
}

TEST(SolidVoxels, see_through_the_inside_only) {
    Mesh two = make_box({1.0F, 1.0F, 1.0F});
    const Mesh box = two;
    for (const Vec3& p : box.positions)
        two.positions.push_back(p + Vec3(3.0F, 0.0F, 0.0F));
    for (Face face : box.faces) {
        for (Index& vertex : face.vertices)
            vertex += 8;
        two.faces.push_back(face);
    }
    const auto solid = voxels_of(two, 40);
    EXPECT_TRUE(solid.sees({-0.9, -0.9, -0.9}, {0.9, 0.9, 0.9}));
    EXPECT_FALSE(solid.sees({0, 0, 0}, {3, 0, 0}));
}

}  // namespace
}  // namespace isoskin
