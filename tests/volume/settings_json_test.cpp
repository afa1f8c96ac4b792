#include "isoskin/volume/settings_json.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

VolumeSettings every_field_changed() {
    VolumeSettings settings{.method = VolumeMethod::Axes,
                            .scope = VolumeScope::Sequential,
                            .effect = VolumeEffect::Muscle,
                            .quads = QuadRule::Bilinear,
                            .amount = 0.6,
                            .iterations = 7,
                            .smoothing = 0.25,
                            .sharpness = 2.5,
                            .max_displacement = 0.1,
                            .shares = {{0.1, 0.2, 0.7}}};
    settings.joints.push_back({.joint = "elbow \"left\"",
                               .effect = VolumeEffect::Folds,
                               .profile = {{-1.0, 0.0}, {0.1, 1.0}, {1.0, 0.3}},
                               .gain = 2.5,
                               .flexor = 0.4,
                               .amount = 0.3,
                               .shares = {{0.5, 0.25, 0.25}},
                               .painted = {{.values = {0.0F, 0.1F, 1.0F}}}});
    settings.joints.push_back(
        {.joint = "hip",
         .painted = {{.mesh = 2, .values = {0.5F}}, {.mesh = 0, .values = {0.25F, 1.0F}}}});
    settings.joints.push_back({.joint = "knee"});
    settings.excluded_parts = {{.mesh = 0, .part = 4}, {.mesh = 2, .part = 0}};
    return settings;
}

std::string refusal_of(const std::string& text) {
    const auto parsed = parse_volume_settings(text, "a.json");
    return parsed ? "accepted" : parsed.error().message;
}

TEST(VolumeSettingsJson, keeps_every_field_there_and_back) {
    for (const VolumeSettings& settings : {VolumeSettings{}, every_field_changed()}) {
        const auto parsed = parse_volume_settings(volume_settings_text(settings), "a.json");
        ASSERT_TRUE(parsed) << parsed.error().message;
        EXPECT_EQ(*parsed, settings);
    }
}

TEST(VolumeSettingsJson, refuses_amounts_and_parts_out_of_range) {
    EXPECT_NE(refusal_of(R"({"isoskin_volume": 4, "amount": 1.5})").find("'amount'"),
              std::string::npos);
    EXPECT_NE(refusal_of(R"({"isoskin_volume": 4, "joints": {"a": {"gain": 4}}})").find("'gain'"),
              std::string::npos);
    EXPECT_NE(
        refusal_of(R"({"isoskin_volume": 4, "excluded_parts": [[0, 0]]})").find("'excluded_parts'"),
        std::string::npos);
    EXPECT_NE(volume_settings_text({.amount = 0.5}).find("\"isoskin_volume\": 4"),
              std::string::npos);
    EXPECT_NE(volume_settings_text({}).find("\"isoskin_volume\": 1"), std::string::npos);
}

TEST(VolumeSettingsJson, leaves_out_means_default) {
    const auto parsed = parse_volume_settings(R"({"isoskin_volume": 1})", "a.json");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(*parsed, VolumeSettings{});
}

TEST(VolumeSettingsJson, reads_version_1_as_released) {
    const auto parsed = parse_volume_settings(R"({
        "isoskin_volume": 1, "comment": "by hand", "method": "linear-axes", "scope": "global",
        "effect": "rubber", "iterations": 3,
        "joints": {"elbow": {"profile": [[-1, 0], [0, 0.5]], "flexor": 1}}})",
                                              "a.json");
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->method, VolumeMethod::LinearAxes);
    EXPECT_EQ(parsed->scope, VolumeScope::Global);
    EXPECT_EQ(parsed->iterations, 3);
    ASSERT_EQ(parsed->joints.size(), 1U);
    EXPECT_EQ(parsed->joints[0].profile, (std::vector<ProfileKnot>{{-1.0, 0.0}, {0.0, 0.5}}));
}

TEST(VolumeSettingsJson, refuses_by_name) {
    EXPECT_EQ(refusal_of("{"), "a.json: this is not valid JSON");
    EXPECT_EQ(refusal_of("[]"), "a.json: the settings are not an object");
    EXPECT_EQ(refusal_of("{}"), "a.json: 'isoskin_volume', the version, is missing");
    EXPECT_EQ(refusal_of(R"({"isoskin_volume": 5})"),
              "a.json: 'isoskin_volume' is 5; this isoskin knows versions 1 to 4");
    EXPECT_EQ(refusal_of(R"({"isoskin_volume": 1, "metod": "axes"})"),
              "a.json: 'metod' is not a word of this format");
    EXPECT_EQ(refusal_of(R"({"isoskin_volume": 1, "scope": 3})"),
              "a.json: 'scope' is not one of joints, sequential, global");
    EXPECT_EQ(refusal_of(R"({"isoskin_volume": 1, "iterations": 0})"),
              "a.json: 'iterations' is not a whole number from 1 to 1000");
    EXPECT_EQ(refusal_of(R"({"isoskin_volume": 1, "smoothing": "wide"})"),
              "a.json: 'smoothing' is not a number from 0 to 100");
    EXPECT_EQ(refusal_of(R"({"isoskin_volume": 1, "shares": [1, 1, 1]})"),
              "a.json: the three numbers of 'shares' do not sum to one");
}

TEST(VolumeSettingsJson, refuses_what_is_wrong_with_a_joint_by_its_name) {
    const auto joint = [](const std::string& text) {
        return refusal_of(R"({"isoskin_volume": 1, "joints": {"elbow": )" + text + "}}");
    };
    EXPECT_EQ(joint("4"), "a.json: joints, elbow: this is not an object");
    EXPECT_EQ(joint(R"({"flexr": 1})"),
              "a.json: joints, elbow: 'flexr' is not a word of this format");
    EXPECT_EQ(joint(R"({"flexor": 2})"),
              "a.json: joints, elbow: 'flexor' is not a number from 0 to 1");
    EXPECT_NE(joint(R"({"profile": [[0, 1], [0, 0]]})").find("joints, elbow: 'profile'"),
              std::string::npos);
    EXPECT_EQ(joint(R"({"painted": ["red"]})"),
              "a.json: joints, elbow: 'painted' is not a list of numbers, one per vertex");
    EXPECT_EQ(joint(R"({"painted": [{"mesh": 0, "values": [1]}]})"),
              "a.json: joints, elbow: 'painted' is not a list of numbers, one per vertex");
}

TEST(VolumeSettingsJson, names_meshes_from_version_2_on) {
    const auto paint = [](const std::string& text) {
        return R"({"isoskin_volume": 2, "joints": {"elbow": {"painted": )" + text + "}}}";
    };
    const auto parsed = parse_volume_settings(
        paint(R"([{"mesh": 3, "values": [0, 1]}, {"mesh": 0, "values": [0.5]}])"), "a.json");
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->joints[0].painted,
              (std::vector<PaintedMap>{{.mesh = 3, .values = {0.0F, 1.0F}},
                                       {.mesh = 0, .values = {0.5F}}}));
    EXPECT_NE(volume_settings_text(*parsed).find(R"("isoskin_volume": 2)"), std::string::npos);

    const auto plain = parse_volume_settings(paint("[1, 0.5]"), "a.json");
    ASSERT_TRUE(plain) << plain.error().message;
    EXPECT_EQ(plain->joints[0].painted[0].mesh, PaintedMap::kUnnamed);
    EXPECT_NE(volume_settings_text(*plain).find(R"("isoskin_volume": 1)"), std::string::npos);

    const std::string elbow = "a.json: joints, elbow: ";
    EXPECT_EQ(refusal_of(paint("[1, {}]")),
              elbow +
                  "'painted' is not a list of numbers, one per vertex, or of objects with "
                  "'mesh' and 'values'");
    EXPECT_EQ(refusal_of(paint(R"([{"values": [1]}])")), elbow + "'painted' names no 'mesh'");
    EXPECT_EQ(refusal_of(paint(R"([{"mesh": -1, "values": [1]}])")),
              elbow + "'mesh' is not the number of a mesh, counted from 0");
    EXPECT_EQ(refusal_of(paint(R"([{"mesh": 1, "value": [1]}])")),
              elbow + "painted: 'value' is not a word of this format");
    EXPECT_EQ(refusal_of(paint(R"([{"mesh": 1, "values": []}, {"mesh": 1, "values": []}])")),
              elbow + "'painted' has mesh 1 twice");
}

}  // namespace
}  // namespace isoskin
