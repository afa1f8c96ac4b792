#include "scenes.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/surface.h"

namespace isoskin {
namespace {

using scenes::make_scene;

double volume(const Character& character) {
    double sum = 0.0;
    for (const SkinnedMesh& skinned : character.meshes)
        sum += testing::fan_volume(skinned.mesh);
    return sum;
}

double posed_volume(const Character& character, const Pose& pose) {
    const auto posed = testing::skin_plainly(character, 0, pose);
    return testing::fan_volume<Vec3d>(posed, character.meshes[0].mesh.faces);
}

void expect_sound(const Character& character) {
    for (const SkinnedMesh& skinned : character.meshes) {
        const Mesh& mesh = skinned.mesh;
        EXPECT_TRUE(testing::is_closed(mesh)) << mesh.name;
        EXPECT_GT(testing::fan_volume(mesh), 0.0) << mesh.name << " is inside out";
        ASSERT_EQ(skinned.weights.vertex_count(), mesh.vertex_count()) << mesh.name;
        EXPECT_TRUE(skinned.weights.empty_rows().empty()) << mesh.name;
        EXPECT_LE(skinned.weights.max_influences(), 4U) << mesh.name;
        for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
            float sum = 0.0F;
            for (const Influence& influence : skinned.weights.row(v))
                sum += influence.weight;
            ASSERT_NEAR(sum, 1.0F, 1e-5F) << mesh.name << " vertex " << v;
        }
    }
}

class EveryScene : public ::testing::TestWithParam<scenes::SceneInfo> {
  protected:
    static Character make(std::size_t min_vertices = 0) {
        auto character = make_scene(GetParam().name, {.min_vertices = min_vertices});
        EXPECT_TRUE(character);
        return *std::move(character);
    }
};

TEST_P(EveryScene, is_closed_outward_and_fully_weighted) {
    const Character character = make();
    EXPECT_EQ(character.name, GetParam().name);
    EXPECT_FALSE(character.clips.empty());
    expect_sound(character);
}

TEST_P(EveryScene, is_at_rest_where_it_was_bound) {
    const Character character = make();
    for (std::size_t m = 0; m < character.meshes.size(); ++m) {
        const auto posed = testing::skin_plainly(character, m, stored_pose(character));
        for (std::size_t v = 0; v < posed.size(); ++v)
            ASSERT_LT((posed[v] - character.meshes[m].mesh.positions[v].cast<double>()).norm(),
                      1e-5);
    }
}

TEST_P(EveryScene, comes_out_the_same_twice) {
    const Character first = make();
    const Character second = make();
    ASSERT_EQ(first.meshes.size(), second.meshes.size());
    for (std::size_t m = 0; m < first.meshes.size(); ++m) {
        EXPECT_EQ(first.meshes[m].mesh.positions, second.meshes[m].mesh.positions);
        EXPECT_EQ(first.meshes[m].mesh.colors, second.meshes[m].mesh.colors);
        for (std::size_t v = 0; v < first.meshes[m].mesh.vertex_count(); ++v) {
            const auto a = first.meshes[m].weights.row(v);
            const auto b = second.meshes[m].weights.row(v);
            ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
        }
    }
}

TEST_P(EveryScene, stays_sound_at_a_hundred_thousand_vertices) {
    const Character coarse = make();
    const Character fine = make(100'000);
    std::size_t vertices = 0;
    for (const SkinnedMesh& skinned : fine.meshes)
        vertices += skinned.mesh.vertex_count();
    EXPECT_GE(vertices, 100'000U);
    EXPECT_LT(vertices, 450'000U);
    EXPECT_NEAR(volume(fine) / volume(coarse), 1.0, 0.02);
    expect_sound(fine);
}

INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene,
                         ::testing::ValuesIn(scenes::scene_list().begin(),
                                             scenes::scene_list().end()),
                         [](const auto& test) {
                             std::string name(test.param.name);
                             for (char& c : name)
                                 if (c == '-') c = '_';
                             return name;
                         });

TEST(MakeScene, names_the_known_scenes_when_asked_for_another) {
    const auto character = make_scene("unicorn");
    ASSERT_FALSE(character);
    EXPECT_EQ(character.error().kind, ErrorKind::Usage);
    EXPECT_NE(character.error().message.find("'unicorn'"), std::string::npos);
    EXPECT_NE(character.error().message.find("tube-offset"), std::string::npos);
}

TEST(Tube, has_the_volume_of_the_method) {
    const Character tube = *make_scene("tube");
    EXPECT_EQ(tube.meshes[0].mesh.vertex_count(), 258U);
    EXPECT_NEAR(volume(tube), 18.36880475, 18.4 * 6e-8);  // what float positions can hold
}

TEST(Tube, loses_volume_in_a_bend_as_published) {
    const Character tube = *make_scene("tube");
    const double rest = volume(tube);
    const std::vector<std::pair<double, double>> loss_of_angle{
        {10, 0.16}, {30, 1.45}, {50, 3.87}, {70, 7.13}, {90, 10.84}};
    for (const auto& [angle, loss] : loss_of_angle) {
        const Pose pose = clip_pose(tube, tube.clips[0], angle / 90.0);
        EXPECT_NEAR(100.0 * (1.0 - posed_volume(tube, pose) / rest), loss, 0.006) << angle << "°";
    }
}

TEST(Tube, keeps_its_volume_exactly_when_subdivided) {
    EXPECT_NEAR(volume(*make_scene("tube", {.min_vertices = 100'000})), 18.36880475, 2e-6);
}

TEST(Lab, turns_its_second_bone_by_thirty_degrees_a_second) {
    const Character lab = *make_scene("lab");
    EXPECT_EQ(lab.skeleton.joint_count(), 3U);
    EXPECT_DOUBLE_EQ(lab.clips[0].duration(), 3.0);
    for (const double second : {0.0, 1.0, 2.0, 3.0}) {
        const Pose pose = clip_pose(lab, lab.clips[0], second);
        const double angle = pose.parent_from_joint[1].rotation.angularDistance(Quatd::Identity());
        EXPECT_NEAR(angle, second * kPi / 6.0, 1e-6);
    }
}

TEST(Lab, has_rigid_halves_or_a_straight_ramp) {
    const Character rigid = *make_scene("lab-rigid");
    const Character ramped = *make_scene("lab");
    EXPECT_EQ(rigid.meshes[0].weights.max_influences(), 1U);
    EXPECT_EQ(ramped.meshes[0].weights.max_influences(), 2U);
    const Eigen::AlignedBox3f box = bounding_box(ramped.meshes[0].mesh.positions);
    EXPECT_FLOAT_EQ(box.max().z(), 50.0F);
    EXPECT_FLOAT_EQ(box.max().x(), 4.0F);
}

}  // namespace
}  // namespace isoskin
