#include "isoskin/weights/brush.h"

#include <random>

#include <gtest/gtest.h>

#include "scenes.h"

namespace isoskin {
namespace {

struct Subject {
    Character character = *scenes::make_scene("chain");
    const SkinnedMesh& mesh = character.meshes.front();
    BrushSurface surface{mesh.mesh};

    std::vector<BrushedVertex> all(float amount) const {
        std::vector<BrushedVertex> vertices;
        for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v)
            vertices.push_back({v, amount});
        return vertices;
    }
};

float weight_of(const SkinWeights& weights, std::size_t vertex, JointIndex slot) {
    for (const Influence& influence : weights.row(vertex))
        if (influence.slot == slot) return influence.weight;
    return 0.0F;
}

void expect_sum_to_one(const SkinWeights& weights) {
    for (std::size_t v = 0; v < weights.vertex_count(); ++v) {
        double sum = 0.0;
        for (const Influence& influence : weights.row(v)) {
            EXPECT_GT(influence.weight, 0.0F);
            sum += influence.weight;
        }
        EXPECT_NEAR(sum, 1.0, 1e-6);
    }
}

class EveryMode : public ::testing::TestWithParam<BrushMode> {};

TEST_P(EveryMode, rows_sum_to_one_and_others_keep_their_bits) {
    const Subject subject;
    std::mt19937 random(5);
    SkinWeights weights = subject.mesh.weights;

    for (int i = 0; i < 60; ++i) {
        const auto center = subject.mesh.mesh.positions[random() % weights.vertex_count()];
        const auto under = vertices_under(subject.mesh.mesh.positions,
                                          {.center = center, .radius = 1.0F, .strength = 0.7F});
        const JointIndex locked[] = {static_cast<JointIndex>(random() % 6)};
        const SkinWeights painted = paint_weights(weights, under,
                                                  {.slot = static_cast<JointIndex>(random() % 6),
                                                   .mode = GetParam(),
                                                   .value = 0.4F,
                                                   .locked = locked},
                                                  subject.surface);
        expect_sum_to_one(painted);
        for (std::size_t v = 0, next = 0; v < weights.vertex_count(); ++v) {
            EXPECT_NEAR(weight_of(painted, v, locked[0]), weight_of(weights, v, locked[0]), 1e-6F);
            if (next < under.size() && under[next].vertex == v) {
                ++next;
                continue;
            }
            EXPECT_TRUE(std::equal(painted.row(v).begin(), painted.row(v).end(),
                                   weights.row(v).begin(), weights.row(v).end()));
        }
        weights = painted;
    }
}

INSTANTIATE_TEST_SUITE_P(Brush, EveryMode,
                         ::testing::Values(BrushMode::Add, BrushMode::Subtract, BrushMode::Replace,
                                           BrushMode::Smooth));

TEST(PaintWeights, moves_the_painted_joint_as_asked) {
    const Subject subject;
    const auto& weights = subject.mesh.weights;

    const auto replaced =
        paint_weights(weights, subject.all(1.0F),
                      {.slot = 2, .mode = BrushMode::Replace, .value = 0.25F}, subject.surface);
    for (std::size_t v = 0; v < weights.vertex_count(); ++v) {
        const bool alone = weights.row(v).size() == 1 && weights.row(v).front().slot == 2;
        EXPECT_NEAR(weight_of(replaced, v, 2), alone ? 1.0F : 0.25F, 1e-6F);
    }
    const auto added =
        paint_weights(weights, subject.all(0.5F),
                      {.slot = 2, .mode = BrushMode::Add, .value = 0.2F}, subject.surface);
    for (std::size_t v = 0; v < weights.vertex_count(); ++v)
        EXPECT_NEAR(weight_of(added, v, 2), std::min(weight_of(weights, v, 2) + 0.1F, 1.0F), 1e-5F);
}

TEST(PaintWeights, smoothing_makes_neighbours_alike) {
    const Subject subject;
    const auto spread = [&](const SkinWeights& weights) {
        double sum = 0.0;
        for (std::size_t p = 0; p < subject.surface.neighbours.point_count(); ++p)
            for (const Index q : subject.surface.neighbours.of(p)) {
                const double d = static_cast<double>(weight_of(
                                     weights, subject.surface.weld.vertex_of_point[p], 2)) -
                                 static_cast<double>(weight_of(
                                     weights, subject.surface.weld.vertex_of_point[q], 2));
                sum += d * d;
            }
        return sum;
    };

    const auto smooth = smooth_weights(subject.mesh.weights, {.slot = 2}, 10, subject.surface);

    expect_sum_to_one(smooth);
    EXPECT_LT(spread(smooth), 0.8 * spread(subject.mesh.weights));
}

TEST(PaintWeights, a_locked_joint_is_not_painted) {
    const Subject subject;
    const JointIndex locked[] = {2};
    EXPECT_EQ(paint_weights(subject.mesh.weights, subject.all(1.0F), {.slot = 2, .locked = locked},
                            subject.surface),
              subject.mesh.weights);
}

TEST(VerticesUnder, fall_off_from_the_centre) {
    const std::vector<Vec3> points{{0, 0, 0}, {0.5F, 0, 0}, {0.99F, 0, 0}, {1, 0, 0}};
    for (const Falloff falloff : {Falloff::Linear, Falloff::Smooth, Falloff::Constant}) {
        const auto under = vertices_under(points, {.falloff = falloff, .strength = 0.8F});
        ASSERT_EQ(under.size(), 3U);
        EXPECT_FLOAT_EQ(under[0].amount, 0.8F);
        EXPECT_GE(under[0].amount, under[1].amount);
        EXPECT_GE(under[1].amount, under[2].amount);
    }
}

TEST(PruneAndLimit, leave_the_strongest) {
    const Subject subject;
    const auto pruned = prune_weights(subject.mesh.weights, 0.3F);
    const auto limited = limit_influences(subject.mesh.weights, 2);
    expect_sum_to_one(pruned);
    expect_sum_to_one(limited);
    EXPECT_LE(limited.max_influences(), 2U);
    for (std::size_t v = 0; v < pruned.vertex_count(); ++v) {
        EXPECT_EQ(pruned.row(v).front().slot, subject.mesh.weights.row(v).front().slot);
        EXPECT_EQ(limited.row(v).front().slot, subject.mesh.weights.row(v).front().slot);
        for (const Influence& influence : pruned.row(v))
            EXPECT_GE(influence.weight, 0.3F);
    }
    EXPECT_EQ(limit_influences(limited, 2), limited);
}

TEST(NormaliseWeights, is_idle_on_what_sums_to_one) {
    const Subject subject;
    const auto once = normalise_weights(subject.mesh.weights);
    expect_sum_to_one(once);
    EXPECT_EQ(normalise_weights(once), once);
}

TEST(Mirror, of_a_mirrored_creature_is_the_creature) {
    const Character creature = *scenes::make_scene("creature");
    const SkinnedMesh& mesh = creature.meshes.front();
    std::vector<Vec3> joints;
    for (const Affine& joint_from_bind : mesh.skin.joint_from_bind)
        joints.emplace_back(joint_from_bind.inverse().translation().cast<float>());
    const int axis = 0;
    const MirrorTable table = make_mirror(mesh.mesh.positions, joints, axis);

    const auto even =
        mirror_weights(mesh.weights, mesh.mesh.positions, axis, MirrorSource::Positive, table);
    const auto again =
        mirror_weights(even, mesh.mesh.positions, axis, MirrorSource::Negative, table);

    expect_sum_to_one(even);
    std::size_t matched = 0;
    for (std::size_t v = 0; v < even.vertex_count(); ++v) {
        const Index other = table.vertex[v];
        if (other == kNoIndex) continue;
        ++matched;
        for (const Influence& influence : even.row(v))
            EXPECT_NEAR(weight_of(even, other, table.slot[influence.slot]), influence.weight,
                        1e-5F);
        for (const Influence& influence : even.row(v))
            EXPECT_NEAR(weight_of(again, v, influence.slot), influence.weight, 1e-5F);
    }
    EXPECT_GT(matched, even.vertex_count() / 2);
}

TEST(PaintMap, stays_within_bounds) {
    const Subject subject;
    std::vector<float> map(subject.mesh.mesh.vertex_count(), 0.5F);
    paint_map(map, subject.all(1.0F), BrushMode::Add, 0.7F, subject.surface);
    for (const float value : map)
        EXPECT_EQ(value, 1.0F);
    paint_map(map, subject.all(0.5F), BrushMode::Replace, 0.0F, subject.surface);
    for (const float value : map)
        EXPECT_FLOAT_EQ(value, 0.5F);
    map[0] = 1.0F;
    paint_map(map, subject.all(1.0F), BrushMode::Smooth, 0.0F, subject.surface);
    EXPECT_FLOAT_EQ(map[0], 0.5F);
}

}  // namespace
}  // namespace isoskin
