#include "isoskin/volume/measure/volume_tree.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "scenes.h"

namespace isoskin {
namespace {

VolumeTree tree_of(const Character& character) {
    const SkinnedMesh& mesh = character.meshes[0];
    const VolumeSurface surface = make_volume_surface(mesh);
    std::vector<Vec3d> points(surface.total_point_count(), Vec3d::Zero());
    gather_points(surface, mesh.mesh.positions, points);
    const auto areas = point_areas(surface, surface.parts[0], points);
    return make_volume_tree(mesh, character.skeleton, surface, surface.parts[0], areas);
}

std::string name_of(const Character& character, JointIndex slot) {
    return character.skeleton.joints()[character.meshes[0].skin.joints[slot]].name;
}

// Whom a joint hangs on, by name; empty for the root.
std::string parent_of(const Character& character, const VolumeTree& tree, std::string_view joint) {
    for (const VolumeTree::Node& node : tree.nodes)
        if (name_of(character, node.slot) == joint)
            return node.parent == kNoIndex ? "" : name_of(character, tree.nodes[node.parent].slot);
    ADD_FAILURE() << joint << " moves nothing";
    return "";
}

// Every vertex follows one joint besides, by a third.
Character followed_besides(Character character, JointIndex slot) {
    SkinnedMesh& mesh = character.meshes[0];
    std::vector<std::vector<Influence>> rows;
    for (std::size_t i = 0; i < mesh.mesh.vertex_count(); ++i) {
        const auto row = mesh.weights.row(i);
        rows.emplace_back(row.begin(), row.end());
        rows.back().push_back({slot, 0.5F});
    }
    mesh.weights = SkinWeights::from_rows(rows);
    return character;
}

// A trunk that reaches into all of a limb shares more flesh with its end than the bones before it
// do; the end is still carried by the bone before it.
TEST(VolumeTree, hangs_joints_on_the_next_that_carries_them) {
    const Character chain = followed_besides(scenes::make_scene("chain").value(), 0);
    const VolumeTree tree = tree_of(chain);
    const auto joints = chain.skeleton.joints();
    ASSERT_GE(tree.nodes.size(), 4U);
    for (const Joint& joint : joints) {
        if (!joint.parent) continue;
        EXPECT_EQ(parent_of(chain, tree, joint.name), joints[*joint.parent].name) << joint.name;
    }
}

// A foot that hangs on the root of the file, as feet do that are led by inverse kinematics, is
// moved against its leg by every joint between the leg and the root.
TEST(VolumeTree, knows_all_joints_that_turn_one_of_two) {
    Character tube = scenes::make_scene("tube").value();
    const auto points_of = [&](const VolumeTree& tree, const VolumeTree::Node& node) {
        return turning_points_between(tube.meshes[0].skin, tube.skeleton, node.slot,
                                      tree.nodes[node.parent].slot);
    };
    const VolumeTree tree = tree_of(tube);
    for (const VolumeTree::Node& node : tree.nodes) {
        if (node.parent == kNoIndex) continue;
        ASSERT_EQ(points_of(tree, node).size(), 1U);
        EXPECT_EQ(points_of(tree, node)[0], node.pivot);
    }
    std::vector<Joint> joints(tube.skeleton.joints().begin(), tube.skeleton.joints().end());
    ASSERT_GE(joints.size(), 2U);
    joints.back().parent.reset();
    tube.skeleton = Skeleton::create(std::move(joints)).value();
    const VolumeTree cut = tree_of(tube);
    std::size_t most = 0;
    for (const VolumeTree::Node& node : cut.nodes)
        if (node.parent != kNoIndex) most = std::max(most, points_of(cut, node).size());
    EXPECT_EQ(most, tube.skeleton.joint_count());
}

}  // namespace
}  // namespace isoskin
