// The laws every way of keeping the volume obeys, on characters and poses made at random.
#include <gtest/gtest.h>

#include "isoskin/base/parallel.h"
#include "support/allocation_count.h"
#include "support/random_character.h"
#include "support/volume_case.h"

namespace isoskin::testing {
namespace {

constexpr std::uint32_t kSeeds = kSlowBuild ? 2 : 6;
constexpr double kBend = 1.2;  // radians: every joint of a random pose turns by less

class VolumeLaws : public ::testing::TestWithParam<VolumeCase> {
  protected:
    DeformSettings settings_ = GetParam().settings();
};

TEST_P(VolumeLaws, rest_gives_rest_to_the_bit) {
    for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
        const Character character = random_character(seed);
        Deformer deformer = make_deformer(character, settings_);
        EXPECT_EQ(deform(deformer, stored_pose(character))[0].positions,
                  character.meshes[0].mesh.positions)
            << "seed " << seed;
    }
}

TEST_P(VolumeLaws, a_rigid_motion_asks_for_nothing) {
    for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
        const Character character = random_character(seed);
        Deformer deformer = make_deformer(character, settings_);
        Dice dice(seed);
        Pose pose = stored_pose(character);
        pose.parent_from_joint[0].rotation = turn(dice.between(-180, 180), dice.direction());
        pose.parent_from_joint[0].translation += 3.0 * dice.direction();
        auto out = deformer.make_output();
        const DeformReport report = deformer.deform(pose, out);

        const Transform& before = character.skeleton.joints()[0].parent_from_joint;
        const Affine motion = to_affine(pose.parent_from_joint[0]) * to_affine(before).inverse();
        std::vector<Vec3d> moved;
        for (const Vec3& p : character.meshes[0].mesh.positions)
            moved.push_back(motion * p.cast<double>());
        EXPECT_LT(largest_distance(out[0].positions, moved), 1e-6 * size_of(character.meshes[0]))
            << "seed " << seed;
        EXPECT_TRUE(keeps_volume(report, 1e-6)) << "seed " << seed;
        for (const JointReport& joint : report.joints)
            EXPECT_EQ(joint.displacement, 0.0) << "seed " << seed << ", joint " << joint.joint;
    }
}

TEST_P(VolumeLaws, the_sign_of_a_quaternion_means_nothing) {
    for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
        const Character character = random_character(seed);
        Deformer deformer = make_deformer(character, settings_);
        Pose pose = random_pose(character, seed, kBend);
        const auto expected = deform(deformer, pose);
        for (Transform& local : pose.parent_from_joint)
            local.rotation.coeffs() = -local.rotation.coeffs();
        EXPECT_EQ(deform(deformer, pose)[0].positions, expected[0].positions) << "seed " << seed;
    }
}

// --- Mirrored characters -------------------------------------------------------------------------

Transform mirrored(Transform transform) {
    transform.translation.x() = -transform.translation.x();
    const Quatd& q = transform.rotation;
    transform.rotation = Quatd(q.w(), q.x(), -q.y(), -q.z());
    return transform;
}

Character mirrored(const Character& character) {
    std::vector<Joint> joints(character.skeleton.joints().begin(),
                              character.skeleton.joints().end());
    for (Joint& joint : joints)
        joint.parent_from_joint = mirrored(joint.parent_from_joint);
    Character mirror = character;
    mirror.skeleton = *Skeleton::create(std::move(joints));
    SkinnedMesh& mesh = mirror.meshes[0];
    mesh.skin = scenes::bind_to(mirror.skeleton);
    for (Vec3& p : mesh.mesh.positions)
        p.x() = -p.x();
    for (Face& face : mesh.mesh.faces)
        std::swap(face.vertices[1], face.vertices[face.is_quad() ? 3 : 2]);
    return mirror;
}

TEST_P(VolumeLaws, a_mirrored_pose_gives_the_mirrored_shape) {
    for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
        const Character character = random_character(seed);
        const Character mirror = mirrored(character);
        Pose pose = random_pose(character, seed, kBend);
        Deformer deformer = make_deformer(character, settings_);
        Deformer mirror_deformer = make_deformer(mirror, settings_);
        const auto expected = deform_exact(deformer, character, pose);
        for (Transform& local : pose.parent_from_joint)
            local = mirrored(local);
        auto actual = deform_exact(mirror_deformer, mirror, pose);
        for (Vec3d& p : actual)
            p.x() = -p.x();
        EXPECT_LT(largest_distance(actual, expected), 1e-9 * size_of(character.meshes[0]))
            << "seed " << seed;
    }
}

// --- What may not move, and what may not change --------------------------------------------------

TEST_P(VolumeLaws, pinned_vertices_stay_to_the_bit) {
    for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
        const Character character = random_character(seed);
        const auto& positions = character.meshes[0].mesh.positions;
        std::vector<float> painted;
        for (const Vec3& p : positions)
            painted.push_back(p.y() > 0.1F ? 0.0F : 1.0F);
        for (const Joint& joint : character.skeleton.joints())
            settings_.volume->joints.push_back(
                {.joint = joint.name, .painted = {{.mesh = 0, .values = painted}}});
        Deformer deformer = make_deformer(character, settings_);
        settings_.volume->joints.clear();
        const Pose pose = random_pose(character, seed, 0.7);
        const auto posed = deform(deformer, pose);
        const auto plain = skin_only(character, pose, settings_.skinning);
        std::size_t moved = 0;
        for (std::size_t i = 0; i < painted.size(); ++i) {
            const bool same = posed[0].positions[i] == plain[0].positions[i];
            ASSERT_TRUE(same || painted[i] != 0.0F) << "seed " << seed << ", vertex " << i;
            moved += same ? 0U : 1U;
        }
        EXPECT_GT(moved, 0U) << "seed " << seed;
    }
}

TEST_P(VolumeLaws, any_number_of_threads_gives_the_same_bits) {
    for (std::uint32_t seed = 1; seed <= 2; ++seed) {
        const Character character = random_character(seed);
        const Pose pose = random_pose(character, seed, kBend);
        std::vector<Vec3> expected;
        for (const int threads : {1, 2, 8}) {
            const ThreadLimit limit(threads);
            Deformer deformer = make_deformer(character, settings_);
            const auto posed = deform(deformer, pose);
            if (expected.empty()) expected = posed[0].positions;
            EXPECT_EQ(posed[0].positions, expected) << "seed " << seed << ", " << threads;
        }
    }
}

Character scaled(const Character& character, double scale) {
    std::vector<Joint> joints(character.skeleton.joints().begin(),
                              character.skeleton.joints().end());
    for (Joint& joint : joints)
        joint.parent_from_joint.translation *= scale;
    Character other = character;
    other.skeleton = *Skeleton::create(std::move(joints));
    other.meshes[0].skin = scenes::bind_to(other.skeleton);
    for (Vec3& p : other.meshes[0].mesh.positions)
        p *= static_cast<float>(scale);
    return other;
}

TEST_P(VolumeLaws, the_size_of_a_character_changes_nothing) {
    for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
        const Character character = random_character(seed);
        Pose pose = random_pose(character, seed, kBend);
        Deformer deformer = make_deformer(character, settings_);
        const auto expected = deform(deformer, pose)[0].positions;
        for (const double scale : {1000.0, 0.001}) {
            const Character other = scaled(character, scale);
            Pose other_pose = pose;
            for (Transform& local : other_pose.parent_from_joint)
                local.translation *= scale;
            Deformer other_deformer = make_deformer(other, settings_);
            auto actual = deform(other_deformer, other_pose)[0].positions;
            for (Vec3& p : actual)
                p /= static_cast<float>(scale);
            EXPECT_LT(largest_distance(actual, expected), 2e-6 * size_of(character.meshes[0]))
                << "seed " << seed << ", scale " << scale;
        }
    }
}

TEST_P(VolumeLaws, deform_allocates_nothing) {
    const Character character = random_character(2);
    const ThreadLimit one(1);
    Deformer deformer = make_deformer(character, settings_);
    auto out = deformer.make_output();
    const Pose first = random_pose(character, 1, kBend);
    const Pose second = random_pose(character, 2, kBend);
    const std::size_t before = allocation_count();
    deformer.deform(first, out);
    deformer.deform(second, out);
    EXPECT_EQ(allocation_count(), before);
}

INSTANTIATE_TEST_SUITE_P(, VolumeLaws, ::testing::ValuesIn(all_cases()),
                         [](const auto& test) { return to_string(test.param); });

}  // namespace
}  // namespace isoskin::testing
