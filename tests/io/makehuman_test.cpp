// The format: docs/formats/makehuman.md
#include "isoskin/io/makehuman.h"

#include <cmath>

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "support/shared_data.h"

namespace isoskin {
namespace {

const std::vector<Vec3> kPositions{{0, 0, 0}, {2, 0, 0}, {0, 4, 0}};
constexpr std::string_view kSkeleton = R"({"bones":{
    "lower":{"head":"b","tail":"c","parent":"upper"},"upper":{"head":"a","tail":"b","parent":null}},
    "joints":{"a":[0,1],"b":[2],"c":[1]}})";

std::string refusal(std::string_view skeleton) {
    const auto parsed = parse_mhskel(skeleton, "s", kPositions);
    return parsed ? "read" : parsed.error().message;
}

TEST(Makehuman, puts_joints_at_the_mean_of_their_vertices) {
    const auto skeleton = parse_mhskel(kSkeleton, "s", kPositions);
    ASSERT_TRUE(skeleton) << skeleton.error().message;
    const auto joints = skeleton->imported.skeleton.joints();
    EXPECT_EQ(joints[0].name, "upper");
    EXPECT_EQ(joints[0].parent_from_joint.translation, Vec3d(1, 0, 0));
    EXPECT_EQ(joints[1].parent_from_joint.translation, Vec3d(-1, 4, 0));
}

TEST(Makehuman, names_the_bone_that_is_wrong) {
    EXPECT_EQ(refusal(R"({"bones":{}})"),
              "s: there are no 'bones' and 'joints', as a MakeHuman skeleton has");
    EXPECT_EQ(refusal(R"({"bones":{"b":{"head":"x","parent":null}},"joints":{}})"),
              "s: bone 'b' has no head among the joints");
    EXPECT_EQ(refusal(R"({"bones":{"b":{"head":"x","parent":"y"}},"joints":{"x":[0]}})"),
              "s: bone 'b' has the unknown parent 'y'");
    EXPECT_EQ(refusal(R"({"bones":{"b":{"head":"x"}},"joints":{"x":[3]}})"),
              "s: bone 'b' stands on a vertex that the mesh does not have");
    const std::vector<std::string> bones{"b"};
    const auto rows = parse_mhw(R"({"weights":{"b":[[7,1]]}})", "w", bones, 3);
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().message,
              "w: bone 'b' has an entry that is not [vertex, weight] of this mesh");
}

class SharedMakehuman : public testing::Test {
  protected:
    Result<Character> body() const {
        return read_character(shared_data("makehuman/base.obj"),
                              {.rig = shared_data("makehuman/default.mhskel")});
    }
    // Where a joint stands in the middle of a motion.
    Vec3d place(const Character& character, const Clip& clip, double time,
                const char* joint) const {
        std::vector<Affine> model(character.skeleton.joint_count());
        compute_model_pose(character.skeleton, clip_pose(character, clip, time).parent_from_joint,
                           model);
        return model[*character.skeleton.find(joint)].translation();
    }
};

TEST_F(SharedMakehuman, body_is_the_closed_part_with_its_163_joints) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto character = body();
    ASSERT_TRUE(character) << character.error().message;
    const SkinnedMesh& skinned = character->meshes[0];
    EXPECT_EQ(skinned.mesh.vertex_count(), 13380U);
    EXPECT_EQ(skinned.mesh.faces.size(), 13378U);
    EXPECT_EQ(skin_joints(*character).size(), 163U);
    EXPECT_EQ(skinned.weights.max_influences(), 9U);
    EXPECT_TRUE(skinned.weights.empty_rows().empty());
    EXPECT_EQ(skinned.mesh.uvs.size(), skinned.mesh.wedge_count());
}

TEST_F(SharedMakehuman, tpose_lifts_the_arms_level) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto character = body();
    ASSERT_TRUE(character);
    const auto clip = read_clip(shared_data("makehuman/tpose.bvh"), *character);
    ASSERT_TRUE(clip) << clip.error().message;
    const Vec3d arm =
        place(*character, *clip, 0, "wrist.L") - place(*character, *clip, 0, "upperarm01.L");
    EXPECT_GT(arm.normalized().x(), 0.97);
}

TEST_F(SharedMakehuman, walks_upright_by_motions_of_other_skeletons) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto character = body();
    ASSERT_TRUE(character);
    for (const char* file : {"makehuman/walk1.bvh", "bvh-cmu-a/02_01.bvh"}) {
        const auto clip = read_clip(shared_data(file), *character);
        ASSERT_TRUE(clip) << clip.error().message;
        const double time = 0.5 * clip->duration();
        const auto at = [&](const char* joint) { return place(*character, *clip, time, joint); };
        EXPECT_GT((at("head") - at("root")).normalized().y(), 0.9) << file;
        EXPECT_LT((at("foot.L") - at("upperleg01.L")).normalized().y(), -0.8) << file;
        EXPECT_LT((at("foot.R") - at("upperleg01.R")).normalized().y(), -0.8) << file;
        EXPECT_LT((at("wrist.L") - at("upperarm01.L")).normalized().y(), -0.5) << file;
        const Vec3d gaze = 0.5 * (at("eye.L") + at("eye.R")) - at("head");
        EXPECT_LT(std::abs(gaze.normalized().y()), 0.6) << file << ": looks up or down";
        EXPECT_GT((at("clavicle.L") - at("shoulder01.L")).normalized().dot(Vec3d(-1, 0, 0)), 0.6)
            << file;
    }
}

}  // namespace
}  // namespace isoskin
