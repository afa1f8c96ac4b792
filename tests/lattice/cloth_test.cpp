#include "isoskin/lattice/cloth.h"

#include <cmath>

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "isoskin/lattice/cape.h"
#include "isoskin/lattice/deform_bind.h"
#include "scenes.h"
#include "support/shared_data.h"

// The quadtree as cloth: hung, dropped, worn.
namespace isoskin {
namespace {

constexpr double kStep = 1.0 / 60.0;

Cloth make_cloth(const ClothSettings& settings) {
    auto made = Cloth::create(settings);
    EXPECT_TRUE(made) << made.error().message;
    return *std::move(made);
}

// A sheet in the plane z = 0, pinned at both upper corners.
Cloth hung(double stiffness, double bend = 0.05, int depth = 4) {
    ClothSettings settings{.depth = depth, .quads = 24, .corner = Vec3d(-0.5, 2, 0)};
    settings.dynamics.stiffness = stiffness;
    settings.dynamics.bend_stiffness = bend;
    Cloth cloth = make_cloth(settings);
    cloth.dynamics().pin(cloth.upper_edge().front());
    cloth.dynamics().pin(cloth.upper_edge().back());
    return cloth;
}

double lowest(const Mesh& mesh) {
    double y = 1e9;
    for (const Vec3& position : mesh.positions)
        y = std::min(y, static_cast<double>(position.y()));
    return y;
}

TEST(Cloth, lies_flat_where_it_is_put) {
    const Cloth cloth = make_cloth({.width = 2.0,
                                    .height = 0.5,
                                    .quads = 8,
                                    .corner = Vec3d(1, 2, 3),
                                    .across = Vec3d::UnitZ(),
                                    .down = Vec3d::UnitX()});
    EXPECT_EQ(cloth.mesh().positions.size(), 81U);
    for (const Vec3& position : cloth.mesh().positions)
        EXPECT_NEAR(position.y(), 2.0F, 1e-6F);
    EXPECT_LT((cloth.mesh().positions.front() - Vec3(1, 2, 3)).norm(), 1e-6F);
    EXPECT_LT((cloth.mesh().positions.back() - Vec3(1.5F, 2, 5)).norm(), 1e-5F);
    EXPECT_EQ(cloth.upper_edge().size(), 17U);
}

TEST(Cloth, hangs_by_two_corners_and_comes_to_rest) {
    for (const double stiffness : {10.0, 100.0, 1000.0, 10000.0, 100000.0}) {
        Cloth cloth = hung(stiffness);
        const Index left = cloth.upper_edge().front();
        const Index right = cloth.upper_edge().back();
        const Vec3d left_home = cloth.dynamics().position(left);
        const Vec3d right_home = cloth.dynamics().position(right);
        for (int i = 0; i < 600; ++i)
            cloth.step(kStep);
        EXPECT_EQ(cloth.dynamics().position(left), left_home);
        EXPECT_EQ(cloth.dynamics().position(right), right_home);
        EXPECT_LT(cloth.dynamics().energy().kinetic, 1e-4) << stiffness;
        EXPECT_LT(lowest(cloth.mesh()), 1.0 + 1e-3) << stiffness;
        if (stiffness >= 1000.0) {
            EXPECT_GT(lowest(cloth.mesh()), 0.7) << stiffness;
        }
        // Left and right are alike: for each vertex there is one in the mirror.
        const std::size_t side = 25;
        for (std::size_t row = 0; row < side; ++row)
            for (std::size_t column = 0; column < side; ++column) {
                const Vec3& a = cloth.mesh().positions[row * side + column];
                const Vec3& b = cloth.mesh().positions[row * side + side - 1 - column];
                ASSERT_LT((a - Vec3(-b.x(), b.y(), b.z())).norm(), 1e-4F) << stiffness;
            }
    }
}

TEST(Cloth, energy_does_not_grow_while_it_hangs) {
    Cloth cloth = hung(300.0);
    for (const Index vertex : cloth.upper_edge())
        cloth.dynamics().set_velocity(vertex, Vec3d(0, 0, 2));
    double before = cloth.dynamics().energy().total();
    const double scale = cloth.dynamics().energy().kinetic + 0.3 * 9.81;
    for (int i = 0; i < 300; ++i) {
        cloth.step(kStep);
        const double now = cloth.dynamics().energy().total();
        ASSERT_LE(now, before + 1e-9 * scale) << i;
        before = now;
    }
}

TEST(Cloth, falls_over_a_ball_and_never_into_it) {
    ClothSettings settings{
        .depth = 4, .quads = 32, .corner = Vec3d(-0.5, 1.2, -0.5), .down = Vec3d::UnitZ()};
    Cloth cloth = make_cloth(settings);
    cloth.dynamics().set_obstacles(
        {.planes = {Plane{}}, .balls = {{.centre = Vec3d(0, 0.8, 0), .radius = 0.25}}});
    for (int i = 0; i < 240; ++i) {
        cloth.step(kStep);
        ASSERT_LT(cloth.dynamics().deepest(), 1e-6) << i;
    }
    // The middle lies on top, the corners hang.
    const Vec3& middle = cloth.mesh().positions[16 * 33 + 16];
    EXPECT_NEAR(middle.y(), 1.05, 0.05);
    EXPECT_LT(lowest(cloth.mesh()), 0.95);
}

TEST(Cloth, a_stiff_one_bends_less) {
    const auto droop = [](double bend) {
        ClothSettings settings{
            .depth = 3, .quads = 8, .corner = Vec3d(0, 1, 0), .down = Vec3d::UnitZ()};
        settings.dynamics.bend_stiffness = bend;
        settings.dynamics.damping = 0.05;
        settings.dynamics.stiffness = 2000.0;
        Cloth cloth = make_cloth(settings);
        const Octree& tree = cloth.dynamics().lattice().tree();
        // Clamped along two rows.
        for (const Index vertex : tree.free_vertices())
            if (tree.rest_position(vertex).y() > 0.8) cloth.dynamics().pin(vertex);
        for (int i = 0; i < 240; ++i)
            cloth.step(kStep);
        return 1.0 - lowest(cloth.mesh());
    };
    EXPECT_LT(droop(1.0), 0.8 * droop(0.0));
}

TEST(Cloth, refuses_what_is_none) {
    const auto message = [](const ClothSettings& settings) {
        const auto made = Cloth::create(settings);
        return made ? std::string() : made.error().message;
    };
    EXPECT_NE(message({.width = 0.0}).find("width"), std::string::npos);
    EXPECT_NE(message({.depth = 40}).find("depth"), std::string::npos);
    EXPECT_NE(message({.quads = 0}).find("quads"), std::string::npos);
    EXPECT_NE(message({.across = Vec3d(0, 0, 2)}).find("unit"), std::string::npos);
    EXPECT_FALSE(Cape::create({}, {}));
}

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

}  // namespace
}  // namespace isoskin
