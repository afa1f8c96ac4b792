#include "isoskin/rig/subdivide_skinned.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

// One quad whose corners follow four different joints, with one morph target that lifts corner 2.
SkinnedMesh quad_on_four_joints() {
    SkinnedMesh quad;
    quad.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    quad.mesh.faces = {make_quad(0, 1, 2, 3)};
    quad.mesh.sections = {
        {.name = "all", .first_face = 0, .face_count = 1, .first_vertex = 0, .vertex_count = 4}};
    std::vector<std::vector<Influence>> rows;
    for (JointIndex joint = 0; joint < 4; ++joint)
        rows.push_back({{joint, 1.0F}});
    quad.weights = SkinWeights::from_rows(rows);
    quad.morphs.push_back({.name = "lift",
                           .positions = Offsets(4, {2}, {Vec3(0, 0, 1)}),
                           .normals = {},
                           .tangents = {}});
    quad.stored_morph_weights = {0.25F};
    return quad;
}

TEST(SubdivideSkinned, carries_weights_through_the_stencils) {
    const SkinnedMesh fine = subdivide(quad_on_four_joints(), SubdivisionScheme::Linear);
    ASSERT_EQ(fine.weights.vertex_count(), 9U);
    EXPECT_EQ(fine.weights.row(2)[0], (Influence{2, 1.0F}));
    ASSERT_EQ(fine.weights.row(8).size(), 4U);  // the middle of the face
    for (const Influence& influence : fine.weights.row(8))
        EXPECT_FLOAT_EQ(influence.weight, 0.25F);
}

TEST(SubdivideSkinned, carries_morph_targets_and_their_stored_weights) {
    const SkinnedMesh fine = subdivide(quad_on_four_joints(), SubdivisionScheme::Linear);
    ASSERT_EQ(fine.morphs.size(), 1U);
    EXPECT_EQ(fine.morphs[0].name, "lift");
    EXPECT_FLOAT_EQ(fine.morphs[0].positions[2].z(), 1.0F);
    EXPECT_FLOAT_EQ(fine.morphs[0].positions[8].z(), 0.25F);
    EXPECT_EQ(fine.stored_morph_weights, std::vector<float>{0.25F});
}

TEST(SubdivideSkinned, moves_middles_as_the_middle_of_moved_corners) {
    const SkinnedMesh fine = subdivide(quad_on_four_joints(), SubdivisionScheme::Linear);
    const Vec3 middle = 0.25F * (fine.mesh.positions[0] + fine.mesh.positions[1] +
                                 fine.mesh.positions[2] + fine.mesh.positions[3]);
    EXPECT_LT((fine.mesh.positions[8] - middle).norm(), 1e-7F);
}

TEST(SubdivideTo, reaches_the_asked_number_of_vertices) {
    Character character;
    character.meshes.push_back(quad_on_four_joints());
    subdivide_to(character, 20, SubdivisionScheme::CatmullClark);
    EXPECT_EQ(character.meshes[0].mesh.vertex_count(), 25U);
    EXPECT_EQ(character.meshes[0].weights.vertex_count(), 25U);
    EXPECT_LE(character.meshes[0].weights.max_influences(), 4U);
}

TEST(SubdivideTo, leaves_an_empty_character_alone) {
    Character character;
    subdivide_to(character, 100, SubdivisionScheme::Linear);
    EXPECT_TRUE(character.meshes.empty());
}

}  // namespace
}  // namespace isoskin
