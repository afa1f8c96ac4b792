// isoskin's reader and plain linear skinning against an evaluation that shares no code with it.
#include <gtest/gtest.h>

#include "isoskin/io/file.h"
#include "isoskin/io/gltf_read.h"
#include "isoskin/io/gltf_write.h"
#include "isoskin/skinning/skin.h"
#include "support/gltf_sample.h"
#include "support/independent_gltf.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

std::vector<independent::Point> posed_points(const Character& character, std::size_t index,
                                             const Pose& pose) {
    const SkinnedMesh& mesh = character.meshes[index];
    std::vector<Vec3> shape = mesh.mesh.positions;
    const std::size_t first = first_morph(character)[index];
    for (std::size_t m = 0; m < mesh.morphs.size(); ++m)
        for (std::size_t v = 0; v < mesh.morphs[m].positions.size(); ++v)
            shape[v] += pose.morph_weights[first + m] * mesh.morphs[m].positions[v];
    std::vector<Affine> model_from_joint(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, pose.parent_from_joint, model_from_joint);
    std::vector<Affine> palette(mesh.skin.joints.size());
    compute_palette(mesh.skin, model_from_joint, palette);
    std::vector<Vec3d> posed(shape.size());
    skin_points(SkinMethod::Linear, shape, mesh.weights, palette, posed);
    std::vector<independent::Point> points;
    for (const Vec3d& p : posed)
        points.push_back({p.x(), p.y(), p.z()});
    return points;
}

// Half of what the command line promises, so that its own rounding has room.
constexpr double kTolerance = 5e-6;

void expect_same(const Character& character, const std::filesystem::path& path,
                 std::optional<std::size_t> clip, double time) {
    const Pose pose =
        clip ? clip_pose(character, character.clips[*clip], time) : stored_pose(character);
    const auto expected = independent::pose_gltf(path, clip, time);
    ASSERT_EQ(expected.size(), character.meshes.size());
    for (std::size_t m = 0; m < expected.size(); ++m)
        EXPECT_LT(independent::relative_difference(posed_points(character, m, pose),
                                                   expected[m].positions),
                  kTolerance)
            << "mesh " << m << " at " << time;
}

class PosedGltf : public testing::TestWithParam<const char*> {};

TEST_P(PosedGltf, agrees_with_an_independent_evaluation) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto path = shared_data(GetParam());
    const auto character = read_gltf(path);
    ASSERT_TRUE(character) << character.error().message;

    expect_same(*character, path, {}, 0.0);
    for (std::size_t clip = 0; clip < std::min<std::size_t>(3, character->clips.size()); ++clip)
        for (const double fraction : {0.0, 0.37, 1.0})
            expect_same(*character, path, clip, fraction * character->clips[clip].duration());
}

TEST_P(PosedGltf, moves_the_same_after_being_written) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto original = shared_data(GetParam());
    const TemporaryFolder folder;
    const auto written = folder / "written.glb";
    auto character = read_gltf(original);
    ASSERT_TRUE(character);
    ASSERT_TRUE(write_gltf(written, *character));
    const auto again = read_gltf(written);
    ASSERT_TRUE(again) << again.error().message;

    expect_same(*again, original, {}, 0.0);
    if (!again->clips.empty()) expect_same(*again, original, 0, 0.4 * again->clips[0].duration());
}

INSTANTIATE_TEST_SUITE_P(, PosedGltf,
                         testing::Values("fox-khronos/Fox.glb", "cesium-man/CesiumMan.glb",
                                         "horse-quaternius/Horse.glb", "bar-packt-dq/dq.gltf",
                                         "recursive-skeletons/RecursiveSkeletons.glb",
                                         "robot-raylib/robot.glb", "hand-webxr/left.glb",
                                         "greenman-raylib/greenman.glb",
                                         "skin-asset-generator-a/Animation_Skin_10.gltf",
                                         "skin-asset-generator-a/Animation_Skin_08.gltf",
                                         "skin-asset-generator-a/Animation_Skin_04.gltf",
                                         "skin-asset-generator-a/Animation_SkinType_02.gltf"));

TEST(PosedSample, agrees_on_splines_and_morph_weights) {
    GltfSample sample = rigged_sample();
    auto& animation = sample.json["animations"][0];
    const auto times = animation["samplers"][0]["input"];
    animation["samplers"].push_back(
        {{"input", times},
         {"interpolation", "CUBICSPLINE"},
         {"output", sample.add<float>({0, 0, 0, 0, 1, 0, 2, 0, 0, 1, 0, 3, 1, 2, 1, 0, 0, 0}, 5126,
                                      "VEC3")}});
    animation["samplers"].push_back(
        {{"input", times}, {"output", sample.add<float>({0.25F, 1.0F}, 5126, "SCALAR")}});
    animation["channels"].push_back(
        {{"sampler", 1}, {"target", {{"node", 2}, {"path", "translation"}}}});
    animation["channels"].push_back(
        {{"sampler", 2}, {"target", {{"node", 0}, {"path", "weights"}}}});
    const TemporaryFolder folder;
    const auto path = folder / "splines.glb";
    ASSERT_TRUE(write_bytes(path, sample.bytes()));
    const auto character = read_gltf(path);
    ASSERT_TRUE(character) << character.error().message;

    for (const double time : {-1.0, 0.0, 0.3, 0.8, 1.0, 5.0})
        expect_same(*character, path, 0, time);
}

}  // namespace
}  // namespace isoskin
