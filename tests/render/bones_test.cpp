#include "render/bones.h"

#include <gtest/gtest.h>

namespace isoskin::render {
namespace {

Character with_joints(std::vector<Joint> joints, std::vector<JointIndex> skin) {
    Character character;
    character.skeleton = *Skeleton::create(std::move(joints));
    SkinnedMesh mesh;
    mesh.skin.joints = std::move(skin);
    mesh.skin.joint_from_bind.assign(mesh.skin.joints.size(), Affine::Identity());
    character.meshes.push_back(mesh);
    return character;
}

TEST(BoneLinks, skip_nodes_that_no_skin_names) {
    const Character character =
        with_joints({{"scene", {}, {}}, {"hip", 0, {}}, {"group", 1, {}}, {"knee", 2, {}}}, {1, 3});
    const std::vector<BoneLink> links = bone_links(character);
    ASSERT_EQ(links.size(), 2U);
    EXPECT_EQ(links[0].joint, 1);
    EXPECT_FALSE(links[0].parent);
    EXPECT_EQ(links[1].joint, 3);
    EXPECT_EQ(links[1].parent, JointIndex{1});
}

TEST(ShapeBones, makes_no_bone_between_joints_at_one_place) {
    const std::vector<BoneLink> links{{0, {}}, {1, JointIndex{0}}, {2, JointIndex{1}}};
    std::vector<Affine> model_from_joint(3, Affine::Identity());
    model_from_joint[2].translation() = Vec3d(0, 1, 0);
    const BoneShapes shapes = shape_bones(links, model_from_joint, 1.0F);
    EXPECT_EQ(shapes.bones.size(), 8U * 3U) << "one octahedron";
    for (const BoneVertex& vertex : shapes.bones)
        EXPECT_TRUE(vertex.normal.allFinite());
}

}  // namespace
}  // namespace isoskin::render
