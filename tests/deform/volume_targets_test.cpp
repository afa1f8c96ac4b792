// Constant volume as morph targets: where they reach, and that no order of joints matters.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "support/random_character.h"
#include "support/shared_data.h"
#include "support/surface.h"
#include "support/volume_case.h"

namespace isoskin::testing {
namespace {

std::vector<char> reach_of(const Deformer& deformer, std::size_t slot, std::size_t vertex_count) {
    std::vector<char> reached(vertex_count, 0);
    for (const VertexTarget& target : deformer.targets(0))
        if (target.slot == slot)
            for (const Index vertex : target.map.vertices)
                reached[vertex] = 1;
    return reached;
}

class Locality : public ::testing::TestWithParam<VolumeCase> {};

TEST_P(Locality, a_joint_moves_no_vertex_outside_its_map) {
    const Character chain = make_scene("chain");
    Deformer deformer = make_deformer(chain, GetParam().settings());
    const std::size_t count = chain.meshes[0].mesh.vertex_count();
    // Who turns against whom is told by the volume tree, not by the file: the joint whose targets
    // move is found by the loss it reports.
    for (std::size_t joint = 1; joint < 6; ++joint)
        for (const Vec3d& axis : {Vec3d(1, 0, 0), Vec3d(0, 0, 1), Vec3d(1, 1, 1)}) {
            const Pose pose = turned(chain, joint, 80, axis);
            auto out = deformer.make_output();
            const DeformReport report = deformer.deform(pose, out);
            const auto plain = skin_only(chain, pose, GetParam().skinning);
            std::vector<char> reached(count, 0);
            std::size_t lost = 0;
            for (const JointReport& entry : report.joints) {
                if (entry.loss == 0.0) continue;
                ++lost;
                reached = reach_of(deformer, entry.joint, count);
            }
            EXPECT_EQ(lost, 1U);
            EXPECT_LT(std::count(reached.begin(), reached.end(), 1),
                      static_cast<long>(3 * count / 4));
            std::size_t moved = 0;
            for (std::size_t i = 0; i < count; ++i) {
                const bool same = out[0].positions[i] == plain[0].positions[i];
                moved += same ? 0U : 1U;
                ASSERT_TRUE(same || reached[i] != 0) << "joint " << joint << ", vertex " << i;
            }
            EXPECT_GT(moved, 0U);
        }
}

std::vector<VolumeCase> local_cases() {
    std::vector<VolumeCase> cases;
    for (const VolumeCase& c : all_cases())
        if (c.scope != VolumeScope::Global) cases.push_back(c);
    return cases;
}
INSTANTIATE_TEST_SUITE_P(, Locality, ::testing::ValuesIn(local_cases()),
                         [](const auto& test) { return to_string(test.param); });

// --- Order of joints -----------------------------------------------------------------------------

// The same character with joints listed in another order, parents still before children, and the
// slots of the skin in yet another. `joint_of_old` tells where each joint went.
struct Reordered {
    Character character;
    std::vector<std::size_t> joint_of_old;
};

Reordered reorder(const Character& character, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto joints = character.skeleton.joints();
    const std::size_t count = joints.size();
    Reordered result{.character = character, .joint_of_old = std::vector<std::size_t>(count)};
    std::vector<Joint> listed;
    std::vector<char> done(count, 0);
    while (listed.size() < count) {
        const std::size_t old = random() % count;
        const auto parent = joints[old].parent;
        if (done[old] != 0 || (parent && done[*parent] == 0)) continue;
        done[old] = 1;
        result.joint_of_old[old] = listed.size();
        Joint joint = joints[old];
        if (parent) joint.parent = result.joint_of_old[*parent];
        listed.push_back(std::move(joint));
    }
    result.character.skeleton = *Skeleton::create(std::move(listed));

    const SkinnedMesh& mesh = character.meshes[0];
    std::vector<JointIndex> slot_of_old(count);
    std::iota(slot_of_old.begin(), slot_of_old.end(), JointIndex{0});
    std::shuffle(slot_of_old.begin(), slot_of_old.end(), random);
    SkinnedMesh& other = result.character.meshes[0];
    for (std::size_t old = 0; old < count; ++old) {
        const std::size_t slot = slot_of_old[old];
        other.skin.joints[slot] =
            static_cast<JointIndex>(result.joint_of_old[mesh.skin.joints[old]]);
        other.skin.joint_from_bind[slot] = mesh.skin.joint_from_bind[old];
    }
    std::vector<std::vector<Influence>> rows;
    for (std::size_t i = 0; i < mesh.mesh.vertex_count(); ++i) {
        auto& row = rows.emplace_back();
        for (const Influence& influence : mesh.weights.row(i))
            row.push_back({slot_of_old[influence.slot], influence.weight});
    }
    other.weights = SkinWeights::from_rows(rows);
    return result;
}

// Weights in steps of 2^-12, which sum to one exactly in any order.
void round_weights(Character& character) {
    SkinnedMesh& mesh = character.meshes[0];
    std::vector<std::vector<Influence>> rows;
    for (std::size_t i = 0; i < mesh.mesh.vertex_count(); ++i) {
        const auto row = mesh.weights.row(i);
        auto& rounded = rows.emplace_back(row.begin(), row.end());
        float left = 1.0F;
        for (std::size_t k = 1; k < rounded.size(); ++k) {
            rounded[k].weight = std::round(4096.0F * rounded[k].weight) / 4096.0F;
            left -= rounded[k].weight;
        }
        rounded[0].weight = left;
    }
    mesh.weights = SkinWeights::from_rows(rows);
}

class JointOrder : public ::testing::TestWithParam<VolumeMethod> {};

TEST_P(JointOrder, changes_nothing) {
    const DeformSettings settings = VolumeCase{.method = GetParam()}.settings();
    for (std::uint32_t seed = 1; seed <= (kSlowBuild ? 3U : 12U); ++seed) {
        Character character = random_character(seed);
        round_weights(character);
        const Reordered other = reorder(character, seed);
        const Pose pose = random_pose(character, seed, 1.2);
        Pose other_pose = stored_pose(other.character);
        for (std::size_t joint = 0; joint < pose.parent_from_joint.size(); ++joint)
            other_pose.parent_from_joint[other.joint_of_old[joint]] = pose.parent_from_joint[joint];
        Deformer deformer = make_deformer(character, settings);
        Deformer other_deformer = make_deformer(other.character, settings);
        const double radius = 0.1 * size_of(character.meshes[0]);
        EXPECT_LT(largest_distance(deform_exact(deformer, character, pose),
                                   deform_exact(other_deformer, other.character, other_pose)),
                  1e-12 * radius)
            << "seed " << seed;
        // Blends are summed in another order: each coordinate may round differently a few times.
        const auto posed = deform(deformer, pose)[0].positions;
        EXPECT_LT(largest_distance(posed, deform(other_deformer, other_pose)[0].positions),
                  std::max(1e-6 * radius, 6.0 * float_rounding(posed)))
            << "seed " << seed;
    }
}
INSTANTIATE_TEST_SUITE_P(, JointOrder, ::testing::Values(VolumeMethod::Normal, VolumeMethod::Free));

// --- Morph targets -------------------------------------------------------------------------------

void expect_morph_identity(const Character& character, const Pose& pose) {
    Deformer deformer = make_deformer(character, VolumeCase{}.settings());
    const auto posed = deform(deformer, pose);
    for (std::size_t m = 0; m < posed.size(); ++m) {
        Character thick = character;
        auto& positions = thick.meshes[m].mesh.positions;
        std::vector<Vec3d> sum;
        for (const Vec3& p : positions)
            sum.push_back(p.cast<double>());
        const auto weights = deformer.weights(pose, m);
        const auto targets = deformer.targets(m);
        const auto directions = deformer.target_directions(m);
        for (std::size_t k = 0; k < targets.size(); ++k)
            for (std::size_t i = 0; i < targets[k].map.vertices.size(); ++i) {
                const Index vertex = targets[k].map.vertices[i];
                const Vec3& way =
                    targets[k].map.ways.empty() ? directions[vertex] : targets[k].map.ways[i];
                sum[vertex] += static_cast<double>(weights[k]) *
                               static_cast<double>(targets[k].map.values[i]) * way.cast<double>();
            }
        for (std::size_t i = 0; i < sum.size(); ++i)
            positions[i] = sum[i].cast<float>();
        EXPECT_LT(largest_distance(posed[m].positions, skin_plainly(thick, m, pose)),
                  1e-6 * size_of(character.meshes[m]))
            << character.name << ", mesh " << m;
    }
}

TEST(MorphWeights, follow_from_the_matrices_of_the_joints_alone) {
    const Character arm = make_scene("arm");
    const Pose pose = clip_pose(arm, arm.clips[0], 0.45 * arm.clips[0].duration());
    std::vector<Affine> model(arm.skeleton.joint_count());
    compute_model_pose(arm.skeleton, pose.parent_from_joint, model);
    Deformer deformer = make_deformer(arm, VolumeCase{}.settings());
    ASSERT_TRUE(deformer.has_weights());
    const auto of_pose = deformer.weights(pose, 0);
    const std::vector<float> expected(of_pose.begin(), of_pose.end());
    const auto of_matrices = deformer.weights(model, pose.morph_weights, 0);
    EXPECT_EQ(std::vector<float>(of_matrices.begin(), of_matrices.end()), expected);
    EXPECT_FALSE(make_deformer(arm, {.skinning = SkinMethod::DualQuaternion}).has_weights());
}

TEST(MorphIdentity, linear_skinning_of_the_targets_is_the_corrected_surface) {
    for (const char* name : {"tube", "arm", "finger", "creature"}) {
        const Character character = make_scene(name);
        for (const Clip& clip : character.clips)
            expect_morph_identity(character, clip_pose(character, clip, 0.45 * clip.duration()));
    }
    for (std::uint32_t seed = 1; seed <= 6; ++seed) {
        const Character character = random_character(seed);
        expect_morph_identity(character, random_pose(character, seed, 1.2));
    }
}

TEST(RigidTurn, of_a_hand_with_many_roots_costs_nothing) {
    ISOSKIN_NEEDS_SHARED_DATA();
    for (const char* file : {"hand-webxr/left.glb", "hand-webxr/right.glb"}) {
        const auto hand = read_character(shared_data(file));
        ASSERT_TRUE(hand);
        Deformer deformer = make_deformer(*hand, VolumeCase{}.settings());
        Pose pose = stored_pose(*hand);
        std::size_t m = 0;
        while (hand->meshes[m].skin.joints.size() < 25)
            ++m;
        // Bound first, so that only the turn is left.
        const Affine motion(Eigen::Translation3d(0.3, -0.2, 0.1) *
                            Eigen::AngleAxisd(2.1, Vec3d(1, 2, 3).normalized()));
        std::vector<Affine> model_from_joint(hand->skeleton.joint_count(), Affine::Identity());
        const Skin& skin = hand->meshes[m].skin;
        for (std::size_t slot = 0; slot < skin.joints.size(); ++slot)
            model_from_joint[skin.joints[slot]] = motion * skin.joint_from_bind[slot].inverse();
        auto out = deformer.make_output();
        const DeformReport report = deformer.deform(model_from_joint, pose.morph_weights, out);
        for (const JointReport& joint : report.joints) {
            EXPECT_EQ(joint.loss, 0.0) << joint.joint;
            EXPECT_EQ(joint.displacement, 0.0) << joint.joint;
        }
        EXPECT_TRUE(keeps_volume(report, 1e-6));
    }
}

}  // namespace
}  // namespace isoskin::testing
