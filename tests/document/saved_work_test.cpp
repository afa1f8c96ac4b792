#include "isoskin/document/saved_work.h"

#include <array>

#include <gtest/gtest.h>

#include "isoskin/document/document_text.h"
#include "isoskin/document/saved_history.h"
#include "scenes.h"

namespace isoskin {
namespace {

Document worked_on(const char* scene) {
    Document document = *Document::create(*scenes::make_scene(scene));
    document.set_time(0.3);
    document.rotate_joint(2, {0.3, 0.2, -0.1});
    document.key_pose();
    document.set_time(0.5);
    document.rotate_joint(1, {0.1, 0.0, 0.4});
    document.set_lock(1, LockState::Locked);
    JointVolumeSettings shape = document.joint_settings(2);
    shape.effect = VolumeEffect::Muscle;
    document.set_joint_settings(shape, "Shape");
    document.set_rig_sketch({R"({"joints": []})"}, "Rig it");
    return document;
}

TEST(SavedWork, reads_back_to_the_same_bits) {
    for (const char* scene : {"chain", "arm", "creature"}) {
        const Document document = worked_on(scene);

        const auto again = document_from_edits(*scenes::make_scene(scene), edits_of(document));

        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(state_hash(*again), state_hash(document)) << scene;
        EXPECT_EQ(again->playhead().time, 0.5);
        EXPECT_EQ(again->character().meshes[0].mesh.faces,
                  document.character().meshes[0].mesh.faces);
        EXPECT_TRUE(again->history().undo_names().empty());
    }
}

TEST(SavedWork, keeps_painted_weights) {
    Document document = worked_on("arm");
    const SkinWeights& weights = document.character().meshes[0].weights;
    const std::array vertices{weights.vertex_count() / 2};
    const std::array rows{std::vector<Influence>{{0, 0.25F}, {1, 0.75F}}};
    document.set_weights(0, weights.with_rows(vertices, rows), "Paint");

    const auto again = document_from_edits(*scenes::make_scene("arm"), edits_of(document));

    ASSERT_TRUE(again);
    EXPECT_EQ(again->character().meshes[0].weights, document.character().meshes[0].weights);
}

TEST(SavedWork, goes_on_with_a_character_made_of_it) {
    const Document document = worked_on("arm");
    // One joint is gone, all others are there.
    Character made = *scenes::make_scene("arm");
    std::vector<Joint> joints(made.skeleton.joints().begin(), made.skeleton.joints().end());
    const std::string gone = joints[1].name;
    joints[1].name = "another";
    made.skeleton = *Skeleton::create(std::move(joints));
    auto next = Document::create(std::move(made));
    ASSERT_TRUE(next);

    const auto placed = restore_workspace(workspace_for(document, next->character()), *next);

    ASSERT_TRUE(placed) << placed.error().message;
    EXPECT_EQ(next->playhead().time, document.playhead().time);
    EXPECT_FALSE(next->playhead().edited.contains(1)) << gone;
    EXPECT_TRUE(next->rig_sketch().text.empty()) << "it has its skeleton";
}

TEST(SavedWork, of_another_character_is_refused_by_a_sentence) {
    const auto other = document_from_edits(*scenes::make_scene("tube"), edits_of(worked_on("arm")));

    ASSERT_FALSE(other);
    EXPECT_NE(other.error().message.find("vertices"), std::string::npos) << other.error().message;
}

TEST(SavedWork, cut_short_or_scrambled_is_refused) {
    const auto bytes = edits_of(worked_on("chain"));
    for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 300)
        EXPECT_FALSE(
            document_from_edits(*scenes::make_scene("chain"), std::span(bytes).first(size)))
            << size;
    for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 300) {
        auto scrambled = bytes;
        scrambled[at] ^= 0xFFU;
        const auto document = document_from_edits(*scenes::make_scene("chain"), scrambled);
        if (!document) continue;
        EXPECT_EQ(document->pose().parent_from_joint.size(),
                  document->character().skeleton.joint_count());
    }
}

TEST(SavedHistory, undoes_and_redoes_to_the_same_bits) {
    for (const char* scene : {"chain", "arm", "creature"}) {
        Document document = worked_on(scene);
        document.set_limit(2, 0.5);
        document.set_base(SkinMethod::DualQuaternion);
        document.undo();
        auto again = document_from_edits(*scenes::make_scene(scene), edits_of(document));
        ASSERT_TRUE(again) << again.error().message;

        ASSERT_TRUE(restore_history(history_of(document, 1U << 24U), *again));

        EXPECT_EQ(again->history().undo_names(), document.history().undo_names());
        EXPECT_EQ(again->history().redo_names(), document.history().redo_names());
        while (document.undo()) {
            ASSERT_TRUE(again->undo());
            EXPECT_EQ(state_hash(*again), state_hash(document)) << scene;
        }
        while (document.redo()) {
            ASSERT_TRUE(again->redo());
            EXPECT_EQ(state_hash(*again), state_hash(document)) << scene;
        }
        EXPECT_EQ(again->base(), SkinMethod::DualQuaternion);
    }
}

TEST(SavedHistory, leaves_out_the_oldest_steps_where_room_ends) {
    Document document = *Document::create(*scenes::make_scene("chain"));
    for (int i = 0; i < 50; ++i)
        document.rotate_joint(1, {0.01 * i, 0.0, 0.0});
    auto again = document_from_edits(*scenes::make_scene("chain"), edits_of(document));

    ASSERT_TRUE(restore_history(history_of(document, 2000), *again));

    const std::size_t kept = again->history().undo_names().size();
    EXPECT_GT(kept, 2U);
    EXPECT_LT(kept, 50U);
    again->undo();
    document.undo();
    EXPECT_EQ(state_hash(*again), state_hash(document));
}

TEST(SavedHistory, cut_short_or_scrambled_is_refused_or_harmless) {
    const Document document = worked_on("chain");
    const auto bytes = history_of(document, 1U << 24U);
    for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 200) {
        auto again = document_from_edits(*scenes::make_scene("chain"), edits_of(document));
        EXPECT_FALSE(restore_history(std::span(bytes).first(at), *again)) << at;
        EXPECT_TRUE(again->history().undo_names().empty());
        auto scrambled = bytes;
        scrambled[at] ^= 0xFFU;
        if (!restore_history(scrambled, *again)) continue;
        while (again->undo())
            EXPECT_EQ(again->pose().parent_from_joint.size(),
                      again->character().skeleton.joint_count());
    }
}

}  // namespace
}  // namespace isoskin
