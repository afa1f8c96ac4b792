#include "isoskin/io/lattice_json.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

constexpr const char* kEverything = R"({
  "isoskin_lattice": 1,
  "comment": "one of each",
  "build": {"from": "points", "depth": 5, "max_points": 7, "margin": 0.25, "balance": "one-level", "axes": "xy"},
  "scheme": "source",
  "blend": "quintic",
  "simulate": {"mass": 2, "stiffness": 50, "levels": "halved", "damping": 0.02, "drag": 0.5, "friction": 0.25,
               "gravity": [0, -1, 0], "return_rate": 9, "soft": [[0, 1, 2, 0.5]], "height": 3},
  "edits": [
    {"move": [1, 2, 0, 1], "to": [0.1, 0.2, 0.3]},
    {"move": {"level": 2, "near": [0.5, 1, 2]}, "by": [1, 0, 0], "turn": [0, 90, 0], "about": [0, 0, 0]},
    {"move": {"level": 0, "within": [[0, 0, 0], [1, 1, 1]]}, "scale": 2},
    {"frame": [0, 1, 1, 1], "turn": [10, 0, 0], "scale": [1, 2, 3]},
    {"frame": [0, 0, 0, 0], "columns": [[1, 0, 0], [0, 0, 1], [0, -1, 0]]},
    {"drag": [0, 1, 0], "by": [0, 0.125, 0], "level": 1},
    {"subdivide": [0, 0, 0, 0], "times": 2},
    {"simplify": [1, 0, 0, 0]},
    {"detail": [1, 1, 1, 1], "shift": [0.1, 0, 0], "turn": [[0, 0, 0], [0, 0.5, 0], [0, 0, 0]]}
  ]
})";

TEST(LatticeJson, reads_every_word) {
    const auto edits = parse_lattice_json(kEverything, "edits");
    ASSERT_TRUE(edits) << edits.error().message;
    EXPECT_EQ(edits->tree.from, TreeSource::Points);
    EXPECT_EQ(edits->tree.settings.max_depth, 5);
    EXPECT_EQ(edits->tree.settings.max_points, 7U);
    EXPECT_EQ(edits->tree.settings.margin, 0.25);
    EXPECT_EQ(edits->tree.settings.balance, TreeBalance::OneLevel);
    EXPECT_EQ(edits->tree.settings.axes, TreeAxes::Two);
    EXPECT_EQ(edits->settings.scheme, LatticeScheme::Source);
    EXPECT_EQ(edits->settings.blend, Blend::Quintic);
    EXPECT_EQ(edits->motion.stiffness, 50.0);
    EXPECT_EQ(edits->motion.levels, LevelStiffness::Halved);
    ASSERT_EQ(edits->motion.soft.size(), 1U);
    EXPECT_EQ(edits->motion.soft[0].radius, 0.5);
    EXPECT_EQ(edits->motion.height, 3.0);
    ASSERT_EQ(edits->edits.size(), 9U);
    const auto& turned = std::get<MoveEdit>(edits->edits[1]);
    EXPECT_EQ(std::get<Vec3d>(turned.vertices.where), Vec3d(0.5, 1.0, 2.0));
    EXPECT_EQ(turned.degrees.y(), 90.0);
    EXPECT_EQ(std::get<MoveEdit>(edits->edits[2]).scale, Vec3d::Constant(2.0));
    EXPECT_EQ((*std::get<FrameEdit>(edits->edits[4]).frame)(2, 1), 1.0);
    EXPECT_EQ(std::get<SubdivideEdit>(edits->edits[6]).times, 2);
}

TEST(LatticeJson, written_and_read_again_says_the_same) {
    const std::string once = lattice_json_text(*parse_lattice_json(kEverything, "edits"));
    const auto again = parse_lattice_json(once, "written");
    ASSERT_TRUE(again) << again.error().message << once;
    EXPECT_EQ(lattice_json_text(*again), once);
    EXPECT_EQ(again->edits.size(), 9U);
}

struct Fault {
    const char* name;
    const char* text;
    const char* sentence;
};
class LatticeJsonFault : public testing::TestWithParam<Fault> {};

TEST_P(LatticeJsonFault, is_refused_by_name) {
    const auto edits = parse_lattice_json(GetParam().text, "e");
    ASSERT_FALSE(edits);
    EXPECT_EQ(edits.error().message, GetParam().sentence);
    EXPECT_EQ(edits.error().kind, ErrorKind::Invalid);
}

constexpr const char* kPlace =
    "[level, x, y, z] in whole numbers, {\"level\", \"near\"} or {\"level\", \"within\"}";

INSTANTIATE_TEST_SUITE_P(
    , LatticeJsonFault,
    testing::Values(
        Fault{"no_json", "{", "e, line 1: this is not valid JSON"},
        Fault{"no_object", "[]", "e: the edits are not an object"},
        Fault{"version", R"({"isoskin_lattice": 2})",
              "e: 'isoskin_lattice' is 2; this isoskin knows version 1"},
        Fault{"blend", R"({"isoskin_lattice": 1, "blend": "cubic"})",
              "e: 'blend' is not one of linear, hermite, quartic, quintic"},
        Fault{"depth", R"({"isoskin_lattice": 1, "build": {"depth": -1}})",
              "e: build: 'depth' is not a whole number from 0 on"},
        Fault{"box",
              R"({"isoskin_lattice": 1, "build": {"from": "box", "box": [[1,1,1],[0,2,2]]}})",
              "e: build: 'box' is not a lowest and a highest corner, three numbers each"},
        Fault{"box_of_matter", R"({"isoskin_lattice": 1, "build": {"box": [[0,0,0],[2,2,2]]}})",
              "e: build: 'box' needs \"from\": \"box\""},
        Fault{"no_edit", R"({"isoskin_lattice": 1, "edits": [{"mvoe": [0,0,0,0]}]})",
              "e: edit 1: none of move, frame, drag, subdivide, simplify, detail is given"},
        Fault{"where_to", R"({"isoskin_lattice": 1, "edits": [{"move": [0,0,0,0]}]})",
              "e: edit 1 (move): where to? Give 'by', 'to', 'turn' or 'scale'"},
        Fault{
            "to_and_by",
            R"({"isoskin_lattice": 1, "edits": [{"move": [0,0,0,0], "to": [0,0,0], "by": [0,0,0]}]})",
            "e: edit 1 (move): 'to' says all; 'by', 'turn', 'scale' and 'about' cannot stand "
            "beside it"},
        Fault{"soft", R"({"isoskin_lattice": 1, "simulate": {"soft": [[0, 0, 0]]}})",
              "e: simulate: 'soft' is not a list of [x, y, z, radius]"},
        Fault{"huge", R"({"isoskin_lattice": 1, "edits": [{"drag": [0,0,1e200], "by": [0,0,0]}]})",
              "e: edit 1 (drag): 'drag' is not a list of three numbers"}),
    [](const auto& tested) { return tested.param.name; });

TEST(LatticeJson, a_place_is_whole_numbers_or_words) {
    for (const char* place : {"[0, 0, 0]", "[0, 0, 0, 0.5]", "[0, 0, -1, 0]", R"({"level": 1})",
                              R"({"near": [0, 0, 0]})", "\"top\""}) {
        const auto edits = parse_lattice_json(
            R"({"isoskin_lattice": 1, "edits": [{"simplify": )" + std::string(place) + "}]}", "e");
        ASSERT_FALSE(edits) << place;
        EXPECT_EQ(edits.error().message,
                  "e: edit 1 (simplify): 'simplify' is not " + std::string(kPlace));
    }
}

}  // namespace
}  // namespace isoskin
