#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "scenes.h"
#include "support/surface.h"

namespace isoskin {
namespace {

class Creature : public ::testing::Test {
  protected:
    static const Character& calf() {
        static const Character character = *scenes::make_scene("creature");
        return character;
    }
    static const Clip& clip(std::string_view name) {
        return *std::find_if(calf().clips.begin(), calf().clips.end(),
                             [&](const Clip& each) { return each.name == name; });
    }
    static double lowest(const Pose& pose) {
        double low = 1e9;
        for (std::size_t mesh = 0; mesh < calf().meshes.size(); ++mesh)
            for (const Vec3d& point : testing::skin_plainly(calf(), mesh, pose))
                low = std::min(low, point.y());
        return low;
    }
    // The mean of the vertices that lie on the ground in bind, for each quarter of the ground.
    static std::array<Vec3d, 4> sole_middles(const Pose& pose) {
        const auto& bind = calf().meshes[0].mesh.positions;
        const auto posed = testing::skin_plainly(calf(), 0, pose);
        std::array<Vec3d, 4> sums{Vec3d::Zero(), Vec3d::Zero(), Vec3d::Zero(), Vec3d::Zero()};
        std::array<double, 4> counts{};
        for (std::size_t v = 0; v < posed.size(); ++v) {
            if (bind[v].y() > 0.0F) continue;
            const std::size_t leg = (bind[v].x() > 0.0F ? 0U : 1U) + (bind[v].z() > 0.0F ? 0U : 2U);
            sums[leg] += posed[v];
            counts[leg] += 1.0;
        }
        for (std::size_t leg = 0; leg < 4; ++leg)
            sums[leg] /= counts[leg];
        return sums;
    }
};

TEST_F(Creature, has_as_many_vertices_as_the_elephant_of_the_sources) {
    std::size_t vertices = 0;
    for (const SkinnedMesh& skinned : calf().meshes)
        vertices += skinned.mesh.vertex_count();
    EXPECT_EQ(vertices, 6646U);
}

TEST_F(Creature, has_a_body_of_one_closed_surface_of_quads_without_handles) {
    const Mesh& body = calf().meshes[0].mesh;
    EXPECT_EQ(testing::euler_characteristic(body), 2);
    EXPECT_TRUE(std::all_of(body.faces.begin(), body.faces.end(),
                            [](const Face& face) { return face.is_quad(); }));
}

TEST_F(Creature, moves_seventeen_joints_in_each_clip) {
    EXPECT_EQ(calf().skeleton.joint_count(), 17U);
    for (const Clip& each : calf().clips) {
        std::set<std::size_t> moved;
        for (double time = 0.0; time < each.duration(); time += 0.1) {
            const Pose pose = clip_pose(calf(), each, time);
            for (std::size_t joint = 0; joint < 17; ++joint)
                if (pose.parent_from_joint[joint].rotation.angularDistance(Quatd::Identity()) >
                    0.01)
                    moved.insert(joint);
        }
        EXPECT_EQ(moved.size(), 17U) << each.name;
    }
}

TEST_F(Creature, stands_on_the_ground_two_units_long_and_looks_ahead) {
    Eigen::AlignedBox3f box;
    for (const SkinnedMesh& skinned : calf().meshes)
        box.extend(bounding_box(skinned.mesh.positions));
    EXPECT_FLOAT_EQ(box.min().y(), 0.0F);
    EXPECT_NEAR(box.sizes().z(), 2.2, 0.3);
    const Eigen::AlignedBox3f eyes = bounding_box(calf().meshes[1].mesh.positions);
    EXPECT_GT(eyes.min().z(), 0.5F);
}

TEST_F(Creature, is_the_same_on_both_sides) {
    const Mesh& body = calf().meshes[0].mesh;
    const auto box = bounding_box(body.positions);
    EXPECT_NEAR(box.min().x(), -box.max().x(), 1e-6F);
    Vec3d sum = Vec3d::Zero();
    for (const Vec3& position : body.positions)
        sum += position.cast<double>();
    EXPECT_NEAR(sum.x(), 0.0, 1e-3);
}

TEST_F(Creature, keeps_left_and_right_legs_apart) {
    const SkinnedMesh& body = calf().meshes[0];
    for (std::size_t v = 0; v < body.mesh.vertex_count(); ++v)
        for (const Influence& influence : body.weights.row(v)) {
            const std::string& name = calf().skeleton.joints()[influence.slot].name;
            if (name.rfind("leg_", 0) != 0) continue;
            const float outwards = name[5] == 'l' ? 1.0F : -1.0F;
            if (outwards * body.mesh.positions[v].x() > -1e-5F) continue;
            ASSERT_LT(influence.weight, 0.05F) << name << ", vertex " << v;
            ASSERT_GT(body.mesh.positions[v].y(), 0.3F) << name << ", vertex " << v;
        }
}

TEST_F(Creature, ends_each_clip_where_it_began) {
    for (const Clip& each : calf().clips) {
        const Pose first = clip_pose(calf(), each, 0.0);
        const Pose last = clip_pose(calf(), each, each.duration());
        for (std::size_t joint = 0; joint < 17; ++joint)
            EXPECT_TRUE(first.parent_from_joint[joint] == last.parent_from_joint[joint])
                << each.name << ", " << calf().skeleton.joints()[joint].name;
    }
}

TEST_F(Creature, never_sinks_into_the_ground) {
    for (const Clip& each : calf().clips)
        for (int frame = 0; frame < 48; ++frame) {
            const double time = each.duration() * frame / 48.0;
            EXPECT_GE(lowest(clip_pose(calf(), each, time)), -0.02) << each.name << " at " << time;
        }
}

TEST_F(Creature, keeps_its_feet_planted_while_it_grazes) {
    const double seconds = clip("graze").duration();
    const auto before = sole_middles(clip_pose(calf(), clip("graze"), 0.0));
    for (int frame = 1; frame < 20; ++frame) {
        const auto after = sole_middles(clip_pose(calf(), clip("graze"), seconds * frame / 20.0));
        for (std::size_t leg = 0; leg < 4; ++leg)
            EXPECT_LT((after[leg] - before[leg]).norm(), 0.015) << "leg " << leg;
    }
}

// On the spot the ground goes by at one speed, so a sole on it must go back at that speed.
TEST_F(Creature, does_not_skid_while_it_walks) {
    constexpr double kGroundSpeed = 0.34 / (0.64 * 1.5);
    constexpr double kStep = 1.5 / 60;
    int grounded = 0;
    for (int frame = 0; frame < 60; ++frame) {
        const auto now = sole_middles(clip_pose(calf(), clip("walk"), frame * kStep));
        const auto next = sole_middles(clip_pose(calf(), clip("walk"), (frame + 1) * kStep));
        for (std::size_t leg = 0; leg < 4; ++leg) {
            const double back = (now[leg] - next[leg]).z() / kStep;
            if (std::max(now[leg].y(), next[leg].y()) > 0.03 || back < 0.0) continue;
            ++grounded;
            EXPECT_NEAR(back, kGroundSpeed, 0.4 * kGroundSpeed) << frame << ", leg " << leg;
        }
    }
    EXPECT_GT(grounded, 4 * 60 / 2);
}

TEST_F(Creature, paints_other_spots_for_another_seed_on_the_same_shape) {
    const Character other = *scenes::make_scene("creature", {.seed = 7});
    EXPECT_EQ(other.meshes[0].mesh.positions, calf().meshes[0].mesh.positions);
    EXPECT_NE(other.meshes[0].mesh.colors, calf().meshes[0].mesh.colors);
}

}  // namespace
}  // namespace isoskin
