#include "isoskin/volume/loss_shares.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "scenes.h"

namespace isoskin {
namespace {

using Role = CorrectionTarget::Role;

// The targets of a scene, its losses shared where bends may move their flesh so far.
struct SharedScene {
    SharedScene(Character scene, double max_displacement) : character(std::move(scene)) {
        const SkinnedMesh& mesh = character.meshes[0];
        const VolumeSurface surface = make_volume_surface(mesh);
        part = make_part_model(mesh, character.skeleton, surface, surface.parts[0]);
        const std::vector<std::string> names(mesh.skin.joints.size());
        targets = make_correction_targets(part, surface, names, {});
        std::vector<WorstLoss> worst(part.node_count());
        share_losses(part, PoseLoss(part), max_displacement, worst, targets);
    }

    Character character;
    PartModel part;
    std::vector<CorrectionTarget> targets;
};

SharedScene make_shared(const char* scene, double max_displacement) {
    return {scenes::make_scene(scene).value(), max_displacement};
}

// So that a bend stays within its own map.
TEST(LossShares, are_not_asked_for_by_joints_with_flesh_enough) {
    for (const char* scene : {"tube", "arm"})
        for (const CorrectionTarget& target : make_shared(scene, 0.8).targets)
            EXPECT_TRUE(target.shares.empty()) << scene << ", node " << target.node;
}

TEST(LossShares, put_back_all_of_a_loss_and_the_most_where_it_was) {
    const SharedScene scene = make_shared("creature", 0.1);
    int shared = 0;
    for (std::size_t k = 0; k < scene.targets.size(); ++k) {
        const auto& shares = scene.targets[k].shares;
        if (shares.empty()) continue;
        ++shared;
        double sum = 0.0;
        double own = 0.0;
        double farthest = 0.0;  // how far others go, of what they may
        const auto part_of_limit = [&](const LossShare& share) {
            const CorrectionTarget& helper = scene.targets[share.target];
            return share.share / helper.gain / outward_limit(helper, 0.1);
        };
        for (const LossShare& share : shares) {
            EXPECT_EQ(scene.targets[share.target].role, Role::Bend);
            EXPECT_GT(share.share, 0.0);
            sum += share.share;
            if (share.target == k)
                own = part_of_limit(share);
            else
                farthest = std::max(farthest, part_of_limit(share));
        }
        EXPECT_NEAR(sum, 1.0, 1e-12);
        EXPECT_GT(own, farthest) << "node " << scene.targets[k].node;
    }
    EXPECT_GT(shared, 5);
}

TEST(LossShares, are_larger_the_less_a_joint_may_do_itself) {
    const auto own_share = [](double max_displacement) {
        const SharedScene scene = make_shared("arm", max_displacement);
        const auto& shares = scene.targets[0].shares;
        for (const LossShare& share : shares)
            if (share.target == 0) return share.share;
        return 1.0;
    };
    EXPECT_EQ(own_share(0.8), 1.0);
    const double of_half = own_share(0.5);
    EXPECT_LT(of_half, 1.0);
    EXPECT_LT(own_share(0.45), of_half);
}

TEST(LossShares, decide_who_moves_and_not_how_much_comes_back) {
    const JointLoss still;
    const JointLoss bent{.bend = 3.0, .total = 3.0, .moved = true};
    const std::array losses = {still, bent, still};
    std::array targets = {
        CorrectionTarget{
            .node = 1, .map = {{0, 1.0}}, .gain = 2.0, .shares = {{0, 0.75}, {1, 0.25}}},
        CorrectionTarget{.node = 2, .map = {{1, 1.0}}, .gain = 5.0}};
    std::array weights = {7.0, 7.0};
    guess_weights(targets, losses, weights);
    EXPECT_DOUBLE_EQ(weights[0], 0.75 * 3.0 / 2.0);
    EXPECT_DOUBLE_EQ(weights[1], 0.25 * 3.0 / 5.0);
    guess_growth(targets, losses, weights);
    EXPECT_DOUBLE_EQ(weights[0] * 2.0 + weights[1] * 5.0, 3.0);
}

}  // namespace
}  // namespace isoskin
