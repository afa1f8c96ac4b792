#include "isoskin/mesh/quality.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "scenes.h"
#include "support/solids.h"

namespace isoskin {
namespace {

struct Surface {
    std::vector<Triangle> triangles;
    std::vector<Vec3d> points;
};

Surface surface_of(const Mesh& mesh) {
    Surface surface{.triangles = triangulate(mesh.faces), .points = {}};
    for (const Vec3& p : mesh.positions)
        surface.points.push_back(p.cast<double>());
    return surface;
}

Surface scene_surface(std::string_view name, std::size_t min_vertices = 0) {
    return surface_of(scenes::make_scene(name, {.min_vertices = min_vertices})->meshes[0].mesh);
}

void append(const Surface& other, Surface& surface) {
    const auto first = static_cast<Index>(surface.points.size());
    surface.points.insert(surface.points.end(), other.points.begin(), other.points.end());
    for (const Triangle& t : other.triangles)
        surface.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

Surface moved(Surface surface, const Affine& motion) {
    for (Vec3d& p : surface.points)
        p = motion * p;
    return surface;
}

// Two triangles hinged at the y axis, the right one lifted by an angle.
std::vector<Vec3d> hinge(double angle) {
    return {{0, 0, 0}, {0, 1, 0}, {-1, 0.5, 0}, {std::cos(angle), 0.5, std::sin(angle)}};
}
const std::vector<Triangle> kHinge{{0, 1, 2}, {1, 0, 3}};

TEST(Roughness, is_the_angle_by_which_a_hinge_turned) {
    for (const double angle : {-2.5, -0.3, 0.0, 0.3, 1.0, 3.0})
        EXPECT_NEAR(roughness(kHinge, hinge(0.0), hinge(angle)), std::abs(angle), 1e-12);
    EXPECT_NEAR(roughness(kHinge, hinge(3.0), hinge(-3.0)), 2.0 * kPi - 6.0, 1e-12);
}

TEST(Roughness, does_not_see_a_rigid_motion) {
    const Surface arm = scene_surface("arm");
    const Affine motion =
        Eigen::Translation3d(1, 2, 3) * Eigen::AngleAxisd(2.0, Vec3d(1, 2, -1).normalized());
    EXPECT_LT(roughness(arm.triangles, arm.points, moved(arm, motion).points), 1e-12);
}

TEST(Roughness, grows_with_noise) {
    const Surface arm = scene_surface("arm");
    std::mt19937 random(3);
    std::normal_distribution<double> offset(0.0, 1.0);
    std::vector<Vec3d> noise;
    for (std::size_t i = 0; i < arm.points.size(); ++i)
        noise.emplace_back(offset(random), offset(random), offset(random));
    double last = 0.0;
    for (const double amount : {0.001, 0.003, 0.01}) {
        std::vector<Vec3d> shaken = arm.points;
        for (std::size_t i = 0; i < shaken.size(); ++i)
            shaken[i] += amount * noise[i];
        const double now = roughness(arm.triangles, arm.points, shaken);
        EXPECT_GT(now, 1.5 * last);
        last = now;
    }
}

TEST(SelfIntersections, a_clean_surface_has_none) {
    for (const char* name : {"tube", "chain", "arm", "finger"}) {
        const Surface surface = scene_surface(name);
        EXPECT_EQ(count_self_intersections(surface.triangles, surface.points), 0U) << name;
    }
}

TEST(SelfIntersections, two_triangles_that_cross_are_one_pair) {
    const std::vector<Triangle> triangles{{0, 1, 2}, {3, 4, 5}};
    std::vector<Vec3d> points{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0},
                              {0, 0, -1},  {0, 0, 1},  {0, 5, 0.1}};
    EXPECT_EQ(count_self_intersections(triangles, points), 1U);
    for (std::size_t k = 3; k < 6; ++k)
        points[k].z() += 2.0;
    EXPECT_EQ(count_self_intersections(triangles, points), 0U);
}

TEST(SelfIntersections, neighbours_and_touching_boxes_do_not_count) {
    Surface boxes = surface_of(make_box());
    Affine beside = Affine::Identity();
    beside.translation() = Vec3d(2, 0, 0);
    append(moved(boxes, beside), boxes);
    EXPECT_EQ(count_self_intersections(boxes.triangles, boxes.points), 0U);
}

// Every pair by hand, for surfaces stuck into one another at random.
TEST(SelfIntersections, equals_the_count_over_all_pairs) {
    for (std::uint32_t seed = 1; seed <= 2; ++seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> any(-1.0, 1.0);
        Surface surface = scene_surface("tube");
        Affine motion = Affine::Identity();
        motion.linear() =
            Eigen::AngleAxisd(any(random), Vec3d(any(random), any(random), 1.0).normalized())
                .toRotationMatrix();
        motion.translation() = 0.7 * Vec3d(any(random), any(random), any(random));
        append(moved(surface, motion), surface);

        std::size_t expected = 0;
        for (std::size_t a = 0; a < surface.triangles.size(); ++a)
            for (std::size_t b = a + 1; b < surface.triangles.size(); ++b)
                expected += count_self_intersections(
                    std::vector<Triangle>{surface.triangles[a], surface.triangles[b]},
                    surface.points);
        EXPECT_GT(expected, 0U) << "seed " << seed;
        EXPECT_EQ(count_self_intersections(surface.triangles, surface.points), expected)
            << "seed " << seed;
    }
}

TEST(SelfIntersections, are_named_once_each) {
    Surface boxes = scene_surface("arm");
    append(moved(boxes, Affine(Eigen::Translation3d(0.05, 0.02, 0.01))), boxes);
    const auto pairs = find_self_intersections(boxes.triangles, boxes.points);
    EXPECT_EQ(pairs.size(), count_self_intersections(boxes.triangles, boxes.points));
    std::set<std::array<Index, 2>> seen;
    for (const auto& [s, t] : pairs) {
        EXPECT_TRUE(seen.insert({std::min(s, t), std::max(s, t)}).second);
        const std::vector<Triangle> both{boxes.triangles[s], boxes.triangles[t]};
        EXPECT_EQ(count_self_intersections(both, boxes.points), 1U);
    }
    EXPECT_FALSE(pairs.empty());
}

}  // namespace
}  // namespace isoskin
