#include <gtest/gtest.h>

#include "isoskin/base/parallel.h"
#include "isoskin/deform/deformer.h"
#include "isoskin/flesh/character_flesh.h"
#include "isoskin/mesh/quality.h"
#include "isoskin/volume/settings_json.h"
#include "scenes.h"

namespace isoskin {
namespace {

FleshSettings draft() {
    FleshSettings settings;
    settings.quality.cells_per_radius = 2.5;
    settings.quality.step *= 2.0;
    return settings;
}

// The arm with the flesh of its elbow, simulated once for all tests.
struct FleshedArm {
    Character arm = *scenes::make_scene("arm");
    VolumeSettings settings;
    CharacterFlesh flesh;

    FleshedArm() {
        FleshSettings asked = draft();
        asked.joints = {"elbow"};
        flesh = *make_flesh(arm, asked, {});
        settings.method = VolumeMethod::Flesh;
        settings.flesh = flesh.joints;
    }
};
const FleshedArm& fleshed_arm() {
    static const FleshedArm made;
    return made;
}

Pose bent(const Character& arm, double angle) {
    Pose pose = stored_pose(arm);
    const std::size_t elbow = *arm.skeleton.find("elbow");
    Quatd& rotation = pose.parent_from_joint[elbow].rotation;
    rotation = rotation * Quatd(Eigen::AngleAxisd(angle, Vec3d::UnitZ()));
    return pose;
}

std::vector<Vec3> posed(const Character& arm, const VolumeSettings& settings, const Pose& pose,
                        DeformReport* report = nullptr) {
    auto deformer = *Deformer::create(arm, {.volume = settings});
    auto out = deformer.make_output();
    const DeformReport made = deformer.deform(pose, out);
    EXPECT_EQ(made.parts.size(), 1U);
    EXPECT_TRUE(made.parts[0].reached);
    EXPECT_NEAR(made.parts[0].corrected / made.parts[0].target, 1.0, 1e-6);
    if (report != nullptr) *report = made;
    return out[0].positions;
}

std::size_t crossings(const Character& arm, std::span<const Vec3> positions) {
    const VolumeSurface surface = make_volume_surface(arm.meshes[0]);
    std::vector<Vec3d> points(surface.total_point_count());
    gather_points(surface, positions, points);
    return count_self_intersections(surface.parts[0].triangles, points);
}

TEST(Flesh, is_made_of_few_targets_near_its_joint) {
    const auto& made = fleshed_arm();
    ASSERT_EQ(made.flesh.reports.size(), 1U);
    EXPECT_TRUE(made.flesh.reports[0].simulated);
    EXPECT_LE(made.flesh.reports[0].compression, 0.005);
    EXPECT_LE(made.flesh.reports[0].targets, 8U);
    ASSERT_EQ(made.flesh.joints.size(), 1U);
    EXPECT_LT(made.flesh.joints[0].vertices.size(), made.arm.meshes[0].mesh.vertex_count());
}

TEST(Flesh, says_what_it_mends_and_is_left_out_where_it_mends_nothing) {
    const FleshShape& shape = fleshed_arm().flesh.reports[0].shape;
    EXPECT_GT(shape.bends, 1U);
    EXPECT_GT(shape.linear_crossings, 20U);
    EXPECT_EQ(shape.flesh_crossings, 0U);
    EXPECT_LT(shape.flesh_roughness, shape.linear_roughness);
    EXPECT_TRUE(shape.is_mended());

    FleshShape smoother{.linear_crossings = 3, .flesh_crossings = 4};
    smoother.linear_roughness = 0.2;
    smoother.flesh_roughness = 0.1;
    EXPECT_TRUE(smoother.is_mended());
    smoother.flesh_roughness = 0.2;
    EXPECT_FALSE(smoother.is_mended());
}

TEST(ShapeJudge, sees_no_difference_where_nothing_moves) {
    const Character arm = *scenes::make_scene("arm");
    const VolumeSurface surface = make_volume_surface(arm.meshes[0]);
    const PartModel part = make_part_model(arm.meshes[0], arm.skeleton, surface, surface.parts[0]);
    std::vector<double> blend = subtree_blend(part, 1);
    blend.resize(part.bind.size(), 0.0);
    SparseField all;
    for (Index point = 0; point < part.point_count(); ++point)
        all.push_back({point, 1.0});
    ShapeJudge judge(part, blend, all);
    Affine turn = Affine::Identity();
    turn.linear() = Eigen::AngleAxisd(1.0, Vec3d::UnitZ()).toRotationMatrix();
    judge.look(turn, std::vector<Vec3d>(all.size(), Vec3d::Zero()));
    EXPECT_EQ(judge.shape().linear_crossings, judge.shape().flesh_crossings);
    EXPECT_EQ(judge.shape().linear_roughness, judge.shape().flesh_roughness);
    EXPECT_GT(judge.shape().linear_roughness, 0.0);
    EXPECT_FALSE(judge.shape().is_mended());
}

TEST(Flesh, keeps_the_volume_and_ends_the_crossings_of_a_deep_bend) {
    const auto& made = fleshed_arm();
    for (const double degrees : {-30.0, 20.0, 60.0, 90.0, 110.0, 128.0}) {
        const Pose pose = bent(made.arm, degrees * kPi / 180.0);
        const auto positions = posed(made.arm, made.settings, pose);
        EXPECT_EQ(crossings(made.arm, positions), 0U) << degrees;
    }
    VolumeSettings normal;
    const Pose deep = bent(made.arm, 128.0 * kPi / 180.0);
    EXPECT_GT(crossings(made.arm, posed(made.arm, normal, deep)), 20U);
}

TEST(Flesh, takes_the_end_of_a_short_limb_along) {
    const Character creature = *scenes::make_scene("creature");
    FleshSettings asked = draft();
    asked.joints = {"leg_fl_lower"};
    const auto flesh = *make_flesh(creature, asked, {});
    ASSERT_TRUE(flesh.reports[0].simulated) << flesh.reports[0].trouble;
    const FleshReport& leg = flesh.reports[0];
    const Skin& skin = creature.meshes[leg.mesh].skin;
    const JointIndex joint = *creature.skeleton.find(leg.joint);
    const auto slot = std::find(skin.joints.begin(), skin.joints.end(), joint);
    const Mat3d joint_from_bind =
        skin.joint_from_bind[static_cast<std::size_t>(slot - skin.joints.begin())].linear();
    VolumeSettings settings;
    settings.method = VolumeMethod::Flesh;
    settings.flesh = flesh.joints;
    auto linear = *Deformer::create(creature, {.volume = {}});
    auto fleshed = *Deformer::create(creature, {.volume = settings});

    // How far the sole, more than 1.2 limb radii below the knee, is from where skinning takes it.
    const auto farthest = [&](double share) {
        const Mat3d turn = Quatd::Identity().slerp(share, leg.shape.worst_turn).toRotationMatrix();
        Pose pose = stored_pose(creature);
        Quatd& rotation = pose.parent_from_joint[joint].rotation;
        rotation = rotation * Quatd(Mat3d(joint_from_bind * turn * joint_from_bind.inverse()));
        auto skinned = linear.make_output();
        auto posed = fleshed.make_output();
        linear.deform(pose, skinned);
        fleshed.deform(pose, posed);
        const auto& rest = creature.meshes[leg.mesh].mesh.positions;
        double worst = 0.0;
        std::size_t count = 0;
        for (const Index vertex : flesh.joints[0].vertices) {
            const Vec3d from_knee = rest[vertex].cast<double>() - leg.pivot;
            if (from_knee.y() > -1.2 * leg.radius || from_knee.norm() > 2.0 * leg.radius) continue;
            ++count;
            const Vec3 off =
                posed[leg.mesh].positions[vertex] - skinned[leg.mesh].positions[vertex];
            worst = std::max(worst, double(off.norm()));
        }
        EXPECT_GT(count, 10U);
        return worst / leg.radius;
    };
    EXPECT_LT(farthest(0.5), 0.2);
    EXPECT_LT(farthest(1.0), 0.3);  // its edge is pressed by the thigh
}

TEST(Flesh, rest_is_the_bind_shape_to_the_bit) {
    const auto& made = fleshed_arm();
    const auto positions = posed(made.arm, made.settings, stored_pose(made.arm));
    VolumeSettings normal;
    EXPECT_EQ(positions, posed(made.arm, normal, stored_pose(made.arm)));
}

TEST(Flesh, none_of_it_is_normal) {
    const auto& made = fleshed_arm();
    VolumeSettings none = made.settings;
    none.flesh_amount = 0.0;
    const Pose pose = bent(made.arm, 1.2);
    const auto without = posed(made.arm, none, pose);
    const auto normal = posed(made.arm, VolumeSettings{}, pose);
    for (std::size_t i = 0; i < normal.size(); ++i)
        EXPECT_LT((without[i] - normal[i]).norm(), 1e-5F);
}

TEST(Flesh, moves_evenly_with_the_angle) {
    const auto& made = fleshed_arm();
    auto deformer = *Deformer::create(made.arm, {.volume = made.settings});
    auto out = deformer.make_output();
    std::vector<Vec3> before;
    for (double degrees = -60.0; degrees <= 150.0; degrees += 0.5) {
        deformer.deform(bent(made.arm, degrees * kPi / 180.0), out);
        const auto& now = out[0].positions;
        for (std::size_t i = 0; i < before.size(); ++i)
            ASSERT_LT((now[i] - before[i]).norm(), 0.1F) << degrees;  // the hand moves 0.04
        before = now;
    }
}

TEST(Flesh, has_the_same_bits_on_any_number_of_threads) {
    const auto& made = fleshed_arm();
    FleshSettings settings = draft();
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        const auto again = *make_flesh(made.arm, settings, {});
        ASSERT_EQ(again.joints.size(), 2U);
        EXPECT_EQ(again.joints[0], made.flesh.joints[0]) << threads;
    }
}

TEST(Flesh, of_a_larger_character_is_larger_flesh) {
    const auto& made = fleshed_arm();
    constexpr float kScale = 1000.0F;
    Character large = made.arm;
    for (Vec3& position : large.meshes[0].mesh.positions)
        position *= kScale;
    std::vector<Joint> joints(large.skeleton.joints().begin(), large.skeleton.joints().end());
    for (Joint& joint : joints)
        joint.parent_from_joint.translation *= kScale;
    large.skeleton = *Skeleton::create(joints);
    for (Affine& joint_from_bind : large.meshes[0].skin.joint_from_bind)
        joint_from_bind.translation() *= kScale;
    FleshSettings settings = draft();
    settings.joints = {"elbow"};
    const auto flesh = *make_flesh(large, settings, {});
    ASSERT_EQ(flesh.joints.size(), 1U);
    VolumeSettings own = made.settings;
    own.flesh = flesh.joints;
    const Pose pose = bent(made.arm, 1.2);
    const auto small_shape = posed(made.arm, made.settings, pose);
    Pose large_pose = bent(large, 1.2);
    const auto large_shape = posed(large, own, large_pose);
    for (std::size_t i = 0; i < small_shape.size(); ++i)
        EXPECT_LT((large_shape[i] / kScale - small_shape[i]).norm(), 2e-3F);
}

TEST(Flesh, travels_in_settings_to_a_16th_bit) {
    const auto& made = fleshed_arm();
    const auto read = parse_volume_settings(volume_settings_text(made.settings), "text");
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->flesh.size(), 1U);
    EXPECT_EQ(read->method, VolumeMethod::Flesh);
    EXPECT_EQ(read->flesh[0].function, made.settings.flesh[0].function);
    EXPECT_EQ(read->flesh[0].vertices, made.settings.flesh[0].vertices);
    const Pose pose = bent(made.arm, 1.2);
    const auto before = posed(made.arm, made.settings, pose);
    const auto after = posed(made.arm, *read, pose);
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_LT((before[i] - after[i]).norm(), 2e-4F);
}

TEST(Flesh, that_is_broken_is_refused_in_words) {
    std::string text = volume_settings_text(fleshed_arm().settings);
    const std::size_t at = text.find("\"targets\": ");
    ASSERT_NE(at, std::string::npos);
    text.replace(at, 12, "\"targets\": 9");
    const auto read = parse_volume_settings(text, "arm.json");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("'flesh' is broken"), std::string::npos);
}

TEST(Flesh, can_be_interrupted) {
    const auto& made = fleshed_arm();
    FleshSettings settings = draft();
    settings.joints = {"elbow"};
    const auto flesh =
        *make_flesh(made.arm, settings, [](double done, std::size_t) { return done < 0.3; });
    EXPECT_TRUE(flesh.interrupted);
    EXPECT_TRUE(flesh.joints.empty());
    EXPECT_EQ(flesh.reports[0].trouble, "interrupted");
}

TEST(Flesh, of_joints_that_are_not_there_is_refused) {
    FleshSettings settings = draft();
    settings.joints = {"tail"};
    const auto flesh = make_flesh(fleshed_arm().arm, settings, {});
    ASSERT_FALSE(flesh);
    EXPECT_EQ(flesh.error().message, "there is no joint 'tail'");
}

}  // namespace
}  // namespace isoskin
