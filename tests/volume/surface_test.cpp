#include "isoskin/volume/measure/surface.h"

#include <random>

#include <gtest/gtest.h>

#include "support/solids.h"

namespace isoskin {
namespace {

SkinnedMesh rigid(Mesh mesh) {
    SkinnedMesh skinned;
    skinned.skin = {.name = "root", .joints = {0}, .joint_from_bind = {Affine::Identity()}};
    skinned.weights = SkinWeights::rigid(mesh.vertex_count(), 0);
    skinned.mesh = std::move(mesh);
    return skinned;
}

std::vector<Vec3d> bind_points(const VolumeSurface& surface, const SkinnedMesh& mesh) {
    std::vector<Vec3d> points(surface.total_point_count());
    gather_points(surface, mesh.mesh.positions, points);
    return points;
}

void shake(std::vector<Vec3>& positions, float amount) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> offset(-amount, amount);
    for (Vec3& p : positions)
        p += Vec3(offset(random), offset(random), offset(random));
}

TEST(EnclosedVolume, of_a_box_is_the_product_of_its_sides) {
    const SkinnedMesh box = rigid(make_box({1, 2, 3}));
    EXPECT_DOUBLE_EQ(enclosed_volume(box, box.mesh.positions), 48.0);
}

TEST(EnclosedVolume, does_not_see_seams) {
    const SkinnedMesh box = rigid(make_split_box({1, 2, 3}));
    EXPECT_DOUBLE_EQ(enclosed_volume(box, box.mesh.positions), 48.0);
}

TEST(EnclosedVolume, of_an_inside_out_box_is_positive) {
    SkinnedMesh box = rigid(make_box());
    for (Face& face : box.mesh.faces)
        std::swap(face.vertices[1], face.vertices[3]);
    EXPECT_TRUE(make_volume_surface(box).parts[0].flipped);
    EXPECT_DOUBLE_EQ(enclosed_volume(box, box.mesh.positions), 8.0);
}

TEST(EnclosedVolume, closes_a_hole_by_a_fan_to_the_mean_of_its_rim) {
    SkinnedMesh box = rigid(make_box());
    box.mesh.faces.pop_back();
    const VolumeSurface surface = make_volume_surface(box);
    EXPECT_EQ(surface.caps.size(), 1U);
    EXPECT_FALSE(surface.parts[0].refusal);
    EXPECT_DOUBLE_EQ(enclosed_volume(box, box.mesh.positions), 8.0);
}

TEST(EnclosedVolume, of_a_bilinear_patch_is_the_mean_of_both_cuts) {
    SkinnedMesh box = rigid(make_box());
    shake(box.mesh.positions, 0.3F);
    const double bilinear = enclosed_volume(box, box.mesh.positions, QuadRule::Bilinear);
    const double one_cut = enclosed_volume(box, box.mesh.positions, QuadRule::Fan);
    for (Face& face : box.mesh.faces)
        std::rotate(face.vertices.begin(), face.vertices.begin() + 1, face.vertices.end());
    const double other_cut = enclosed_volume(box, box.mesh.positions, QuadRule::Fan);

    EXPECT_NEAR(bilinear, 0.5 * (one_cut + other_cut), 1e-14 * bilinear);
    EXPECT_GT(std::abs(one_cut - other_cut), 1e-3);
}

TEST(EnclosedVolume, is_the_same_far_from_the_origin) {
    SkinnedMesh box = rigid(make_box());
    for (Vec3& p : box.mesh.positions)
        p += Vec3(4096, 8192, -4096);
    EXPECT_DOUBLE_EQ(enclosed_volume(box, box.mesh.positions), 8.0);
}

TEST(VolumeSurface, refuses_an_open_sheet_by_name_of_the_part) {
    Mesh sheet;
    sheet.name = "cape";
    sheet.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0.2F}, {0, 1, 0}};
    sheet.faces = {make_quad(0, 1, 2, 3)};
    const VolumeSurface surface = make_volume_surface(rigid(sheet));
    ASSERT_TRUE(surface.parts[0].refusal);
    EXPECT_EQ(surface.parts[0].label, "'cape'");
    EXPECT_EQ(*surface.parts[0].refusal, "it is an open sheet");
}

TEST(VolumeSurface, refuses_faces_that_disagree) {
    SkinnedMesh box = rigid(make_box());
    std::swap(box.mesh.faces[0].vertices[1], box.mesh.faces[0].vertices[3]);
    const VolumeSurface surface = make_volume_surface(box);
    ASSERT_TRUE(surface.parts[0].refusal);
    EXPECT_EQ(*surface.parts[0].refusal,
              "its faces disagree about which side is out along 4 edges");
}

class VolumeGradient : public testing::TestWithParam<QuadRule> {};

TEST_P(VolumeGradient, equals_finite_differences_rim_of_a_cap_included) {
    SkinnedMesh box = rigid(make_box());
    shake(box.mesh.positions, 0.3F);
    box.mesh.faces.pop_back();
    const VolumeSurface surface = make_volume_surface(box, GetParam());
    const auto points = bind_points(surface, box);

    std::vector<Vec3d> gradient(points.size(), Vec3d::Zero());
    add_volume_gradient(surface, surface.parts[0], points, gradient);

    constexpr double kStep = 1e-4;
    for (std::size_t point = 0; point < surface.point_count; ++point) {
        for (int axis = 0; axis < 3; ++axis) {
            auto moved = points;
            moved[point][axis] += kStep;
            place_apexes(surface, moved);
            const double above = enclosed_volume(surface.parts[0], moved);
            moved[point][axis] -= 2 * kStep;
            place_apexes(surface, moved);
            const double below = enclosed_volume(surface.parts[0], moved);
            EXPECT_NEAR(gradient[point][axis], (above - below) / (2 * kStep), 1e-9);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, VolumeGradient, testing::Values(QuadRule::Fan, QuadRule::Bilinear),
                         [](const auto& rule) {
                             return rule.param == QuadRule::Fan ? "fan" : "bilinear";
                         });

}  // namespace
}  // namespace isoskin
