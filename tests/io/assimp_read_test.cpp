#include "isoskin/io/assimp_read.h"

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

constexpr std::string_view kArm = R"(MD5Version 10
commandline ""

numJoints 2
numMeshes 1

joints {
"upper" -1 ( 0 0 0 ) ( 0 0 0 )
"lower" 0 ( 0 0 2 ) ( 0 0 0 )
}

mesh {
shader "skin"

numverts 4
vert 0 ( 0 0 ) 0 1
vert 1 ( 1 0 ) 1 1
vert 2 ( 0 1 ) 2 2
vert 3 ( 0.5 0.5 ) 4 1

numtris 4
tri 0 0 1 2
tri 1 0 1 3
tri 2 1 2 3
tri 3 2 0 3

numweights 5
weight 0 0 1 ( 0 0 0 )
weight 1 0 1 ( 1 0 0 )
weight 2 0 0.5 ( 0 1 0 )
weight 3 1 0.5 ( 0 1 -2 )
weight 4 1 1 ( 0 0 1 )
}
)";

class ReadAssimp : public testing::Test {
  protected:
    Result<Character> read(const char* file, std::string_view text) const {
        EXPECT_TRUE(write_text(folder_ / file, text));
        return read_character(folder_ / file);
    }
    TemporaryFolder folder_;
};

TEST_F(ReadAssimp, reads_the_bones_and_weights_of_a_md5mesh) {
    const auto character = read("arm.md5mesh", kArm);
    ASSERT_TRUE(character) << character.error().message;
    ASSERT_EQ(character->meshes.size(), 1U);
    EXPECT_TRUE(character->skeleton.find("lower"));
    EXPECT_EQ(character->meshes[0].mesh.faces.size(), 4U);
    EXPECT_EQ(character->meshes[0].weights.max_influences(), 2U);
    EXPECT_EQ(skin_joints(*character).size(), 2U);
}

TEST_F(ReadAssimp, keeps_the_quads_of_an_off_file) {
    const auto character = read("a.off", "OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n");
    ASSERT_TRUE(character) << character.error().message;
    EXPECT_TRUE(character->meshes[0].mesh.faces[0].is_quad());
}

TEST_F(ReadAssimp, names_what_assimp_would_trust) {
    const auto refusal = [&](std::string_view from, std::string_view to) {
        std::string text(kArm);
        text.replace(text.find(from), from.size(), to);
        const auto hazard = find_assimp_hazard(".md5mesh", text, "m");
        return hazard ? hazard->message : "read";
    };
    EXPECT_EQ(refusal("vert 3", "vert 9"), "m, line 19: a vertex is named that does not exist");
    EXPECT_EQ(refusal("tri 3 2", "tri 3 7"), "m, line 25: a vertex is named that does not exist");
    EXPECT_EQ(refusal("weight 4 1", "weight 4 2"),
              "m, line 32: a joint is named that does not exist");
    EXPECT_EQ(refusal("\"lower\" 0", "\"lower\" 5"),
              "m, line 9: a joint is named that does not exist");
    EXPECT_EQ(refusal("( 0.5 0.5 ) 4 1", "( 0.5 0.5 ) 4 3"),
              "m, line 33: a vertex uses weights that do not exist");
}

TEST_F(ReadAssimp, refuses_hostile_files_in_one_sentence) {
    ISOSKIN_NEEDS_SHARED_DATA();
    for (const char* file :
         {"MD5/invalid/InvalidBoneIndex.md5mesh", "MD5/invalid/OverflowingVertexIndex.md5mesh",
          "OFF/invalid.off", "invalid/OutOfMemory.off"}) {
        const auto character = read_character(shared_data("hostile-assimp-a") / file);
        ASSERT_FALSE(character) << file;
        EXPECT_NE(character.error().message.find(file), std::string::npos);
        EXPECT_EQ(character.error().message.find('\n'), std::string::npos);
    }
}

TEST_F(ReadAssimp, survives_a_file_cut_anywhere) {
    for (std::size_t length = 0; length < kArm.size(); length += 7)
        (void)read("cut.md5mesh", kArm.substr(0, length));
}

TEST_F(ReadAssimp, says_so_when_a_file_is_something_else) {
    for (const char* file : {"a.fbx", "a.dae", "a.3ds", "a.x"}) {
        const auto character = read(file, "this is no such file");
        ASSERT_FALSE(character) << file;
        EXPECT_EQ(character.error().kind, ErrorKind::Invalid);
    }
}

}  // namespace
}  // namespace isoskin
