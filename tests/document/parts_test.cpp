#include "isoskin/document/parts.h"

#include <gtest/gtest.h>

#include "isoskin/document/document_text.h"
#include "isoskin/document/panes.h"
#include "isoskin/document/saved_history.h"
#include "isoskin/document/saved_work.h"
#include "scenes.h"

namespace isoskin {
namespace {

// An arm with a button beside its elbow, which follows the forearm but for one stray corner.
Character arm_with_button() {
    Character arm = *scenes::make_scene("arm");
    SkinnedMesh& skinned = arm.meshes[0];
    Mesh& mesh = skinned.mesh;
    const auto first = static_cast<Index>(mesh.vertex_count());
    const Vec3 at = mesh.positions[mesh.vertex_count() / 2] * 1.3F;
    const float size = 0.02F * bounding_box(mesh.positions).diagonal().norm();
    const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<std::vector<Influence>> rows;
    for (Index vertex = 0; vertex < first; ++vertex)
        rows.emplace_back(skinned.weights.row(vertex).begin(), skinned.weights.row(vertex).end());
    for (const Vec3& corner : corners) {
        mesh.positions.push_back(at + size * corner);
        if (!mesh.normals.empty()) mesh.normals.emplace_back(0, 0, 1);
        if (!mesh.uvs.empty()) mesh.uvs.emplace_back(0, 0);
        if (!mesh.colors.empty()) mesh.colors.emplace_back(1, 1, 1, 1);
        if (!mesh.tangents.empty()) mesh.tangents.emplace_back(1, 0, 0, 1);
        if (!mesh.wedge_vertex.empty())
            mesh.wedge_vertex.push_back(static_cast<Index>(mesh.positions.size() - 1));
        rows.push_back({{1, 1.0F}});
    }
    rows.back() = {{1, 0.5F}, {0, 0.5F}};
    // Inside out.
    for (const auto& [a, b, c] : std::vector<Triangle>{{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}})
        mesh.faces.push_back(make_triangle(first + a, first + b, first + c));
    if (!mesh.face_wedges.empty()) mesh.face_wedges.clear();
    mesh.sections.clear();
    skinned.weights = SkinWeights::from_rows(rows);
    return arm;
}

bool is_plain(const Mesh& mesh) {
    return mesh.wedge_vertex.empty() && mesh.face_wedges.empty();
}

const PartInfo& button_of(const std::vector<PartInfo>& parts) {
    return parts[0].is_body ? parts[1] : parts[0];
}

TEST(Parts, are_listed_with_what_is_odd_about_them) {
    const Character character = arm_with_button();
    ASSERT_TRUE(is_plain(character.meshes[0].mesh));
    const Document document = *Document::create(character);

    const auto parts = list_parts(document);

    ASSERT_EQ(parts.size(), 2U);
    EXPECT_NEAR(parts[0].surface + parts[1].surface, 1.0, 1e-12);
    const PartInfo& button = button_of(parts);
    EXPECT_LT(button.surface, 0.05);
    EXPECT_EQ(button.vertices, 4U);
    ASSERT_TRUE(button.rigid_on) << "a stray weight is noticed";
    EXPECT_EQ(*button.rigid_on, character.meshes[0].skin.joints[1]);
}

TEST(Parts, made_rigid_follow_one_joint) {
    Document document = *Document::create(arm_with_button());
    const std::uint64_t before = state_hash(document);
    const PartKey key = button_of(list_parts(document)).key;

    ASSERT_TRUE(make_part_rigid(document, key));

    EXPECT_FALSE(button_of(list_parts(document)).rigid_on);
    const SkinWeights& weights = document.character().meshes[0].weights;
    EXPECT_EQ(weights.row(weights.vertex_count() - 1).size(), 1U);
    EXPECT_TRUE(document.undo());
    EXPECT_EQ(state_hash(document), before);
}

TEST(Parts, that_follow_the_body_have_its_weights) {
    Document document = *Document::create(arm_with_button());
    const PartKey key = button_of(list_parts(document)).key;

    ASSERT_TRUE(follow_body(document, key));

    const SkinWeights& weights = document.character().meshes[0].weights;
    const auto last = weights.row(weights.vertex_count() - 1);
    const auto other = weights.row(weights.vertex_count() - 2);
    EXPECT_TRUE(std::equal(last.begin(), last.end(), other.begin(), other.end()))
        << "a small part does not bend";
    EXPECT_FALSE(follow_body(document, {0, key.part == 0 ? 1U : 0U})) << "the body itself";
}

TEST(Parts, excluded_are_left_as_skinned_and_said) {
    Document document = *Document::create(arm_with_button());
    const PartKey body{0, button_of(list_parts(document)).key.part == 0 ? 1U : 0U};
    document.set_time(0.5);
    Panes panes;
    panes.show({PaneMethod::Isoskin, PaneMethod::Linear});

    ASSERT_TRUE(set_part_use(document, body, PartUse::Excluded));
    panes.update(document);

    ASSERT_EQ(panes.refusals().size(), 1U);
    EXPECT_EQ(panes.refusals()[0].reason, "the settings exclude it");
    EXPECT_EQ(panes.refusals()[0].index, body.part);
    ASSERT_TRUE(set_part_use(document, body, PartUse::Corrected));
    panes.update(document);
    EXPECT_TRUE(panes.refusals().empty());
    EXPECT_FALSE(set_part_use(document, {0, 9}, PartUse::Excluded));
}

TEST(Parts, turned_twice_are_as_before_and_come_back_with_saved_work) {
    Document document = *Document::create(arm_with_button());
    const std::uint64_t before = state_hash(document);
    const auto key = button_of(list_parts(document)).key;
    const bool was_inside_out = button_of(list_parts(document)).is_inside_out;

    ASSERT_TRUE(turn_part(document, key));

    EXPECT_NE(button_of(list_parts(document)).is_inside_out, was_inside_out);
    auto again = document_from_edits(arm_with_button(), edits_of(document));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(state_hash(*again), state_hash(document));
    ASSERT_TRUE(restore_history(history_of(document, 1U << 20U), *again));
    EXPECT_TRUE(again->undo());
    EXPECT_EQ(state_hash(*again), before);
    ASSERT_TRUE(turn_part(document, key));
    EXPECT_EQ(state_hash(document), before);
}

}  // namespace
}  // namespace isoskin
