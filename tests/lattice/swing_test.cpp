#include "isoskin/dynamics/swing.h"

#include <cmath>

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/lattice/embedding.h"
#include "isoskin/lattice/octree_build.h"
#include "scenes.h"
#include "support/shared_data.h"

// Flesh that follows bones and swings round where they take it.
namespace isoskin {
namespace {

constexpr double kStep = 1.0 / 60.0;

std::vector<Affine> model_pose(const Character& character, const Pose& pose) {
    std::vector<Affine> model_from_joint(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, pose.parent_from_joint, model_from_joint);
    return model_from_joint;
}

std::vector<Affine> moved_by(std::vector<Affine> pose, const Vec3d& shift) {
    for (Affine& model_from_joint : pose)
        model_from_joint.pretranslate(shift);
    return pose;
}

Lattice lattice_around(const Character& character, int depth = 4) {
    const std::vector<Vec3> points = lattice_points(character);
    return Lattice(
        *octree_from_points(points, {.max_depth = depth, .max_points = points.size() / 40}));
}

double largest_edit(const Lattice& lattice) {
    double largest = 0.0;
    for (const Index vertex : lattice.tree().free_vertices())
        largest = std::max(
            largest, (lattice.position(vertex) - lattice.tree().rest_position(vertex)).norm());
    return largest;
}

class SwingOfCreature : public ::testing::Test {
  protected:
    SwingOfCreature()
        : size_(bounding_box(lattice_points(creature_)).sizes().cast<double>().maxCoeff()) {}

    LatticeSwing make(const SwingSettings& settings = {}) const {
        auto made = LatticeSwing::create(creature_, lattice_around(creature_), settings);
        EXPECT_TRUE(made) << made.error().message;
        return *std::move(made);
    }
    std::vector<Affine> pose_at(double time) const {
        return model_pose(creature_,
                          clip_pose(creature_, creature_.clips[0], time, PlayMode::Loop));
    }

    const Character creature_ = *scenes::make_scene("creature");
    double size_ = 0.0;
};

TEST_F(SwingOfCreature, a_pose_that_is_held_is_left_alone) {
    LatticeSwing swing = make();
    for (int i = 0; i < 60; ++i)
        swing.step(pose_at(0.4), kStep);
    EXPECT_LT(largest_edit(swing.lattice()), 1e-6 * size_);
    EXPECT_LT(swing.largest_offset(), 1e-6 * size_);
}

TEST_F(SwingOfCreature, lags_behind_a_start_and_runs_on_after_a_stop) {
    LatticeSwing swing = make();
    const std::vector<Affine> home = pose_at(0.0);
    const Index corner = swing.lattice().tree().cell(0).corners[0];
    swing.start(home);
    double x = 0.0;
    for (int i = 0; i < 6; ++i)
        swing.step(moved_by(home, Vec3d(x += 0.02 * size_, 0, 0)), kStep);
    EXPECT_LT((swing.position(corner) - swing.target(corner)).x(), -0.02 * size_);
    double furthest = 0.0;
    for (int i = 0; i < 40; ++i) {
        swing.step(moved_by(home, Vec3d(x, 0, 0)), kStep);
        furthest = std::max(furthest, (swing.position(corner) - swing.target(corner)).x());
    }
    EXPECT_GT(furthest, 0.005 * size_);
    for (int i = 0; i < 1200; ++i)
        swing.step(moved_by(home, Vec3d(x, 0, 0)), kStep);
    EXPECT_LT(swing.largest_offset(), 1e-3 * size_);
}

TEST_F(SwingOfCreature, swings_only_where_it_is_soft) {
    const Vec3d middle = bounding_box(lattice_points(creature_)).center().cast<double>();
    LatticeSwing swing = make({.soft = {{middle, 0.3 * size_}}});
    std::size_t soft = 0;
    for (int i = 0; i < 40; ++i) {
        swing.step(pose_at(i * kStep), kStep);
        for (const Index vertex : swing.lattice().tree().free_vertices()) {
            if (!swing.is_driven(vertex)) {
                ++soft;
                continue;
            }
            ASSERT_LT((swing.position(vertex) - swing.target(vertex)).norm(), 1e-12 * size_);
            ASSERT_LT(
                (swing.lattice().position(vertex) - swing.lattice().tree().rest_position(vertex))
                    .norm(),
                1e-9 * size_);
        }
    }
    EXPECT_GT(soft, 0U);
    EXPECT_GT(swing.largest_offset(), 1e-4 * size_);
}

TEST_F(SwingOfCreature, stays_near_its_bones_over_four_decades_of_stiffness) {
    for (const double stiffness : {1.0, 100.0, 10000.0}) {
        SwingSettings settings;
        settings.dynamics.stiffness = stiffness;
        LatticeSwing swing = make(settings);
        for (int i = 0; i < 180; ++i) {
            swing.step(pose_at(i * kStep), kStep);
            ASSERT_LT(swing.largest_offset(), 0.5 * size_) << stiffness << " step " << i;
        }
    }
}

TEST_F(SwingOfCreature, refuses_what_cannot_swing) {
    const auto message = [&](const Character& character, const SwingSettings& settings) {
        const auto made = LatticeSwing::create(character, lattice_around(creature_), settings);
        return made ? std::string() : made.error().message;
    };
    EXPECT_NE(message({}, {}).find("vertices"), std::string::npos);
    EXPECT_NE(message(creature_, {.return_rate = 0.0}).find("rate"), std::string::npos);
    EXPECT_NE(message(creature_, {.soft = {{Vec3d::Zero(), -1.0}}}).find("radius"),
              std::string::npos);
}

class SwingOfCharacter : public ::testing::TestWithParam<const char*> {};

TEST_P(SwingOfCharacter, follows_its_clips_and_comes_to_rest) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto character = read_character(shared_data(GetParam()));
    ASSERT_TRUE(character) << character.error().message;
    auto swing = LatticeSwing::create(*character, lattice_around(*character));
    ASSERT_TRUE(swing) << swing.error().message;
    const auto pose_at = [&](double time) {
        return model_pose(*character, character->clips.empty()
                                          ? stored_pose(*character)
                                          : clip_pose(*character, character->clips[0], time));
    };
    double size = 0.0;
    double largest = 0.0;
    for (int i = 0; i < 120; ++i) {
        swing->step(pose_at(std::min(i, 60) * kStep), kStep);
        for (const Index vertex : swing->lattice().tree().free_vertices_of_level(0))
            size = std::max(size, (swing->target(vertex) -
                                   swing->target(swing->lattice().tree().cell(0).corners[0]))
                                      .norm());
        largest = std::max(largest, swing->largest_offset());
        ASSERT_TRUE(std::isfinite(largest));
    }
    EXPECT_GT(largest, 1e-4 * size);
    EXPECT_LT(largest, size);
    for (int i = 0; i < 600; ++i)
        swing->step(pose_at(60 * kStep), kStep);
    EXPECT_LT(swing->largest_offset(), 0.01 * size);
}

INSTANTIATE_TEST_SUITE_P(, SwingOfCharacter,
                         ::testing::Values("fox-khronos/Fox.glb", "cesium-man/CesiumMan.glb"),
                         [](const auto& file) { return std::string(file.param, 3); });

}  // namespace
}  // namespace isoskin
