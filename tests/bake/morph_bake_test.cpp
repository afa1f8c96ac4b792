#include "isoskin/bake/morph_bake.h"

#include <gtest/gtest.h>

#include "isoskin/bake/bake_check.h"
#include "isoskin/bake/plain_player.h"
#include "isoskin/mesh/normals.h"
#include "isoskin/mesh/weld.h"
#include "support/random_character.h"
#include "support/volume_case.h"

namespace isoskin {
namespace {

BakedCharacter bake(const Character& character, const BakeSettings& settings = {}) {
    auto baked = bake_morphs(character, settings);
    EXPECT_TRUE(baked) << character.name;
    return *std::move(baked);
}

/// The tube with a swelling of its own, moved by the clip "bend".
Character swelling_tube(Interpolation interpolation) {
    Character tube = testing::make_scene("tube");
    SkinnedMesh& mesh = tube.meshes[0];
    MorphTarget swelling{.name = "swelling", .positions = {}, .normals = {}, .tangents = {}};
    std::vector<Vec3> moves;
    for (const Vec3& p : mesh.mesh.positions)
        moves.emplace_back(0.2F * Vec3(p.x(), p.y(), 0.0F));
    swelling.positions = moves;
    mesh.morphs.push_back(swelling);
    mesh.stored_morph_weights = {0.25F};
    Channel channel{.path = ChannelPath::MorphWeights,
                    .target = 0,
                    .interpolation = interpolation,
                    .times = {0.0F, 0.37F, 0.9F},
                    .values = {0.0F, 1.0F, 0.5F}};
    if (interpolation == Interpolation::CubicSpline)
        channel.values = {0.0F, 0.0F, 2.0F, 0.0F, 1.0F, -1.0F, 0.0F, 0.5F, 0.0F};
    tube.clips[0].channels.push_back(channel);
    return tube;
}

void expect_constant_volume(const Character& character, const BakeSettings& settings = {}) {
    const BakedCharacter baked = bake(character, settings);
    auto checker = BakeChecker::create(character, baked.character, settings);
    ASSERT_TRUE(checker);
    for (std::size_t k = 0; k < character.clips.size(); ++k) {
        const auto check = checker->check(character.clips[k], baked.character.clips[k],
                                          {.frames_per_second = 60.0});
        EXPECT_LE(std::abs(check.volume.worst), 1e-4) << character.name << " " << check.clip;
        EXPECT_LE(check.distance.worst, 1e-4) << character.name << " " << check.clip;
        EXPECT_GT(std::abs(check.plain.worst), 1e-3) << character.name << " " << check.clip;
        EXPECT_TRUE(check.trouble.empty()) << check.trouble;
    }
    const auto stored = checker->check_stored();
    EXPECT_LE(std::abs(stored.volume.worst), 1e-6) << character.name;
}

TEST(MorphBake, plain_players_show_constant_volume_at_and_between_keys) {
    for (const char* name : {"tube", "arm", "creature"})
        expect_constant_volume(testing::make_scene(name));
}

TEST(MorphBake, what_the_file_had_is_untouched) {
    const Character before = testing::make_scene("creature");
    const Character after = bake(before).character;
    EXPECT_EQ(after.meshes[0].mesh.positions, before.meshes[0].mesh.positions);
    EXPECT_EQ(after.meshes[0].mesh.normals, before.meshes[0].mesh.normals);
    ASSERT_EQ(after.clips.size(), before.clips.size());
    for (std::size_t k = 0; k < before.clips.size(); ++k) {
        ASSERT_EQ(after.clips[k].channels.size(), before.clips[k].channels.size() + 1);
        for (std::size_t c = 0; c < before.clips[k].channels.size(); ++c)
            EXPECT_EQ(after.clips[k].channels[c].values, before.clips[k].channels[c].values);
    }
}

class MorphBakeOldTargets : public ::testing::TestWithParam<Interpolation> {};

TEST_P(MorphBakeOldTargets, move_as_they_did_beside_the_new_ones) {
    const Character before = swelling_tube(GetParam());
    const BakedCharacter baked = bake(before);
    ASSERT_EQ(baked.first_new_morph[0], 1U);
    EXPECT_EQ(baked.character.meshes[0].morphs[0].positions, before.meshes[0].morphs[0].positions);
    PlainPlayer old_player(before);
    PlainPlayer new_player(baked.character);
    for (double time = 0.0; time <= 1.0; time += 0.013) {
        old_player.go_to(&before.clips[0], time);
        new_player.go_to(&baked.character.clips[0], time);
        // Exact where lines are lines; a spline is followed within the tolerance.
        const double off = GetParam() == Interpolation::CubicSpline ? 5e-3 : 1e-6;
        EXPECT_NEAR(new_player.morph_weights(0)[0], old_player.morph_weights(0)[0], off) << time;
    }
}

INSTANTIATE_TEST_SUITE_P(Interpolations, MorphBakeOldTargets,
                         ::testing::Values(Interpolation::Linear, Interpolation::Step,
                                           Interpolation::CubicSpline));

TEST(MorphBake, keeps_the_volume_of_a_shape_that_morphs) {
    expect_constant_volume(swelling_tube(Interpolation::Linear));
}

TEST(MorphBake, weights_stay_between_zero_and_one) {
    const Character creature = testing::make_scene("creature");
    for (const Clip& clip : bake(creature).character.clips)
        for (const float weight : clip.channels.back().values) {
            EXPECT_GE(weight, 0.0F);
            EXPECT_LE(weight, 1.02F);  // between the moments that were looked at first
        }
}

TEST(MorphBake, vertices_at_one_place_move_alike) {
    const Character arm = testing::make_scene("arm");
    const BakedCharacter baked = bake(arm);
    for (const SkinnedMesh& mesh : baked.character.meshes) {
        const Weld weld = weld_by_position(mesh.mesh.positions);
        for (const MorphTarget& morph : mesh.morphs)
            for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v)
                EXPECT_EQ(morph.positions[v],
                          morph.positions[weld.vertex_of_point[weld.point_of_vertex[v]]]);
    }
}

TEST(MorphBake, normals_follow_the_shape_at_weight_one) {
    Character tube = testing::make_scene("tube");
    Mesh& mesh = tube.meshes[0].mesh;
    mesh.normals = compute_normals(mesh, mesh.positions);
    TargetShape wider{.name = "wider", .offsets = {}};
    std::vector<Vec3> moves;
    for (const Vec3& p : mesh.positions)
        moves.emplace_back(0.1F * p.z() * Vec3(p.x(), p.y(), 0.0F));
    wider.offsets = moves;
    const auto morphs = make_morph_targets(tube.meshes[0], std::span(&wider, 1));
    ASSERT_EQ(morphs[0].normals.size(), tube.meshes[0].mesh.normals.size());
    const float step = 0.5F * std::sqrt(3.0F) / 127.0F;  // changes are whole 127ths
    // A cone: the slope of the radius is 0.1 of the radius per unit of height.
    for (std::size_t v = 0; v < morphs[0].normals.size(); ++v) {
        const Vec3 bind = tube.meshes[0].mesh.normals[v];
        if (std::abs(bind.z()) > 1e-3F) continue;  // caps and their rims
        const Vec3 normal = bind + morphs[0].normals[v];
        EXPECT_NEAR(normal.norm(), 1.0F, 1e-3F + step);
        EXPECT_LT(normal.z(), -0.03F);
    }
}

TEST(MorphBake, merged_targets_lose_little_where_few_joints_move) {
    const Character creature = testing::make_scene("creature");
    double worst[2] = {0.0, 0.0};
    const std::size_t most[2] = {4, 24};
    for (std::size_t i = 0; i < 2; ++i) {
        BakeSettings settings;
        settings.max_morphs = most[i];
        const BakedCharacter baked = bake(creature, settings);
        EXPECT_EQ(baked.new_morph_count(), most[i]);
        auto checker = BakeChecker::create(creature, baked.character, settings);
        ASSERT_TRUE(checker);
        const auto check = checker->check(creature.clips[0], baked.character.clips[0], {});
        worst[i] = std::abs(check.volume.worst);
        EXPECT_LT(worst[i], std::abs(check.plain.worst));
    }
    EXPECT_LT(worst[1], 0.2 * worst[0]);
}

TEST(MorphBake, knows_what_is_a_set_of_targets_by_itself) {
    BakeSettings settings;
    EXPECT_TRUE(is_closed_form(settings));
    settings.skinning = SkinMethod::DualQuaternion;
    EXPECT_FALSE(is_closed_form(settings));
    settings.skinning = SkinMethod::Linear;
    settings.volume.method = VolumeMethod::Axes;
    EXPECT_FALSE(is_closed_form(settings));
}

TEST(MorphBake, a_character_without_clips_gets_the_targets_of_all_joints) {
    Character arm = testing::make_scene("arm");
    const std::size_t moved = bake(arm).new_morph_count();
    arm.clips.clear();
    EXPECT_GE(bake(arm).new_morph_count(), moved);
    EXPECT_GT(moved, 0U);
}

}  // namespace
}  // namespace isoskin
