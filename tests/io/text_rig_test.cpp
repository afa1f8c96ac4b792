// The format: docs/formats/text_rig.md
#include "isoskin/io/text_rig.h"

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "support/shared_data.h"

namespace isoskin {
namespace {

const TextRig kArm{.parents = "-1 0",
                   .names = "upper\nlower\n",
                   .rotations = "0 0 0 1\n0 0 0.6 0.8\n",
                   .translations = "0 0 0\n1 0 0\n",
                   .joint_rows = "0\n0 1\n1\n",
                   .weight_rows = "1\n0.5 0.5\n1\n"};

std::string refusal(const TextRig& rig) {
    const auto parsed = parse_text_rig(rig, "arm", 3);
    return parsed ? "read" : parsed.error().message;
}

TEST(TextRig, gives_each_joint_its_place_in_the_parent) {
    const auto rig = parse_text_rig(kArm, "arm", 3);
    ASSERT_TRUE(rig) << rig.error().message;
    const Joint& lower = rig->imported.skeleton.joints()[1];
    EXPECT_EQ(lower.name, "lower");
    EXPECT_EQ(lower.parent, 0U);
    EXPECT_EQ(lower.parent_from_joint.translation, Vec3d(1, 0, 0));
    EXPECT_NEAR(lower.parent_from_joint.rotation.z(), 0.6, 1e-12);
    EXPECT_EQ(rig->rows[1].size(), 2U);
}

TEST(TextRig, names_the_file_that_does_not_fit) {
    TextRig rig = kArm;
    rig.names = "upper\n";
    EXPECT_EQ(refusal(rig), "arm/skeleton_joint_name holds 1 names, not 2");
    rig = kArm;
    rig.rotations = "0 0 0 1\n0 0 0 0\n";
    EXPECT_EQ(refusal(rig), "arm/skeleton_rest_pose_rotation: row 2 is not a rotation");
    rig = kArm;
    rig.translations = "0 0 0\n1 0\n";
    EXPECT_EQ(refusal(rig), "arm/skeleton_rest_pose_translation: row 2 holds 2 numbers, not 3");
    rig = kArm;
    rig.joint_rows = "0\n0 2\n1\n";
    EXPECT_EQ(refusal(rig), "arm/rig_joint: row 2 names a joint that does not exist");
    rig = kArm;
    rig.weight_rows = "1\n0.5\n1\n";
    EXPECT_EQ(refusal(rig), "arm/rig_weights: row 2 does not match that of rig_joint");
    rig = kArm;
    rig.weight_rows = "1\n0.5 x\n1\n";
    EXPECT_EQ(refusal(rig), "arm/rig_weights, line 2: 'x' is not a number");
    rig = kArm;
    rig.parents = "1 0";
    EXPECT_EQ(refusal(rig), "arm: joint 'upper' is its own ancestor");
}

Eigen::AlignedBox3f box_of_influence(const SkinnedMesh& skinned, JointIndex slot) {
    Eigen::AlignedBox3f box;
    for (std::size_t vertex = 0; vertex < skinned.weights.vertex_count(); ++vertex)
        for (const Influence& influence : skinned.weights.row(vertex))
            if (influence.slot == slot && influence.weight > 0.1F)
                box.extend(skinned.mesh.positions[vertex]);
    return box;
}

struct Expected {
    const char* folder;
    std::size_t vertices;
    std::size_t triangles;
    std::size_t joints;
    std::size_t influences;
};

class SharedTextRig : public testing::TestWithParam<Expected> {};

TEST_P(SharedTextRig, agrees_with_the_index) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto character = read_character(shared_data(GetParam().folder) / "mesh.obj");
    ASSERT_TRUE(character) << character.error().message;
    const SkinnedMesh& skinned = character->meshes[0];
    EXPECT_EQ(skinned.mesh.vertex_count(), GetParam().vertices);
    EXPECT_EQ(triangulate(skinned.mesh.faces).size(), GetParam().triangles);
    EXPECT_EQ(skin_joints(*character).size(), GetParam().joints);
    EXPECT_EQ(skinned.weights.max_influences(), GetParam().influences);
    EXPECT_EQ(character->images.size(), 1U);
    EXPECT_EQ(character->materials[0].base_color_image, 0);
}

// Would the rest pose be in model space, joints would lie far from what they move.
TEST_P(SharedTextRig, puts_joints_among_the_vertices_they_move) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto character = read_character(shared_data(GetParam().folder) / "mesh.obj");
    ASSERT_TRUE(character) << character.error().message;
    const SkinnedMesh& skinned = character->meshes[0];
    const float size = bounding_box(skinned.mesh.positions).diagonal().norm();
    for (std::size_t slot = 0; slot < skinned.skin.joints.size(); ++slot) {
        const auto box = box_of_influence(skinned, static_cast<JointIndex>(slot));
        if (box.isEmpty()) continue;
        const Vec3d joint = skinned.skin.joint_from_bind[slot].inverse().translation();
        EXPECT_LT(box.exteriorDistance(joint.cast<float>().eval()), 0.1F * size)
            << character->skeleton.joints()[slot].name;
    }
}

TEST_P(SharedTextRig, stands_up_when_told_that_z_is_up) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto path = shared_data(GetParam().folder) / "mesh.obj";
    const auto stored = read_character(path);
    const auto upright = read_character(path, {.rig = {}, .up_axis = UpAxis::Z, .scale = 2.0});
    ASSERT_TRUE(stored && upright);
    std::vector<Affine> model(upright->skeleton.joint_count());
    compute_model_pose(upright->skeleton, stored_pose(*upright).parent_from_joint, model);
    const Skin& skin = upright->meshes[0].skin;
    const Vec3d up = (model[skin.joints[2]] * skin.joint_from_bind[2]).linear() * Vec3d::UnitZ();
    EXPECT_TRUE(up.isApprox(Vec3d(0, 2, 0), 1e-6));
}

INSTANTIATE_TEST_SUITE_P(, SharedTextRig,
                         testing::Values(Expected{"snail-monster", 7488, 14952, 16, 6},
                                         Expected{"spot-rigged", 2930, 5856, 26, 11}),
                         [](const auto& test) {
                             return std::string(test.param.folder).substr(0, 4);
                         });

}  // namespace
}  // namespace isoskin
