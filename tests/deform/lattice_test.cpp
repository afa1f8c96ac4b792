#include <gtest/gtest.h>

#include "isoskin/dynamics/swing.h"
#include "isoskin/io/character_file.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/lattice/octree_build.h"
#include "support/shared_data.h"
#include "support/volume_case.h"

namespace isoskin {
namespace {

using testing::deform;
using testing::make_deformer;
using testing::make_scene;

Lattice lattice_around(const Character& character) {
    return Lattice(*octree_from_points(lattice_points(character), {.max_depth = 3}));
}

TEST(DeformerWithLattice, is_as_without_while_the_lattice_is_at_rest) {
    const Character arm = make_scene("arm");
    Deformer plain = make_deformer(arm, {});
    Deformer with = make_deformer(arm, {.lattice = lattice_around(arm)});
    const Pose pose = testing::turned(arm, 1, 60, Vec3d::UnitX());
    EXPECT_EQ(deform(with, pose)[0].positions, deform(plain, pose)[0].positions);
}

TEST(DeformerWithLattice, skins_what_the_lattice_made) {
    const Character arm = make_scene("arm");
    Lattice lattice = lattice_around(arm);
    const Index corner = lattice.tree().cell(0).corners[7];
    lattice.set_position(corner, lattice.position(corner) + Vec3d(0.2, 0.3, 0.1));
    const Character bent = deform_bind(arm, lattice);
    Deformer expected = make_deformer(bent, {});
    Deformer made = make_deformer(arm, {.lattice = lattice});
    const Pose pose = testing::turned(arm, 1, 60, Vec3d::UnitX());
    EXPECT_EQ(deform(made, pose)[0].positions, deform(expected, pose)[0].positions);
    EXPECT_NE(bent.meshes[0].mesh.positions, arm.meshes[0].mesh.positions);
}

TEST(DeformerWithLattice, keeps_the_volume_of_the_shape_the_lattice_made) {
    const Character arm = make_scene("arm");
    Lattice lattice = lattice_around(arm);
    for (const Index vertex : lattice.tree().free_vertices_of_level(0))
        lattice.set_position(vertex, 1.2 * lattice.tree().rest_position(vertex));
    Deformer made = make_deformer(arm, {.volume = VolumeSettings{}, .lattice = lattice});
    Deformer plain = make_deformer(arm, {.volume = VolumeSettings{}});
    auto out = made.make_output();
    auto plain_out = plain.make_output();
    const Pose pose = testing::turned(arm, 1, 50, Vec3d::UnitX());
    const DeformReport report = made.deform(pose, out);
    const DeformReport plain_report = plain.deform(pose, plain_out);
    EXPECT_TRUE(testing::keeps_volume(report, 1e-6));
    EXPECT_NEAR(report.parts[0].target, 1.728 * plain_report.parts[0].target,
                1e-5 * report.parts[0].target);
}

Lattice pulled_lattice(const Character& character, double strength) {
    Lattice lattice = lattice_around(character);
    const double size = lattice.tree().grid().box().sizes().maxCoeff();
    const std::vector<Index> vertices = lattice.tree().free_vertices_of_level(1);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const auto phase = static_cast<double>(i);
        lattice.set_position(
            vertices[i], lattice.position(vertices[i]) +
                             strength * size * Vec3d(std::sin(phase), std::cos(2.0 * phase), 0.3));
    }
    return lattice;
}

double largest_difference(std::span<const Vec3> a, std::span<const Vec3> b) {
    float largest = 0.0F;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, (a[i] - b[i]).norm());
    return static_cast<double>(largest);
}

double largest_difference(const PosedMesh& a, const PosedMesh& b) {
    return largest_difference(a.positions, b.positions);
}

TEST(DeformerWithMovingLattice, makes_what_one_that_was_given_at_first_makes) {
    const Character arm = make_scene("arm");
    const Pose pose = testing::turned(arm, 1, 60, Vec3d::UnitX());
    Deformer plain = make_deformer(arm, {});
    Deformer moving = make_deformer(arm, {});
    for (const double strength : {0.05, -0.03, 0.02}) {
        const Lattice lattice = pulled_lattice(arm, strength);
        moving.set_lattice(lattice);
        Deformer fixed = make_deformer(arm, {.lattice = lattice});
        EXPECT_LT(largest_difference(deform(moving, pose)[0], deform(fixed, pose)[0]), 1e-5);
        // The arm has no normals of its own: there they come from bent faces, here from the map.
        EXPECT_LT(
            largest_difference(deform(moving, pose)[0].normals, deform(fixed, pose)[0].normals),
            0.05);
        EXPECT_GT(largest_difference(deform(moving, pose)[0], deform(plain, pose)[0]), 1e-3);
    }
    moving.clear_lattice();
    EXPECT_EQ(deform(moving, pose)[0].positions, deform(plain, pose)[0].positions);
    EXPECT_EQ(deform(moving, pose)[0].normals, deform(plain, pose)[0].normals);
}

TEST(DeformerWithMovingLattice, at_rest_changes_nothing) {
    const Character arm = make_scene("arm");
    const Pose pose = testing::turned(arm, 1, 60, Vec3d::UnitX());
    Deformer plain = make_deformer(arm, {});
    Deformer moving = make_deformer(arm, {});
    moving.set_lattice(lattice_around(arm));
    EXPECT_EQ(deform(moving, pose)[0].positions, deform(plain, pose)[0].positions);
}

TEST(DeformerWithMovingLattice, notices_that_the_tree_has_changed) {
    const Character arm = make_scene("arm");
    const Pose pose = testing::turned(arm, 1, 20, Vec3d::UnitX());
    Deformer moving = make_deformer(arm, {});
    moving.set_lattice(lattice_around(arm));
    deform(moving, pose);
    Lattice finer = pulled_lattice(arm, 0.05);
    for (const Index leaf : finer.tree().leaves())
        finer.subdivide(leaf);
    moving.set_lattice(finer);
    Deformer fixed = make_deformer(arm, {.lattice = finer});
    EXPECT_LT(largest_difference(deform(moving, pose)[0], deform(fixed, pose)[0]), 1e-5);
}

TEST(DeformerWithMovingLattice, keeps_the_volume_there_was_before) {
    const Character arm = make_scene("arm");
    const Pose pose = testing::turned(arm, 1, 50, Vec3d::UnitX());
    Deformer plain = make_deformer(arm, {.volume = VolumeSettings{}});
    Deformer moving = make_deformer(arm, {.volume = VolumeSettings{}});
    auto out = moving.make_output();
    const double kept = plain.deform(pose, out).parts[0].target;
    Deformer other = make_deformer(arm, {.lattice = pulled_lattice(arm, 0.05)});
    const double pulled =
        plain.measure(0, deform(other, testing::turned(arm, 1, 0, Vec3d::UnitX()))[0].positions);
    ASSERT_GT(std::abs(pulled / kept - 1.0), 0.01);  // it would not have been kept by itself
    moving.set_lattice(pulled_lattice(arm, 0.05));
    const DeformReport report = moving.deform(pose, out);
    EXPECT_TRUE(testing::keeps_volume(report, 1e-6));
    EXPECT_NEAR(report.parts[0].corrected / kept, 1.0, 1e-6);
}

class SwingingCharacter : public ::testing::TestWithParam<const char*> {};

TEST_P(SwingingCharacter, keeps_its_volume_while_the_lattice_swings) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto character = read_character(shared_data(GetParam()));
    ASSERT_TRUE(character) << character.error().message;
    Deformer deformer = make_deformer(*character, {.volume = VolumeSettings{}});
    Deformer still = make_deformer(*character, {.volume = VolumeSettings{}});
    auto swing = LatticeSwing::create(*character, lattice_around(*character));
    ASSERT_TRUE(swing) << swing.error().message;
    auto out = deformer.make_output();
    auto still_out = still.make_output();
    std::vector<Affine> model_from_joint(character->skeleton.joint_count());
    double moved = 0.0;
    for (int i = 0; i < 60; ++i) {
        const Pose pose = clip_pose(*character, character->clips[0], i / 60.0, PlayMode::Loop);
        compute_model_pose(character->skeleton, pose.parent_from_joint, model_from_joint);
        swing->step(model_from_joint, 1.0 / 60.0);
        deformer.set_lattice(swing->lattice());
        const DeformReport with = deformer.deform(pose, out);
        const DeformReport without = still.deform(pose, still_out);
        moved = std::max(moved, largest_difference(out[0], still_out[0]));
        for (std::size_t k = 0; k < with.parts.size(); ++k) {
            if (!without.parts[k].reached) continue;
            ASSERT_TRUE(with.parts[k].reached) << with.parts[k].trouble << " frame " << i;
            ASSERT_NEAR(with.parts[k].corrected / without.parts[k].target, 1.0, 1e-6)
                << with.parts[k].label << " frame " << i;
        }
    }
    const double size = bounding_box(lattice_points(*character)).sizes().maxCoeff();
    EXPECT_GT(moved, 0.005 * size);
}

INSTANTIATE_TEST_SUITE_P(, SwingingCharacter,
                         ::testing::Values("fox-khronos/Fox.glb", "cesium-man/CesiumMan.glb"),
                         [](const auto& file) { return std::string(file.param, 3); });

}  // namespace
}  // namespace isoskin
