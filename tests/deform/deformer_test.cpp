#include "isoskin/deform/deformer.h"

#include <gtest/gtest.h>

#include "isoskin/base/parallel.h"
#include "isoskin/mesh/normals.h"
#include "isoskin/rig/bare_mesh.h"
#include "scenes.h"
#include "skinning/skin_fixture.h"
#include "support/allocation_count.h"
#include "support/solids.h"

namespace isoskin {
namespace {

constexpr double kTolerance = 2e-6;  // of the size of the character: float positions

Character scene(std::string_view name, std::size_t min_vertices = 0) {
    auto made = scenes::make_scene(name, {.min_vertices = min_vertices});
    EXPECT_TRUE(made) << name;
    return *std::move(made);
}

Deformer make_deformer(const Character& character, const DeformSettings& settings = {}) {
    auto made = Deformer::create(character, settings);
    EXPECT_TRUE(made);
    return *std::move(made);
}

std::vector<PosedMesh> deform(Deformer& deformer, const Pose& pose) {
    auto out = deformer.make_output();
    deformer.deform(pose, out);
    return out;
}

// The largest distance between two shapes, over their size.
double relative_distance(const std::vector<Vec3>& posed, const std::vector<Vec3d>& exact) {
    double largest = 0.0;
    for (std::size_t i = 0; i < exact.size(); ++i)
        largest = std::max(largest, (posed[i].cast<double>() - exact[i]).norm());
    return largest / static_cast<double>(bounding_box(posed).diagonal().norm());
}

class DeformerLaws : public testing::TestWithParam<SkinMethod> {
  protected:
    DeformSettings settings_{.skinning = GetParam(), .normals = NormalOutput::Normals};
};

TEST_P(DeformerLaws, the_bind_pose_gives_the_bind_shape) {
    for (const auto& info : scenes::scene_list()) {
        const Character character = scene(info.name);
        Deformer deformer = make_deformer(character, settings_);
        const auto posed = deform(deformer, stored_pose(character));
        for (std::size_t m = 0; m < posed.size(); ++m)
            EXPECT_LT(relative_distance(posed[m].positions,
                                        to_double(character.meshes[m].mesh.positions)),
                      kTolerance)
                << info.name;
    }
}

TEST_P(DeformerLaws, every_clip_equals_the_plain_double_loop) {
    for (const auto& info : scenes::scene_list()) {
        const Character character = scene(info.name);
        Deformer deformer = make_deformer(character, settings_);
        for (const Clip& clip : character.clips) {
            const Pose pose = clip_pose(character, clip, 0.7 * clip.duration());
            const auto posed = deform(deformer, pose);
            for (std::size_t m = 0; m < posed.size(); ++m) {
                std::vector<Vec3d> exact(posed[m].positions.size());
                deformer.deform_exact(pose, m, exact);
                EXPECT_LT(relative_distance(posed[m].positions, exact), kTolerance)
                    << info.name << ", clip " << clip.name;
            }
        }
    }
}

TEST_P(DeformerLaws, any_number_of_threads_gives_the_same_bits) {
    const Character character = scene("arm", 20'000);
    Deformer deformer = make_deformer(character, settings_);
    const Pose pose = clip_pose(character, character.clips.front(), 0.4);
    const ThreadLimit one(1);
    const auto posed = deform(deformer, pose);
    for (const int threads : {2, 8}) {
        const ThreadLimit limit(threads);
        const auto again = deform(deformer, pose);
        EXPECT_EQ(again[0].positions, posed[0].positions);
        EXPECT_EQ(again[0].normals, posed[0].normals);
    }
}

TEST_P(DeformerLaws, deform_allocates_nothing) {
    const Character character = scene("arm");
    const ThreadLimit one(1);
    Deformer deformer = make_deformer(character, settings_);
    auto out = deformer.make_output();
    const Pose first = clip_pose(character, character.clips.front(), 0.3);
    const Pose second = clip_pose(character, character.clips.front(), 0.6);

    const std::size_t before = allocation_count();
    deformer.deform(first, out);
    deformer.deform(second, out);
    EXPECT_EQ(allocation_count(), before);
}

INSTANTIATE_TEST_SUITE_P(Methods, DeformerLaws,
                         testing::Values(SkinMethod::Rigid, SkinMethod::Linear,
                                         SkinMethod::DualQuaternion));

// A cube of six quads, every corner split, on one joint at its centre.
Character make_cube() {
    const Mesh box = make_split_box();
    const SkinWeights weights = SkinWeights::rigid(box.vertex_count(), 0);
    const std::vector<Affine> joint_from_bind{Affine::Identity()};
    Character cube = make_character({box.positions, box.faces, weights, joint_from_bind}).value();
    cube.meshes[0].mesh.normals = box.normals;
    return cube;
}

MorphTarget make_morph(std::string name, std::vector<Vec3> positions) {
    return {
        .name = std::move(name), .positions = std::move(positions), .normals = {}, .tangents = {}};
}

TEST(Deformer, normals_under_non_uniform_scale_equal_those_recomputed_from_the_posed_faces) {
    const Character cube = make_cube();
    Pose pose = stored_pose(cube);
    pose.parent_from_joint[0] = {.translation = Vec3d(1.0, 2.0, 3.0),
                                 .rotation = Quatd(0.5, 0.1, -0.7, 0.2).normalized(),
                                 .scale = Vec3d(3.0, 0.25, 1.0)};
    for (const SkinMethod method : {SkinMethod::Linear, SkinMethod::DualQuaternion}) {
        Deformer deformer = make_deformer(cube, {.skinning = method});
        const auto posed = deform(deformer, pose);
        const auto recomputed = compute_normals(cube.meshes[0].mesh, posed[0].positions);
        for (std::size_t i = 0; i < recomputed.size(); ++i)
            EXPECT_LT((posed[0].normals[i] - recomputed[i]).norm(), 1e-5F);
    }
}

TEST(Deformer, makes_normals_where_the_file_has_none) {
    Character arm = scene("arm");
    arm.meshes[0].mesh.normals.clear();
    Deformer deformer = make_deformer(arm);
    const auto posed = deform(deformer, stored_pose(arm));
    ASSERT_EQ(posed[0].normals.size(), arm.meshes[0].mesh.wedge_count());
    const auto expected = compute_normals(arm.meshes[0].mesh, arm.meshes[0].mesh.positions);
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_LT((posed[0].normals[i] - expected[i]).norm(), 1e-5F);
}

TEST(Deformer, writes_only_what_is_asked_for) {
    Character cube = make_cube();
    cube.meshes[0].mesh.tangents.assign(24, Vec4(1.0F, 0.0F, 0.0F, 1.0F));
    const auto output = [&](NormalOutput normals) {
        return make_deformer(cube, {.normals = normals}).make_output();
    };
    EXPECT_TRUE(output(NormalOutput::None)[0].normals.empty());
    EXPECT_TRUE(output(NormalOutput::Normals)[0].tangents.empty());
    EXPECT_EQ(output(NormalOutput::NormalsAndTangents)[0].tangents.size(), 24U);
}

TEST(Deformer, morphs_come_before_skinning_and_each_mesh_reads_its_own_weights) {
    Character cubes = make_cube();
    cubes.meshes.push_back(cubes.meshes[0]);
    for (SkinnedMesh& mesh : cubes.meshes) {
        mesh.morphs.push_back(make_morph("up", std::vector<Vec3>(24, Vec3::UnitY())));
        mesh.stored_morph_weights = {0.0F};
    }
    Pose pose = stored_pose(cubes);
    pose.parent_from_joint[0].rotation = Quatd(Eigen::AngleAxisd(kPi / 2.0, Vec3d::UnitZ()));
    pose.morph_weights = {0.0F, 2.0F};

    Deformer deformer = make_deformer(cubes);
    const auto posed = deform(deformer, pose);
    for (std::size_t i = 0; i < 24; ++i) {
        const Vec3 moved = posed[1].positions[i] - posed[0].positions[i];
        EXPECT_LT((moved - Vec3(-2.0F, 0.0F, 0.0F)).norm(), 1e-6F);
    }
}

TEST(Deformer, skins_bare_spans_by_matrices) {
    const std::vector<Vec3> positions{{0.0F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}, {0.0F, 1.0F, 0.0F}};
    const std::vector<Face> faces{make_triangle(0, 1, 2)};
    const std::vector<std::vector<Influence>> rows{
        {{0, 1.0F}}, {{1, 1.0F}}, {{0, 0.5F}, {1, 0.5F}}};
    const SkinWeights weights = SkinWeights::from_rows(rows);
    const std::vector<Affine> joint_from_bind(2, Affine::Identity());
    Deformer deformer =
        make_deformer(make_character({positions, faces, weights, joint_from_bind}).value());

    auto out = deformer.make_output();
    const std::vector<Affine> joints{Affine::Identity(),
                                     Affine(Eigen::Translation3d(0.0, 0.0, 2.0))};
    const DeformReport report = deformer.deform(joints, {}, out);
    EXPECT_EQ(report.vertex_count, 3U);
    EXPECT_EQ(out[0].positions[1], Vec3(1.0F, 0.0F, 2.0F));
    EXPECT_EQ(out[0].positions[2], Vec3(0.0F, 1.0F, 1.0F));
}

TEST(Deformer, refuses_parts_that_do_not_fit_naming_the_mesh) {
    const auto refusal = [](const Character& character) {
        const auto made = Deformer::create(character);
        return made ? std::string() : made.error().message;
    };
    Character cube = make_cube();
    cube.meshes[0].mesh.faces[0].vertices[1] = 99;
    EXPECT_EQ(refusal(cube), "mesh 'mesh' has a face with a vertex that does not exist");

    cube = make_cube();
    cube.meshes[0].weights = SkinWeights::rigid(3, 0);
    EXPECT_EQ(refusal(cube), "mesh 'mesh' has 24 vertices but weights for 3");

    cube = make_cube();
    cube.meshes[0].weights = SkinWeights::rigid(24, 5);
    EXPECT_EQ(refusal(cube),
              "mesh 'mesh' has a weight at vertex 0 for joint 5 of its skin, which has 1");

    cube = make_cube();
    cube.meshes[0].skin.joints = {7};
    EXPECT_EQ(refusal(cube), "mesh 'mesh' follows joint 7, which does not exist");

    cube = make_cube();
    cube.meshes[0].morphs.push_back(make_morph("smile", {Vec3::Zero()}));
    EXPECT_EQ(refusal(cube), "mesh 'mesh' has morph target 'smile', which is not of its size");
}

TEST(Deformer, tells_how_far_building_has_come) {
    const Character creature = *scenes::make_scene("creature");
    std::vector<double> told;
    const auto made = Deformer::create(
        creature,
        {.volume = VolumeSettings{}, .progress = [&](double share) { told.push_back(share); }});
    ASSERT_TRUE(made);
    ASSERT_FALSE(told.empty());
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_GT(told.front(), 0.0);
    EXPECT_LE(told.back(), 1.0);
}

}  // namespace
}  // namespace isoskin
