#include "isoskin/bake/pulled_source.h"

#include <gtest/gtest.h>

#include "isoskin/bake/bake_check.h"
#include "isoskin/bake/pulled_moves.h"
#include "support/volume_case.h"

namespace isoskin {
namespace {

using testing::VolumeCase;

BakeSettings settings_of(const VolumeCase& c, std::size_t most = 0) {
    BakeSettings settings;
    settings.skinning = c.skinning;
    settings.volume.method = c.method;
    settings.volume.scope = c.scope;
    settings.tolerance = 2e-5;
    settings.max_morphs = most;
    return settings;
}

ClipCheck check_first_clip(const Character& character, const BakeSettings& settings) {
    const auto baked = bake_morphs(character, settings);
    EXPECT_TRUE(baked);
    auto checker = BakeChecker::create(character, baked->character, settings);
    EXPECT_TRUE(checker);
    return checker->check(character.clips[0], baked->character.clips[0], {});
}

class PulledBake : public ::testing::TestWithParam<VolumeCase> {};

TEST_P(PulledBake, plain_players_show_what_is_no_set_of_targets) {
    for (const char* name : {"tube", "arm"}) {
        const ClipCheck check =
            check_first_clip(testing::make_scene(name), settings_of(GetParam()));
        EXPECT_LE(std::abs(check.volume.worst), 1e-4) << name;
        EXPECT_LE(check.distance.worst, 1e-4) << name;
        EXPECT_GT(std::abs(check.plain.worst), 1e-4) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Effects, PulledBake,
    ::testing::Values(VolumeCase{VolumeMethod::Axes, VolumeScope::Joints, SkinMethod::Linear},
                      VolumeCase{VolumeMethod::Normal, VolumeScope::Joints,
                                 SkinMethod::DualQuaternion},
                      VolumeCase{VolumeMethod::Normal, VolumeScope::Global, SkinMethod::Linear}),
    [](const auto& c) { return to_string(c.param); });

TEST(PulledBake, fewer_targets_cost_more_and_say_so) {
    const Character arm = testing::make_scene("arm");
    const VolumeCase dual{VolumeMethod::Normal, VolumeScope::Joints, SkinMethod::DualQuaternion};
    const ClipCheck all = check_first_clip(arm, settings_of(dual));
    const ClipCheck few = check_first_clip(arm, settings_of(dual, 2));
    EXPECT_GT(few.distance.worst, 3.0 * all.distance.worst);
    const auto baked = bake_morphs(arm, settings_of(dual, 2));
    ASSERT_TRUE(baked);
    EXPECT_EQ(baked->new_morph_count(), 2U);
    EXPECT_FALSE(baked->notes.empty());
}

/// The tube with its upper half twisted by half a turn: linear blends collapse in its middle.
TEST(PulledMoves, singular_blends_are_bounded_and_named) {
    const Character tube = testing::make_scene("tube");
    auto deformer = Deformer::create(
        tube, {.skinning = SkinMethod::DualQuaternion, .normals = NormalOutput::None});
    ASSERT_TRUE(deformer);
    PulledMoves moves(*deformer, tube, 0);
    Pose pose = stored_pose(tube);
    const auto& mesh = tube.meshes[0];
    const auto box = bounding_box(mesh.mesh.positions);
    const Vec3d along = Vec3d(box.diagonal().cast<double>()).cwiseAbs();
    int axis = 0;
    along.maxCoeff(&axis);
    pose.parent_from_joint.back().rotation = pose.parent_from_joint.back().rotation *
                                             Quatd(Eigen::AngleAxisd(3.1415, Vec3d::Unit(axis)));
    std::vector<Vec3> pulled(mesh.mesh.vertex_count());
    moves.pull(pose, 0.0, pulled);
    const double size = static_cast<double>(box.diagonal().norm());
    for (const Vec3& move : pulled)
        EXPECT_LE(static_cast<double>(move.norm()), 20.0 * size);
    ASSERT_FALSE(moves.notes().empty());
    EXPECT_NE(moves.notes()[0].find("nearly singular"), std::string::npos);
}

}  // namespace
}  // namespace isoskin
