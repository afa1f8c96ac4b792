#include "isoskin/dynamics/cape.h"

#include <cmath>

#include <gtest/gtest.h>

#include "isoskin/base/parallel.h"
#include "isoskin/io/character_file.h"
#include "isoskin/lattice/deform_bind.h"
#include "scenes.h"
#include "support/shared_data.h"

// Cloth that a character wears.
namespace isoskin {
namespace {

constexpr double kStep = 1.0 / 60.0;

// A cloth over the back, fastened at the shoulders, as wide as the body.
CapeSettings cape_over(const Character& character) {
    const Eigen::AlignedBox3d box = bounding_box(lattice_points(character)).cast<double>();
    const Vec3d size = box.sizes();
    CapeSettings settings;
    settings.margin = 0.01 * size.maxCoeff();
    settings.cloth.width = 0.6 * size.x();
    settings.cloth.height = 0.5 * size.z();
    settings.cloth.quads = 20;
    settings.cloth.corner =
        Vec3d(box.center().x() - 0.3 * size.x(), box.max().y(), box.center().z() + 0.1 * size.z());
    settings.cloth.down = -Vec3d::UnitZ();
    settings.cloth.dynamics.gravity = Vec3d(0, -5.0 * size.y(), 0);
    return settings;
}

void expect_worn(const Character& character, const Clip& clip) {
    const CapeSettings settings = cape_over(character);
    auto cape = Cape::create(character, settings);
    ASSERT_TRUE(cape) << cape.error().message;
    const double size = bounding_box(lattice_points(character)).sizes().cast<double>().maxCoeff();
    std::vector<Affine> model_from_joint(character.skeleton.joint_count());
    double farthest = 0.0;
    for (int i = 0; i < 90; ++i) {
        const Pose pose = clip_pose(character, clip, i * kStep, PlayMode::Loop);
        compute_model_pose(character.skeleton, pose.parent_from_joint, model_from_joint);
        cape->step(model_from_joint, kStep);
        for (const Index vertex : cape->cloth().upper_edge())
            ASSERT_EQ(cape->cloth().dynamics().position(vertex), cape->anchor(vertex));
        const Vec3 first = cape->mesh().positions.front();
        for (const Vec3& position : cape->mesh().positions) {
            ASSERT_TRUE(position.allFinite());
            farthest = std::max(farthest, static_cast<double>((position - first).norm()));
        }
        if (i > 0) {
            ASSERT_LT(cape->cloth().dynamics().deepest(), 1e-3 * size) << i;
        }
    }
    EXPECT_LT(farthest, 2.0 * (settings.cloth.width + settings.cloth.height));
}

TEST(Cape, follows_the_creature) {
    const Character creature = *scenes::make_scene("creature");
    expect_worn(creature, creature.clips[0]);
}

TEST(Cape, follows_a_fox) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto fox = read_character(shared_data("fox-khronos/Fox.glb"));
    ASSERT_TRUE(fox) << fox.error().message;
    expect_worn(*fox, fox->clips[1]);
}

TEST(BodyBalls, are_about_where_the_flesh_is) {
    const Character creature = *scenes::make_scene("creature");
    const std::vector<BodyBall> body = body_balls(creature);
    std::vector<Affine> model_from_joint(creature.skeleton.joint_count());
    compute_model_pose(creature.skeleton, stored_pose(creature).parent_from_joint,
                       model_from_joint);
    const Eigen::AlignedBox3d box = bounding_box(lattice_points(creature)).cast<double>();
    ASSERT_GT(body.size(), 10U);
    for (const Ball& ball : posed_balls(body, model_from_joint, 0.0)) {
        EXPECT_TRUE(box.contains(ball.centre));
        EXPECT_LT(ball.radius, 0.5 * box.sizes().maxCoeff());
        EXPECT_GT(ball.radius, 0.0);
    }
}

// As in the scene `cape`: it falls over the back first and is fastened where it lies.
CapeSettings draped_cape() {
    CapeSettings settings;
    settings.cloth.width = 1.5;
    settings.cloth.height = 1.3;
    settings.cloth.quads = 32;
    settings.cloth.corner = Vec3d(-0.75, 1.32, 0.22);
    settings.cloth.down = -Vec3d::UnitZ();
    settings.cloth.dynamics = {.mass = 0.3,
                               .stiffness = 20.0,
                               .damping = 0.002,
                               .drag = 0.4,
                               .friction = 0.3,
                               .iterations = 10};
    settings.margin = 0.035;
    settings.drape_seconds = 1.0;
    return settings;
}

double longest_edge(const Mesh& mesh) {
    double longest = 0.0;
    for (const Face& face : mesh.faces)
        for (std::size_t i = 0; i < 4; ++i)
            longest =
                std::max(longest, static_cast<double>((mesh.positions[face.vertices[i]] -
                                                       mesh.positions[face.vertices[(i + 1) % 4]])
                                                          .norm()));
    return longest;
}

struct Worn {
    std::vector<Vec3> positions;
    double deepest = 0.0;       // of the mesh in the balls of the body, without their margin
    double in_margin = 0.0;     // of the points that touch, with it
    double longest_edge = 0.0;  // over its length at rest
    double most_kinetic = 0.0;
    double lowest = 1e9;
};

Worn wear(const Character& creature, int steps, int threads) {
    const ThreadLimit limit(threads);
    const CapeSettings settings = draped_cape();
    Cape cape = *Cape::create(creature, settings);
    const std::vector<BodyBall> body = body_balls(creature);
    std::vector<Affine> model_from_joint(creature.skeleton.joint_count());
    Worn worn;
    for (int i = 0; i < steps; ++i) {
        const Pose pose = clip_pose(creature, creature.clips[0], i * kStep, PlayMode::Loop);
        compute_model_pose(creature.skeleton, pose.parent_from_joint, model_from_joint);
        cape.step(model_from_joint, kStep);
        if (i == 0) continue;  // it is only laid there
        for (const Ball& ball : posed_balls(body, model_from_joint, 0.0))
            for (const Vec3& position : cape.mesh().positions)
                worn.deepest = std::max(
                    worn.deepest, ball.radius - (position.cast<double>() - ball.centre).norm());
        for (const Vec3& position : cape.mesh().positions)
            worn.lowest = std::min(worn.lowest, static_cast<double>(position.y()));
        worn.in_margin = std::max(worn.in_margin, cape.cloth().dynamics().deepest());
        worn.longest_edge = std::max(worn.longest_edge, longest_edge(cape.mesh()));
        if (i < 30) continue;  // the leap from the stored pose into the walk has to die away
        worn.most_kinetic = std::max(worn.most_kinetic, cape.cloth().dynamics().energy().kinetic);
    }
    worn.longest_edge /= settings.cloth.width / settings.cloth.quads;
    worn.positions = cape.mesh().positions;
    return worn;
}

TEST(Cape, lies_on_the_walking_creature_and_never_in_it) {
    const Character creature = *scenes::make_scene("creature");
    const Worn worn = wear(creature, 180, 1);
    EXPECT_EQ(worn.deepest, 0.0);
    EXPECT_LT(worn.in_margin, 0.01);
    EXPECT_LT(worn.longest_edge, 1.6);
    EXPECT_LT(worn.most_kinetic, 0.5 * 0.3 * 1.0);  // on the whole slower than 1 m/s
    EXPECT_LT(worn.lowest, 0.8);                    // it hangs down the sides
    EXPECT_GT(worn.lowest, 0.2);
}

TEST(Cape, is_the_same_on_any_number_of_threads) {
    const Character creature = *scenes::make_scene("creature");
    EXPECT_EQ(wear(creature, 20, 2).positions, wear(creature, 20, 1).positions);
}

TEST(Cape, refuses_a_wearer_without_vertices) {
    EXPECT_FALSE(Cape::create({}, {}));
}

// Balls are within the skin, and the skin is near them.
TEST(BodyBalls, fill_the_body) {
    Character creature = *scenes::make_scene("creature");
    creature.meshes.resize(1);  // without the eyes
    const std::vector<Vec3>& skin = creature.meshes[0].mesh.positions;
    const double size = bounding_box(skin).sizes().cast<double>().norm();
    std::vector<Affine> model_from_joint(creature.skeleton.joint_count(), Affine::Identity());
    const Skin& bones = creature.meshes[0].skin;
    for (std::size_t slot = 0; slot < bones.joints.size(); ++slot)
        model_from_joint[bones.joints[slot]] = bones.joint_from_bind[slot].inverse();
    const std::vector<Ball> balls = posed_balls(body_balls(creature), model_from_joint, 0.0);
    double deepest = 0.0;
    double farthest = 0.0;
    for (const Vec3& point : skin) {
        double outside = 1e9;
        for (const Ball& ball : balls)
            outside = std::min(outside, (point.cast<double>() - ball.centre).norm() - ball.radius);
        deepest = std::max(deepest, -outside);
        farthest = std::max(farthest, outside);
    }
    EXPECT_LT(deepest, 0.005 * size);
    EXPECT_LT(farthest, 0.015 * size);
}

}  // namespace
}  // namespace isoskin
