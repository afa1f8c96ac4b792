#include "isoskin/volume/build/loose_pairs.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "isoskin/math/turn_about.h"
#include "isoskin/volume/solve/pose_loss.h"
#include "support/part_case.h"

namespace isoskin {
namespace {

using Kin = CorrectionTable::LoosePair::Kin;

PartModel part_of(const Character& character) {
    const SkinnedMesh& mesh = character.meshes[0];
    const VolumeSurface surface = make_volume_surface(mesh);
    return make_part_model(mesh, character.skeleton, surface, surface.parts[0]);
}

// As hands are tracked: every joint by itself, and flesh follows the bone after the next a little.
Character without_hierarchy(Character character) {
    std::vector<Joint> joints(character.skeleton.joints().begin(),
                              character.skeleton.joints().end());
    for (Joint& joint : joints)
        joint.parent.reset();
    character.skeleton = Skeleton::create(std::move(joints)).value();
    SkinnedMesh& mesh = character.meshes[0];
    std::vector<std::vector<Influence>> rows;
    for (std::size_t i = 0; i < mesh.mesh.vertex_count(); ++i) {
        const auto row = mesh.weights.row(i);
        rows.emplace_back(row.begin(), row.end());
        const auto after_next = static_cast<JointIndex>(row.front().slot + 2);
        if (after_next < mesh.skin.joints.size()) rows.back().push_back({after_next, 0.04F});
    }
    mesh.weights = SkinWeights::from_rows(rows);
    return character;
}

TEST(LoosePairs, are_none_where_joints_carry_their_flesh) {
    for (const char* scene : {"tube", "chain", "finger", "arm", "creature"})
        EXPECT_TRUE(part_of(scenes::make_scene(scene).value()).loose_pairs.empty()) << scene;
}

TEST(LoosePairs, are_joints_next_to_one_that_takes_neither_along) {
    const PartModel part = part_of(without_hierarchy(scenes::make_scene("chain").value()));
    ASSERT_GE(part.node_count(), 4U);
    ASSERT_FALSE(part.loose_pairs.empty());
    for (const auto& pair : part.loose_pairs) {
        const auto& nodes = part.tree.nodes;
        EXPECT_GT(pair.share, 0.0);
        EXPECT_LE(pair.share, 1.0);
        if (pair.kin == Kin::ParentAndChild)
            EXPECT_EQ(nodes[pair.second].parent, pair.first);
        else
            EXPECT_EQ(nodes[pair.second].parent, nodes[pair.first].parent);
    }
}

// One bone turned by itself twists what lies before it and twists it back behind; turned with all
// that hang on it, it is a joint like any other.
TEST(LoosePairs, tell_a_joint_that_turns_alone_from_a_limb_that_turns) {
    const testing::PartCase chain(without_hierarchy(scenes::make_scene("chain").value()));
    const auto& nodes = chain.table.tree.nodes;
    const auto& pairs = chain.table.loose_pairs;
    const auto pair = std::find_if(pairs.begin(), pairs.end(),
                                   [](const auto& p) { return p.kin == Kin::ParentAndChild; });
    ASSERT_NE(pair, pairs.end());
    std::vector<JointLoss> losses(nodes.size());
    std::vector<Affine> motions(nodes.size(), Affine::Identity());
    const Affine turn =
        turn_about(nodes[pair->first].pivot, chain.table.joints[pair->first].axis, 2.0);

    motions[pair->first] = turn;
    find_losses(chain.table, motions, losses);
    EXPECT_GE(losses[pair->first].countered, pair->share - 1e-9);
    EXPECT_GE(losses[pair->second].countered, pair->share - 1e-9);

    for (std::size_t node = pair->first + std::size_t{1}; node < nodes.size(); ++node)
        if (motions[nodes[node].parent].isApprox(turn)) motions[node] = turn;
    find_losses(chain.table, motions, losses);
    for (const JointLoss& joint : losses)
        EXPECT_EQ(joint.countered, 0.0);
}

}  // namespace
}  // namespace isoskin
