#include "isoskin/weights/transfer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "scenes.h"

namespace isoskin {
namespace {

class TransferWeights : public testing::Test {
  protected:
    BoundWeights transfer(const Character& to) const {
        std::vector<JointIndex> same(body_.skeleton.joint_count());
        std::iota(same.begin(), same.end(), JointIndex{0});
        const auto bound = transfer_weights(body_, same, *bind_body(to), 4);
        EXPECT_TRUE(bound);
        return *bound;
    }
    // Largest difference of a weight to the body's own row.
    double difference(const SkinWeights& weights, std::size_t vertex) const {
        double most = 0.0;
        for (const Influence& own : body_.meshes[0].weights.row(vertex)) {
            double found = 0.0;
            for (const Influence& other : weights.row(vertex))
                if (other.slot == body_.meshes[0].skin.joints[own.slot]) found = other.weight;
            most = std::max(most, std::abs(found - static_cast<double>(own.weight)));
        }
        return most;
    }
    const Character body_ = *scenes::make_scene("tube");
};

TEST_F(TransferWeights, give_a_body_its_own_weights_back) {
    const auto bound = transfer(body_);
    ASSERT_EQ(bound.parts.size(), 1U);
    EXPECT_FALSE(bound.parts[0].fallback);
    for (std::size_t v = 0; v < bound.weights.vertex_count(); ++v)
        ASSERT_LT(difference(bound.weights, v), 1e-5);
}

TEST_F(TransferWeights, paint_in_what_faces_away_without_tears) {
    Character coat = body_;
    Mesh& mesh = coat.meshes[0].mesh;
    // A fold: every third vertex is pulled far off the body.
    const float size = bounding_box(mesh.positions).diagonal().norm();
    for (std::size_t v = 0; v < mesh.vertex_count(); v += 3)
        mesh.positions[v] += Vec3(0.2F * size, 0.0F, 0.0F);
    const auto bound = transfer(coat);
    const auto painted =
        std::find_if(bound.parts.begin(), bound.parts.end(),
                     [](const BoundParts& parts) { return parts.method == "in-painting"; });
    ASSERT_NE(painted, bound.parts.end());
    EXPECT_GE(painted->vertices, mesh.vertex_count() / 3);
    EXPECT_TRUE(bound.weights.empty_rows().empty());
}

TEST_F(TransferWeights, need_a_body_that_has_weights) {
    Character bare = body_;
    bare.meshes[0].skin.hung = true;
    const std::vector<JointIndex> joint_of(body_.skeleton.joint_count(), 0);
    EXPECT_FALSE(transfer_weights(bare, joint_of, *bind_body(body_), 4));
}

}  // namespace
}  // namespace isoskin
