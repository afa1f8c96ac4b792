// Calls that are wrong: a code, and a sentence that names the offender.
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "limb.h"

namespace {

class CApiRefusals : public testing::Test {
  protected:
    void refuse(const isoskin_arrays& arrays, const std::string& sentence,
                isoskin_status status = ISOSKIN_INVALID) {
        auto* made = reinterpret_cast<isoskin_character*>(1);
        EXPECT_EQ(isoskin_character_from_arrays(&arrays, &made), status) << sentence;
        EXPECT_EQ(made, nullptr);
        EXPECT_EQ(std::string(isoskin_error()), "isoskin_character_from_arrays: " + sentence);
    }
    Limb limb_;
};

TEST_F(CApiRefusals, arrays_that_contradict_themselves) {
    limb_.indices[7] = 999;
    refuse(limb_.arrays(), "index 7 names vertex 999 of 494");
    limb_ = {};
    limb_.indices.pop_back();
    refuse(limb_.arrays(), "there are 2951 indices, not three a triangle");
    limb_ = {};
    limb_.joints[2 * 5 + 1] = 3;
    refuse(limb_.arrays(), "vertex 5 follows joint 3 of 3");
    limb_ = {};
    limb_.weights[2 * 5] = limb_.weights[2 * 5 + 1] = 0.0F;
    refuse(limb_.arrays(), "vertex 5 follows no joint");
    limb_ = {};
    limb_.positions[3 * 4 + 1] = std::numeric_limits<float>::quiet_NaN();
    refuse(limb_.arrays(), "vertex 4 is nowhere: it is not finite");
    limb_ = {};
    limb_.inverse_binds[1].fill(0.0F);
    refuse(limb_.arrays(), "the inverse bind matrix of joint 1 cannot be inverted");
    limb_ = {};
    limb_.parents = {-1, -2, 0};
    refuse(limb_.arrays(), "joint 1 has parent -2; -1 is none");
}

TEST_F(CApiRefusals, parents_that_come_later) {
    limb_.parents = {-1, 2, 0};
    const isoskin_arrays arrays = limb_.arrays();
    isoskin_character* made = nullptr;
    EXPECT_EQ(isoskin_character_from_arrays(&arrays, &made), ISOSKIN_INVALID);
    EXPECT_NE(std::string(isoskin_error()).find("joint 1"), std::string::npos) << isoskin_error();
}

TEST_F(CApiRefusals, arrays_that_are_missing) {
    isoskin_arrays arrays = limb_.arrays();
    arrays.positions = nullptr;
    refuse(arrays, "'positions' is NULL", ISOSKIN_USAGE);
    arrays = limb_.arrays();
    arrays.joint_count = 0;
    refuse(arrays, "there are no joints");
    arrays.struct_size = 0;
    refuse(arrays, "struct_size of isoskin_arrays is not set", ISOSKIN_USAGE);
    EXPECT_EQ(isoskin_character_from_arrays(&arrays, nullptr), ISOSKIN_USAGE);
}

TEST_F(CApiRefusals, handles_that_are_missing) {
    float number = 0.0F;
    isoskin_deformer* deformer = nullptr;
    EXPECT_EQ(isoskin_deformer_create(nullptr, nullptr, &deformer), ISOSKIN_USAGE);
    EXPECT_STREQ(isoskin_error(), "isoskin_deformer_create: 'character' is NULL");
    EXPECT_EQ(isoskin_deformer_pose(nullptr, nullptr), ISOSKIN_USAGE);
    EXPECT_EQ(isoskin_deformer_positions(nullptr, 0, &number, 0, 1), ISOSKIN_USAGE);
    EXPECT_EQ(isoskin_character_mesh_count(nullptr), 0U);
    EXPECT_STREQ(isoskin_character_mesh_name(nullptr, 0), "");
    EXPECT_EQ(isoskin_deformer_part_count(nullptr), 0U);
    isoskin_character_free(nullptr);
    isoskin_deformer_free(nullptr);
}

TEST_F(CApiRefusals, files_that_are_not_there) {
    isoskin_character* made = nullptr;
    EXPECT_EQ(isoskin_character_read("nowhere/hero.glb", &made), ISOSKIN_INVALID);
    EXPECT_NE(std::string(isoskin_error()).find("nowhere/hero.glb"), std::string::npos);
    EXPECT_EQ(made, nullptr);
}

TEST_F(CApiRefusals, poses_and_buffers_that_do_not_fit) {
    const isoskin_arrays arrays = limb_.arrays();
    isoskin_character* character = nullptr;
    ASSERT_EQ(isoskin_character_from_arrays(&arrays, &character), ISOSKIN_OK);
    EXPECT_EQ(isoskin_character_write(character, "nowhere/hero.glb"), ISOSKIN_CANNOT_WRITE);
    isoskin_deformer* deformer = nullptr;
    ASSERT_EQ(isoskin_deformer_create(character, nullptr, &deformer), ISOSKIN_OK);
    std::vector<float> room(3 * limb_.vertex_count());

    EXPECT_EQ(isoskin_deformer_positions(deformer, 0, room.data(), 0, limb_.vertex_count()),
              ISOSKIN_USAGE);
    EXPECT_STREQ(isoskin_error(), "isoskin_deformer_positions: nothing was posed yet");
    auto matrices = Limb::bent(0.3F);
    isoskin_pose pose = ISOSKIN_INIT(isoskin_pose);
    pose.matrices = matrices[0].data();
    pose.matrix_count = 2;
    EXPECT_EQ(isoskin_deformer_pose(deformer, &pose), ISOSKIN_USAGE);
    EXPECT_STREQ(isoskin_error(), "isoskin_deformer_pose: 2 matrices given, the character has 3");
    pose.matrix_count = 3;
    matrices[1][12] = std::numeric_limits<float>::infinity();
    EXPECT_EQ(isoskin_deformer_pose(deformer, &pose), ISOSKIN_INVALID);
    EXPECT_STREQ(isoskin_error(), "isoskin_deformer_pose: the matrix of joint 1 is not finite");
    matrices[1][12] = 1.0F;
    ASSERT_EQ(isoskin_deformer_pose(deformer, &pose), ISOSKIN_OK);
    EXPECT_EQ(isoskin_deformer_positions(deformer, 0, room.data(), 0, 10), ISOSKIN_USAGE);
    EXPECT_STREQ(isoskin_error(),
                 "isoskin_deformer_positions: there is room for 10 elements, 494 are needed");
    EXPECT_EQ(isoskin_deformer_positions(deformer, 1, room.data(), 0, 494), ISOSKIN_USAGE);
    EXPECT_STREQ(isoskin_error(), "isoskin_deformer_positions: there is no mesh 1, the last is 0");
    isoskin_deformer_free(deformer);
    isoskin_character_free(character);
}

TEST_F(CApiRefusals, settings_that_say_nothing) {
    const isoskin_arrays arrays = limb_.arrays();
    isoskin_character* character = nullptr;
    ASSERT_EQ(isoskin_character_from_arrays(&arrays, &character), ISOSKIN_OK);
    isoskin_options options = ISOSKIN_INIT(isoskin_options);
    isoskin_deformer* deformer = nullptr;
    options.settings = R"({"isoskin_volume": 1, "method": "magic"})";
    EXPECT_EQ(isoskin_deformer_create(character, &options, &deformer), ISOSKIN_INVALID);
    EXPECT_NE(std::string(isoskin_error()).find("'method' is not one of"), std::string::npos)
        << isoskin_error();

    options.settings = R"({"isoskin_volume": 1, "method": "free"})";
    ASSERT_EQ(isoskin_deformer_create(character, &options, &deformer), ISOSKIN_OK);
    const auto matrices = Limb::bent(0.3F);
    isoskin_pose pose = ISOSKIN_INIT(isoskin_pose);
    pose.matrices = matrices[0].data();
    pose.matrix_count = 3;
    float weight = 0.0F;
    EXPECT_EQ(isoskin_deformer_weights(deformer, &pose, 0, &weight, 1), ISOSKIN_UNSUPPORTED);
    isoskin_deformer_free(deformer);
    isoskin_character_free(character);
}

}  // namespace
