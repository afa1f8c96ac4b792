#include "isoskin/dynamics/cloth.h"

#include <cmath>

#include <gtest/gtest.h>

// The quadtree as cloth: hung, dropped.
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
}

}  // namespace
}  // namespace isoskin
