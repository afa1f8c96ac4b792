#include "isoskin/deform/strided_output.h"

#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "scenes.h"

namespace isoskin {
namespace {

/// An interleaved vertex of an engine; what lies between is not ours.
struct EngineVertex {
    std::array<float, 2> uv = {7.0F, 8.0F};
    std::array<float, 3> position = {};
    std::array<float, 3> normal = {};
    std::uint32_t colour = 0xABCDEF01;
};

TEST(StridedOutput, writes_what_deform_makes_and_leaves_the_bytes_between) {
    const Character arm = *scenes::make_scene("arm", {});
    Deformer deformer = *Deformer::create(arm, {.volume = VolumeSettings{}});
    const Pose pose = clip_pose(arm, arm.clips[0], 0.5 * arm.clips[0].duration());
    std::vector<Affine> model(arm.skeleton.joint_count());
    compute_model_pose(arm.skeleton, pose.parent_from_joint, model);
    auto expected = deformer.make_output();
    deformer.deform(model, pose.morph_weights, expected);

    auto scratch = deformer.make_output();
    std::vector<EngineVertex> vertices(expected[0].positions.size());
    ASSERT_EQ(expected[0].normals.size(), vertices.size());
    std::vector<PosedBuffers> out(expected.size());
    out[0].positions = {vertices[0].position.data(), vertices.size(), sizeof(EngineVertex)};
    out[0].normals = {vertices[0].normal.data(), vertices.size(), sizeof(EngineVertex)};
    const auto report = deform_into(deformer, model, pose.morph_weights, scratch, out);

    EXPECT_TRUE(report.parts[0].reached);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        EXPECT_EQ(Vec3(vertices[i].position.data()), expected[0].positions[i]);
        EXPECT_EQ(Vec3(vertices[i].normal.data()), expected[0].normals[i]);
        EXPECT_EQ(vertices[i].uv[1], 8.0F);
        EXPECT_EQ(vertices[i].colour, 0xABCDEF01);
    }
}

}  // namespace
}  // namespace isoskin
