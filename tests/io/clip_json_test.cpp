// The format: docs/formats/clip_json.md
#include "isoskin/io/clip_json.h"

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "support/shared_data.h"

namespace isoskin {
namespace {

Character arm() {
    Joint upper;
    upper.name = "upper";
    upper.parent_from_joint.translation = Vec3d(1, 2, 3);
    upper.parent_from_joint.rotation = rotation_from_euler_xyz(Vec3d(0, 0, kPi / 2));
    Joint lower;
    lower.name = "lower";
    lower.parent = 0;
    Character character;
    character.skeleton = *Skeleton::create({upper, lower});
    return character;
}

std::string refusal(std::string_view text) {
    const auto clip = parse_clip_json(text, arm(), "c.json");
    return clip ? "read" : clip.error().message;
}

Transform upper_at(std::string_view text, double time) {
    const Character character = arm();
    const auto clip = parse_clip_json(text, character, "c.json");
    if (!clip) {
        ADD_FAILURE() << clip.error().message;
        return {};
    }
    return clip_pose(character, *clip, time).parent_from_joint[0];
}

TEST(ClipJson, adds_to_the_stored_pose_unless_told_otherwise) {
    const auto relative = upper_at(
        R"({"keys":[{"time":0,"joints":{"upper":{"rotate":[0,0,90],"translate":[1,0,0]}}}]})", 0);
    EXPECT_TRUE(relative.translation.isApprox(Vec3d(2, 2, 3), 1e-6));
    EXPECT_NEAR(std::abs(relative.rotation.z()), 1.0, 1e-6);

    const auto absolute = upper_at(R"({"relative_to":"parent","keys":[{"time":0,"joints":
                    {"upper":{"quaternion":[0,0,0,2],"translate":[1,0,0],"scale":[2,2,2]}}}]})",
                                   0);
    EXPECT_TRUE(absolute.translation.isApprox(Vec3d(1, 0, 0)));
    EXPECT_NEAR(std::abs(absolute.rotation.w()), 1.0, 1e-6);
    EXPECT_TRUE(absolute.scale.isApprox(Vec3d(2, 2, 2)));
}

constexpr const char* kHop = R"({"relative_to":"parent","interpolation":"%","keys":[
    {"time":0,"joints":{"upper":{"translate":[0,0,0]}}},
    {"time":1,"joints":{"upper":{"translate":[0,1,0]}}},
    {"time":2,"joints":{"upper":{"translate":[0,0,0]}}}]})";

double height_of_hop(const std::string& interpolation, double time) {
    std::string text = kHop;
    text.replace(text.find('%'), 1, interpolation);
    return upper_at(text, time).translation.y();
}

TEST(ClipJson, goes_between_keys_as_asked) {
    EXPECT_DOUBLE_EQ(height_of_hop("step", 0.5), 0.0);
    EXPECT_NEAR(height_of_hop("linear", 0.25), 0.25, 1e-6);
    EXPECT_NEAR(height_of_hop("smooth", 0.5), 0.5, 1e-6);
    EXPECT_LT(height_of_hop("smooth", 0.1), 0.05);
    EXPECT_NEAR(height_of_hop("smooth", 1.0), 1.0, 1e-6);
}

TEST(ClipJson, refuses_what_it_does_not_know_by_name) {
    EXPECT_EQ(refusal("{\n\"keys\": [\n"), "c.json, line 3: this is not valid JSON");
    EXPECT_EQ(refusal(R"({"keys":[1e999]})"), "c.json holds a number that is too large");
    EXPECT_EQ(refusal(R"({"keys":[]})"), "c.json: 'keys' is not a list of keys");
    EXPECT_EQ(refusal(R"({"fps":3,"keys":[]})"), "c.json: 'fps' is not a word of this format");
    EXPECT_EQ(refusal(R"({"interpolation":"bouncy","keys":[]})"),
              "c.json: 'interpolation' has a value that is not known");
    EXPECT_EQ(refusal(R"({"keys":[{"time":0,"joints":{"tail":{}}}]})"),
              "c.json: key 1: the character has no joint 'tail'");
    EXPECT_EQ(refusal(R"({"keys":[{"time":0,"joints":{"lower":{"spin":[1,2,3]}}}]})"),
              "c.json: key 1: joint 'lower': 'spin' is not a word of this format");
    EXPECT_EQ(refusal(R"({"keys":[{"time":0,"joints":{"lower":{"rotate":[1,2]}}}]})"),
              "c.json: key 1: joint 'lower': 'rotate' is not a list of three numbers");
    EXPECT_EQ(refusal(R"({"keys":[{"time":1,"joints":{}},{"time":1,"joints":{}}]})"),
              "c.json: key 2: 'time' is not later than that of the key before");
    EXPECT_EQ(refusal(R"({"keys":[{"time":0,"joints":{}}]})"), "c.json: no key moves a joint");
}

TEST(ClipJson, the_crawl_of_the_snail_monster_fits_it_and_loops) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto snail = read_character(shared_data("snail-monster/mesh.obj"));
    ASSERT_TRUE(snail);
    const auto clip = read_clip(ISOSKIN_SOURCE_DIR "/examples/clips/snail_crawl.json", *snail);
    ASSERT_TRUE(clip) << clip.error().message;
    EXPECT_EQ(clip->name, "crawl");
    EXPECT_DOUBLE_EQ(clip->duration(), 2.0);
    const Pose first = clip_pose(*snail, *clip, 0.0);
    const Pose last = clip_pose(*snail, *clip, 2.0);
    EXPECT_EQ(first.parent_from_joint, last.parent_from_joint);
    EXPECT_NE(first.parent_from_joint, clip_pose(*snail, *clip, 0.5).parent_from_joint);
}

}  // namespace
}  // namespace isoskin
