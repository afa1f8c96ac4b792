// The correction played in part, and curves that are exaggerated.
#include <gtest/gtest.h>

#include "support/volume_case.h"

namespace isoskin::testing {
namespace {

struct Posed {
    std::vector<Vec3> positions;
    PartReport part;
    std::vector<JointReport> joints;

    double error() const { return part.corrected / part.target - 1.0; }
};

Posed pose_by(const Character& character, const DeformSettings& settings, const Pose& pose) {
    Deformer deformer = make_deformer(character, settings);
    auto out = deformer.make_output();
    const DeformReport report = deformer.deform(pose, out);
    return {out[0].positions, report.parts[0], {report.joints.begin(), report.joints.end()}};
}

DeformSettings with_amount(const VolumeCase& c, double amount) {
    DeformSettings settings = c.settings();
    settings.volume->amount = amount;
    return settings;
}

class Amount : public ::testing::TestWithParam<VolumeCase> {};

TEST_P(Amount, goes_from_skinned_over_an_honest_error_to_exact) {
    const Character arm = make_scene("arm");
    const Pose pose = turned(arm, 2, 80.0, Vec3d::UnitX());
    const auto skinned = skin_only(arm, pose, GetParam().skinning);

    const Posed none = pose_by(arm, with_amount(GetParam(), 0.0), pose);
    const Posed half = pose_by(arm, with_amount(GetParam(), 0.5), pose);
    const Posed all = pose_by(arm, with_amount(GetParam(), 1.0), pose);

    EXPECT_LE(largest_distance(none.positions, skinned[0].positions),
              1e-6 * size_of(arm.meshes[0]));
    EXPECT_TRUE(all.part.reached) << all.part.trouble;
    EXPECT_NEAR(all.error(), 0.0, 1e-6);
    EXPECT_LT(std::abs(half.error()), std::abs(none.error()));
    EXPECT_GT(std::abs(half.error()), 1e-4);
    EXPECT_EQ(half.part.target, all.part.target) << "what ought to be enclosed is the same";
    EXPECT_FALSE(half.part.reached);
    EXPECT_EQ(half.part.amount, 0.5);
    EXPECT_NE(half.part.trouble.find("amount"), std::string_view::npos);
}

INSTANTIATE_TEST_SUITE_P(ExactMethods, Amount, ::testing::ValuesIn(exact_cases()),
                         [](const auto& test) { return to_string(test.param); });

TEST(AmountOfAJoint, leaves_the_other_joints_as_they_are) {
    const Character arm = make_scene("arm");
    const VolumeCase normal;
    const std::string elbow = arm.skeleton.joints()[2].name;
    DeformSettings settings = normal.settings();
    settings.volume->joints = {{.joint = elbow, .amount = 0.25}};
    const Pose bent = turned(arm, 2, 80.0, Vec3d::UnitX());
    const Pose elsewhere = turned(arm, 1, 40.0, Vec3d::UnitX());

    EXPECT_EQ(pose_by(arm, settings, bent).part.amount, 0.25);
    const Posed other = pose_by(arm, settings, elsewhere);
    const Posed whole = pose_by(arm, normal.settings(), elsewhere);

    EXPECT_EQ(whole.part.amount, 1.0);
    EXPECT_LE(other.part.amount, 1.0);
    EXPECT_LE(std::abs(other.error()), 0.02);
    EXPECT_NEAR(whole.error(), 0.0, 1e-6);
}

TEST(AmountOfAJoint, can_be_followed_without_building_anew) {
    const Character arm = make_scene("arm");
    const Pose pose = turned(arm, 2, 80.0, Vec3d::UnitX());
    DeformSettings settings = VolumeCase{}.settings();
    Deformer deformer = make_deformer(arm, settings);
    settings.volume->amount = 0.7;
    settings.volume->joints = {{.joint = arm.skeleton.joints()[2].name, .amount = 0.5}};

    ASSERT_TRUE(deformer.reshape(*settings.volume));

    EXPECT_EQ(deform(deformer, pose)[0].positions, pose_by(arm, settings, pose).positions);
}

// The joint that bulges most.
double bulge_of(const Posed& posed) {
    double highest = 0.0;
    for (const JointReport& joint : posed.joints)
        highest = std::max(highest, joint.bulge);
    return highest;
}

TEST(GainOfACurve, raises_the_bulge_and_keeps_the_volume_exactly) {
    const Character arm = make_scene("arm");
    const Pose pose = turned(arm, 2, 80.0, Vec3d::UnitX());
    double before = 0.0;
    for (const double gain : {0.0, 0.5, 1.0, 2.0, 3.0}) {
        DeformSettings settings = VolumeCase{}.settings();
        settings.volume->joints = {
            {.joint = arm.skeleton.joints()[2].name, .effect = VolumeEffect::Muscle, .gain = gain}};
        const Posed posed = pose_by(arm, settings, pose);

        EXPECT_TRUE(posed.part.reached) << gain << ": " << posed.part.trouble;
        EXPECT_NEAR(posed.error(), 0.0, 1e-6) << gain;
        EXPECT_GT(bulge_of(posed), before) << gain;
        before = bulge_of(posed);
    }
}

TEST(GainOfACurve, of_one_is_the_curve_as_drawn) {
    const Character arm = make_scene("arm");
    const Pose pose = turned(arm, 2, 80.0, Vec3d::UnitX());
    DeformSettings plain = VolumeCase{}.settings();
    plain.volume->joints = {{.joint = arm.skeleton.joints()[2].name,
                             .profile = {{-0.6, 0.2}, {-0.3, 1.0}, {0.4, 0.1}}}};
    DeformSettings with_gain = plain;
    with_gain.volume->joints[0].gain = 1.0;

    EXPECT_EQ(pose_by(arm, plain, pose).positions, pose_by(arm, with_gain, pose).positions);
}

}  // namespace
}  // namespace isoskin::testing
