#include <gtest/gtest.h>

#include "isoskin/lattice/deform_bind.h"
#include "isoskin/lattice/octree_build.h"
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

}  // namespace
}  // namespace isoskin
