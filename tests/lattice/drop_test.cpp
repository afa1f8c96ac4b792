#include <cmath>

#include <gtest/gtest.h>

#include "isoskin/dynamics/dynamics.h"
#include "isoskin/io/character_file.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/lattice/embedding.h"
#include "isoskin/lattice/octree_build.h"
#include "scenes.h"
#include "support/shared_data.h"

// Whole characters in unbalanced trees, dropped as jelly.
namespace isoskin {
namespace {

constexpr double kStep = 1.0 / 60.0;

struct Dropped {
    double deepest = 0.0;        // of matter, at any step
    double deepest_point = 0.0;  // of what the lattice makes of it, over the size
    double height = 0.0;         // of the middle at the end, over the size
    double kinetic = 0.0;        // at the end, over what it had to lose
    double growth = 0.0;         // largest gain of energy in a step, over the same
};

Dropped drop(const Character& character, double stiffness) {
    const std::vector<Vec3> rest = lattice_points(character);
    const Eigen::AlignedBox3d box = bounding_box(rest).cast<double>();
    const double size = box.sizes().maxCoeff();
    const Octree tree = *octree_from_points(rest, {.max_depth = 4, .max_points = rest.size() / 40});
    // Gravity and stiffness go with the size, so that all characters fall alike.
    auto dynamics = *LatticeDynamics::create(
        Lattice(tree),
        {.stiffness = stiffness, .damping = 0.02, .gravity = Vec3d(0, -5.0 * size, 0)}, rest);
    const Plane ground{.point = Vec3d(0, box.min().y() - 0.3 * size, 0)};
    dynamics.set_obstacles({.planes = {ground}});
    Embedding embedding(dynamics.lattice(), rest);
    std::vector<Vec3> points(rest.size());
    Dropped result;
    const double to_lose = 5.0 * size * size;
    double before = dynamics.energy().total();
    for (int i = 0; i < 180; ++i) {
        dynamics.step(kStep);
        const double now = dynamics.energy().total();
        result.growth = std::max(result.growth, (now - before) / to_lose);
        before = now;
        result.deepest = std::max(result.deepest, dynamics.deepest() / size);
        embedding.evaluate(dynamics.lattice(), points);
        for (const Vec3& point : points)
            result.deepest_point = std::max(
                result.deepest_point, (ground.point.y() - static_cast<double>(point.y())) / size);
    }
    result.height = (bounding_box(points).center().cast<double>().y() - ground.point.y()) / size;
    result.kinetic = dynamics.energy().kinetic / to_lose;
    return result;
}

void expect_landed(const Character& character) {
    for (const double stiffness : {3.0, 30.0, 300.0, 3000.0, 30000.0}) {
        const Dropped dropped = drop(character, stiffness);
        EXPECT_LT(dropped.deepest, 1e-9) << stiffness;
        // What touches is what the map makes of the points, in floats.
        EXPECT_LT(dropped.deepest_point, 1e-6) << stiffness;
        EXPECT_GT(dropped.height, 0.0) << stiffness;
        EXPECT_LT(dropped.height, 1.0) << stiffness;
        EXPECT_LT(dropped.kinetic, 0.05) << stiffness;
        EXPECT_LT(dropped.growth, 1e-9) << stiffness;
    }
}

TEST(DroppedCharacter, a_creature_lands) {
    expect_landed(*scenes::make_scene("creature"));
}

TEST(DroppedCharacter, a_fox_lands) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto fox = read_character(shared_data("fox-khronos/Fox.glb"));
    ASSERT_TRUE(fox) << fox.error().message;
    expect_landed(*fox);
}

}  // namespace
}  // namespace isoskin
