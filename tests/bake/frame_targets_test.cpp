#include "isoskin/bake/frame_targets.h"

#include <cmath>

#include <gtest/gtest.h>

#include "isoskin/deform/deformer.h"
#include "scenes.h"

namespace isoskin {
namespace {

// The tube of our scenes at moments of its first clip.
class FrameTargetsOfTube : public ::testing::Test {
  protected:
    void SetUp() override {
        auto deformer = Deformer::create(tube_);
        ASSERT_TRUE(deformer);
        auto posed = deformer->make_output();
        for (int i = 0; i < 20; ++i) {
            deformer->deform(clip_pose(tube_, tube_.clips[0], i / 20.0), posed);
            frames_.push_back(posed);
            ASSERT_TRUE(recorder_.add_frame(posed));
        }
    }

    // What a player makes of the result at a frame.
    std::vector<PosedMesh> played(const FrameTargets& merged, std::size_t frame) const {
        auto deformer = Deformer::create(merged.character);
        auto posed = deformer->make_output();
        const double time = static_cast<double>(frame) / 30.0;
        deformer->deform(clip_pose(merged.character, merged.character.clips[0], time), posed);
        return posed;
    }

    const Character tube_ = *scenes::make_scene("tube");
    FrameRecorder recorder_{tube_};
    std::vector<std::vector<PosedMesh>> frames_;
};

TEST_F(FrameTargetsOfTube, plays_every_frame_within_the_error_it_states) {
    const FrameTargets merged = recorder_.merge({.tolerance = 1e-4});

    EXPECT_EQ(merged.frames, 20U);
    EXPECT_LT(merged.targets, 20U) << "frames are merged";
    EXPECT_LE(merged.largest_error, merged.tolerance);
    for (std::size_t frame = 0; frame < frames_.size(); ++frame) {
        const auto posed = played(merged, frame);
        for (std::size_t i = 0; i < posed[0].positions.size(); ++i)
            ASSERT_LE((posed[0].positions[i] - frames_[frame][0].positions[i]).norm(),
                      merged.largest_error + 1e-5);
    }
}

TEST_F(FrameTargetsOfTube, begins_as_the_first_frame_bit_for_bit) {
    const FrameTargets merged = recorder_.merge({});
    EXPECT_EQ(merged.character.meshes[0].mesh.positions, frames_[0][0].positions);
    EXPECT_EQ(merged.character.clips[0].channels[0].times.size(), 20U);
}

// Blender takes weights below zero for zero.
TEST_F(FrameTargetsOfTube, weighs_from_zero_to_one) {
    const FrameTargets merged = recorder_.merge({});
    for (const Channel& channel : merged.character.clips[0].channels)
        for (const float weight : channel.values) {
            EXPECT_GE(weight, 0.0F);
            EXPECT_LE(weight, 1.0F);
        }
}

TEST_F(FrameTargetsOfTube, says_how_far_it_is_off_where_targets_do_not_suffice) {
    const FrameTargets merged = recorder_.merge({.tolerance = 1e-9, .max_targets = 1});
    EXPECT_LE(merged.targets, 2U);
    EXPECT_GT(merged.largest_error, 1e-3);
}

TEST(FrameTargets, a_shape_that_stands_still_needs_nothing) {
    const Character tube = *scenes::make_scene("tube");
    auto deformer = Deformer::create(tube);
    auto posed = deformer->make_output();
    deformer->deform(stored_pose(tube), posed);
    FrameRecorder recorder(tube);
    ASSERT_TRUE(recorder.add_frame(posed));
    ASSERT_TRUE(recorder.add_frame(posed));
    const FrameTargets merged = recorder.merge({});
    EXPECT_EQ(merged.largest_error, 0.0);
}

}  // namespace
}  // namespace isoskin
