#include "isoskin/rig/bare_mesh.h"

#include <gtest/gtest.h>

#include "scenes.h"

namespace isoskin {
namespace {

// The arrays of a scene, as a program would hold them.
struct Arrays {
    explicit Arrays(const Character& character) : mesh(character.meshes[0]) {
        for (const JointIndex joint : mesh.skin.joints) {
            const auto parent = character.skeleton.joints()[joint].parent;
            parents.push_back(parent ? static_cast<Index>(*parent) : kNoIndex);
        }
    }
    BareMesh bare() const {
        return {mesh.mesh.positions, mesh.mesh.faces, mesh.weights, mesh.skin.joint_from_bind,
                parents};
    }

    const SkinnedMesh& mesh;
    std::vector<Index> parents;
};

std::vector<Affine> stored_places(const Character& character) {
    std::vector<Affine> places(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, stored_pose(character).parent_from_joint, places);
    return places;
}

TEST(BareMesh, with_parents_is_the_character_of_the_file) {
    const Character arm = scenes::make_scene("arm").value();
    const Arrays arrays(arm);
    const auto bare = make_character(arrays.bare());
    ASSERT_TRUE(bare);
    for (std::size_t joint = 0; joint < arm.skeleton.joint_count(); ++joint) {
        EXPECT_EQ(bare->skeleton.joints()[joint].parent, arm.skeleton.joints()[joint].parent);
        EXPECT_TRUE(stored_places(*bare)[joint].isApprox(
            arm.meshes[0].skin.joint_from_bind[joint].inverse(), 1e-6));
    }
}

TEST(BareMesh, refuses_a_parent_that_comes_later_by_name) {
    const Character arm = scenes::make_scene("arm").value();
    Arrays arrays(arm);
    arrays.parents[0] = 1;
    const auto bare = make_character(arrays.bare());
    ASSERT_FALSE(bare);
    EXPECT_NE(bare.error().message.find("joint 0"), std::string::npos) << bare.error().message;
}

}  // namespace
}  // namespace isoskin
