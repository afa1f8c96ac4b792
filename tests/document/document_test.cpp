#include "isoskin/document/document.h"

#include <gtest/gtest.h>

#include "isoskin/deform/check_character.h"
#include "isoskin/document/document_text.h"
#include "isoskin/document/findings.h"
#include "isoskin/document/painting.h"
#include "isoskin/document/picking.h"
#include "isoskin/io/character_file.h"
#include "scenes.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

Document open_scene(const char* name) {
    return *Document::create(*scenes::make_scene(name));
}

Transform turned(const Document& document, JointIndex joint, double angle) {
    Transform t = document.pose().parent_from_joint[joint];
    t.rotation = t.rotation * Quatd(Eigen::AngleAxisd(angle, Vec3d::UnitZ()));
    return t;
}

TEST(Document, a_moved_joint_stays_until_time_goes_on) {
    Document document = open_scene("chain");
    document.set_joint(2, turned(document, 2, 0.5));
    const Transform moved = document.pose().parent_from_joint[2];
    EXPECT_EQ(document.playhead().edited.size(), 1U);
    EXPECT_FALSE(moved == document.unedited_pose().parent_from_joint[2]);

    document.set_time(0.25);
    EXPECT_TRUE(document.playhead().edited.empty());

    EXPECT_EQ(document.undo(), "Leave the pose");
    EXPECT_EQ(document.pose().parent_from_joint[2], moved);
    EXPECT_EQ(document.playhead().time, 0.0);
}

TEST(Document, paint_of_another_length_is_refused_by_joint_mesh_and_lengths) {
    Character character = *scenes::make_scene("chain");
    const std::string joint = character.skeleton.joints()[2].name;
    character.meshes[0].mesh.name = "worm";
    const std::string why = "joint '" + joint +
                            "' has a map painted for 2 vertices, but mesh 'worm' has " +
                            std::to_string(character.meshes[0].mesh.vertex_count());
    const VolumeSettings settings{
        .joints = {{.joint = joint, .painted = {{.mesh = 0, .values = {1.0F, 0.5F}}}}}};

    const auto deformer = Deformer::create(character, {.volume = settings});
    character.settings_json =
        R"({"isoskin_volume": 1, "joints": {")" + joint + R"(": {"painted": [1, 0.5]}}})";
    const auto document = Document::create(character);

    ASSERT_FALSE(deformer);
    EXPECT_EQ(deformer.error().message, why);
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().message, why);
    const auto nowhere = fit_paint(
        character, {.joints = {{.joint = joint, .painted = {{.mesh = 7, .values = {}}}}}});
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().message,
              "joint '" + joint +
                  "' has a map painted on mesh 7, but the meshes of the character end at 0");
}

TEST(Document, paint_without_a_mesh_goes_to_the_one_of_its_length) {
    Character character = *scenes::make_scene("creature");  // a body, and eyes
    const std::size_t count = character.meshes[1].mesh.vertex_count();
    std::string numbers = "0.5";
    for (std::size_t i = 1; i < count; ++i)
        numbers += ", 0";
    const JointIndex joint = character.meshes[1].skin.joints[1];
    character.settings_json = R"({"isoskin_volume": 1, "joints": {")" +
                              character.skeleton.joints()[joint].name + R"(": {"painted": [)" +
                              numbers + "]}}}";
    const auto document = Document::create(character);
    ASSERT_TRUE(document) << document.error().message;
    const auto painted = document->joint_settings(joint).painted;
    ASSERT_EQ(painted.size(), 1U);
    EXPECT_EQ(painted[0].mesh, 1U);
    EXPECT_EQ(painted[0].values[0], 0.5F);
}

TEST(Document, a_brush_paints_the_mesh_it_touches) {
    Document document = open_scene("creature");
    const auto& meshes = document.character().meshes;
    std::vector<PosedMesh> posed(meshes.size());
    for (std::size_t m = 0; m < meshes.size(); ++m)
        for (const Vec3& p : meshes[m].mesh.positions)
            posed[m].positions.emplace_back(p + Vec3(100.0F * static_cast<float>(m), 0.0F, 0.0F));
    const JointIndex joint = meshes[1].skin.joints[1];
    const PaintBrush brush{
        .target = PaintTarget::Map, .joint = joint, .mode = BrushMode::Replace, .value = 0.0F};
    for (const std::size_t mesh : {std::size_t{1}, std::size_t{0}}) {
        document.begin_gesture("Paint");
        Stroke stroke(document, brush);
        stroke.dab(posed, posed[mesh].positions[5], 1.0F);
        document.end_gesture();
    }

    const auto painted = document.joint_settings(joint).painted;
    ASSERT_EQ(painted.size(), 2U);
    EXPECT_EQ(painted[0].mesh, 1U);
    for (const PaintedMap& map : painted) {
        EXPECT_EQ(map.values.size(), meshes[map.mesh].mesh.vertex_count());
        EXPECT_LT(map.values[5], 1.0F);
    }
    const TemporaryFolder folder;
    ASSERT_TRUE(write_character(folder / "painted.glb", character_to_store(document)));
    const auto again = Document::create(*read_character(folder / "painted.glb"));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->joint_settings(joint).painted.size(), 2U);
    document.undo();
    EXPECT_EQ(document.joint_settings(joint).painted.size(), 1U);
}

TEST(Document, a_stored_character_opens_with_its_paint) {
    for (const char* scene : {"arm", "creature"}) {
        Document document = open_scene(scene);
        const JointIndex joint = document.skin_joints()[2];
        JointVolumeSettings shape = document.joint_settings(joint);
        const std::size_t count = document.character().meshes[0].mesh.vertex_count();
        shape.painted = {{.mesh = 0, .values = std::vector(count, 0.5F)}};
        document.set_joint_settings(shape, "Paint");
        const TemporaryFolder folder;
        const auto file = folder / "stored.glb";

        ASSERT_TRUE(write_character(file, character_to_store(document)));
        const auto again = Document::create(*read_character(file));

        ASSERT_TRUE(again) << again.error().message;
        const auto painted = again->joint_settings(joint).painted;
        ASSERT_EQ(painted.size(), 1U) << scene;
        EXPECT_EQ(painted[0].values.size(), again->character().meshes[0].mesh.vertex_count())
            << scene;
    }
}

TEST(Document, playing_is_no_step_of_the_history) {
    Document document = open_scene("chain");
    document.set_time(0.1);
    document.set_time(0.2);
    document.set_clip(1);
    EXPECT_TRUE(document.history().undo_names().empty());
}

TEST(Document, a_gesture_is_one_step) {
    Document document = open_scene("chain");
    const auto before = state_hash(document);
    document.begin_gesture("Turn the chain");
    for (int i = 1; i <= 20; ++i) {
        document.set_joint(1, turned(document, 1, 0.01 * i));
        document.set_joint(2, turned(document, 2, 0.02 * i));
    }
    document.end_gesture();
    const auto after = state_hash(document);

    EXPECT_EQ(document.history().undo_names(), (std::vector<std::string>{"Turn the chain"}));
    EXPECT_EQ(document.undo(), "Turn the chain");
    EXPECT_EQ(state_hash(document), before);
    EXPECT_EQ(document.redo(), "Turn the chain");
    EXPECT_EQ(state_hash(document), after);
    EXPECT_FALSE(document.redo());
}

TEST(Document, a_cancelled_gesture_never_was) {
    Document document = open_scene("chain");
    const auto before = state_hash(document);
    document.begin_gesture("Try");
    document.set_joint(1, turned(document, 1, 0.5));
    document.set_settings({.effect = VolumeEffect::Folds}, "Folds");
    document.cancel_gesture();
    EXPECT_EQ(state_hash(document), before);
    EXPECT_TRUE(document.history().undo_names().empty());
}

TEST(Document, a_keyed_pose_is_in_the_clip) {
    Document document = open_scene("chain");
    document.set_time(0.3);
    document.set_joint(2, turned(document, 2, 0.5));
    const Transform wanted = document.pose().parent_from_joint[2];
    const auto before = state_hash(document);

    document.key_pose();

    EXPECT_TRUE(document.playhead().edited.empty());
    EXPECT_LT(document.pose().parent_from_joint[2].rotation.angularDistance(wanted.rotation), 1e-6);
    EXPECT_EQ(document.undo(), "Key the pose");
    EXPECT_EQ(state_hash(document), before);
}

TEST(Document, keying_without_a_clip_makes_one) {
    Document document = open_scene("chain");
    document.set_clip({});
    const std::size_t clips = document.character().clips.size();
    document.set_joint(2, turned(document, 2, 0.5));

    document.key_pose();

    ASSERT_EQ(document.character().clips.size(), clips + 1);
    EXPECT_EQ(document.playhead().clip, clips);
    EXPECT_GT(document.duration(), 0.0);
    document.undo();
    EXPECT_EQ(document.character().clips.size(), clips);
    EXPECT_FALSE(document.playhead().clip);
    EXPECT_EQ(document.playhead().edited.size(), 1U);
}

TEST(Document, taking_back_a_clip_leaves_the_playhead_in_another) {
    Document document = open_scene("chain");
    const std::size_t clips = document.character().clips.size();
    document.set_clip(document.add_clip({.name = "another", .channels = {}}));
    document.undo();
    ASSERT_EQ(document.character().clips.size(), clips);
    EXPECT_LT(document.playhead().clip.value_or(0), clips);
    document.remove_key(0.0);
    EXPECT_EQ(document.pose().parent_from_joint.size(),
              document.character().skeleton.joint_count());
}

TEST(Document, pulling_moves_the_limb_to_the_target) {
    Document document = open_scene("arm");
    document.set_clip({});
    const auto hand = document.skin_joints().back();
    std::vector<Affine> model(document.character().skeleton.joint_count());
    compute_model_pose(document.character().skeleton, document.pose().parent_from_joint, model);
    const Vec3d goal = 0.8 * model[hand].translation() + Vec3d(0.0, 0.1, 0.05);

    const IkReport report = document.pull(hand, {.position = goal});

    compute_model_pose(document.character().skeleton, document.pose().parent_from_joint, model);
    EXPECT_NEAR((model[hand].translation() - goal).norm(), report.distance, 1e-12);
    EXPECT_TRUE(report.reached) << report.distance;
    EXPECT_EQ(document.history().undo_names().size(), 1U);
}

TEST(Document, settings_of_a_joint_come_and_go) {
    Document document = open_scene("chain");
    const auto before = state_hash(document);
    JointVolumeSettings joint = document.joint_settings(2);
    joint.profile = {{-0.5, 0.2}, {0.0, 1.0}, {0.5, 0.1}};
    document.set_joint_settings(joint, "Shape");
    EXPECT_EQ(document.joint_settings(2), joint);

    joint.profile.clear();
    document.set_joint_settings(joint, "Clear");
    EXPECT_TRUE(document.settings().joints.empty());
    EXPECT_EQ(state_hash(document), before);
}

TEST(Document, a_workspace_reads_back_to_the_same_bits) {
    Document document = open_scene("chain");
    document.set_time(0.3);
    document.set_joint(2, turned(document, 2, 1.0 / 3.0));
    document.set_lock(1, LockState::Locked);

    Document other = open_scene("chain");
    ASSERT_TRUE(restore_workspace(workspace_text(document), other));

    EXPECT_EQ(state_hash(other), state_hash(document));
    EXPECT_EQ(other.playhead().time, 0.3);
    EXPECT_TRUE(other.history().undo_names().empty());
    for (const char* damaged : {"", "{}", "[1]", R"({"isoskin_workspace":1,"clip":99})",
                                R"({"isoskin_workspace":1,"edited":{"nobody":[1]}})"})
        EXPECT_FALSE(restore_workspace(damaged, other)) << damaged;
    EXPECT_EQ(state_hash(other), state_hash(document));
}

TEST(Document, stored_settings_open_again) {
    Document document = open_scene("chain");
    document.set_settings({.effect = VolumeEffect::Muscle, .smoothing = 0.5}, "Muscle");
    const Document again = *Document::create(character_to_store(document));
    EXPECT_EQ(again.settings(), document.settings());

    Character broken = *scenes::make_scene("chain");
    broken.settings_json = "{\"isoskin_volume\": 1, \"method\": \"magic\"}";
    EXPECT_FALSE(Document::create(std::move(broken)));
}

TEST(History, forgets_the_oldest_when_it_grows_too_large) {
    History history(20000);
    for (int i = 0; i < 100; ++i) {
        Clip clip;
        clip.channels.push_back({.path = ChannelPath::Rotation,
                                 .times = std::vector<float>(100),
                                 .values = std::vector<float>(400)});
        history.add({.name = std::to_string(i), .pieces = {std::vector<Clip>{clip}}});
    }
    const auto names = history.undo_names();
    EXPECT_LT(names.size(), 12U);
    EXPECT_EQ(names.front(), "99");
}

TEST(Picking, meets_the_surface_in_front_and_names_its_joint) {
    const Character character = *scenes::make_scene("chain");
    auto deformer = *Deformer::create(character);
    auto posed = deformer.make_output();
    deformer.deform(stored_pose(character), posed);
    const auto box = bounding_box(posed.front().positions);
    const Vec3d middle = box.center().cast<double>();
    const double size = box.diagonal().norm();
    std::vector<Affine> model(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, stored_pose(character).parent_from_joint, model);

    for (const JointIndex joint : skin_joints(character)) {
        const Vec3d aim = model[joint].translation() + 0.1 * (middle - model[joint].translation());
        const Vec3d from = aim + size * Vec3d(0.0, 0.3, 1.0);
        const auto hit = pick_surface(character, posed, from, aim - from);
        ASSERT_TRUE(hit);
        EXPECT_LT(hit->distance, 1.0);
        EXPECT_LT(hit->normal.dot(aim - from), 0.0);
    }
    EXPECT_FALSE(pick_surface(character, posed, middle + size * Vec3d::UnitY(), Vec3d::UnitY()));
}

TEST(Findings, say_what_is_closed_and_what_was_repaired) {
    Character character = *scenes::make_scene("chain");
    auto deformer =
        *Deformer::create(character, {.normals = NormalOutput::None, .volume = VolumeSettings{}});
    const Findings closed = inspect_character(character, deformer);
    EXPECT_TRUE(closed.closed);
    EXPECT_GT(closed.volume, 0.0);
    EXPECT_EQ(closed.joints, skin_joints(character).size());
    EXPECT_NE(closed.lines[1].sentence.find("closed"), std::string::npos);

    auto& mesh = character.meshes.front();
    mesh.mesh.faces.resize(mesh.mesh.faces.size() - 3);
    mesh.mesh.sections.back().face_count -= 3;
    std::vector<std::vector<Influence>> rows(mesh.mesh.vertex_count(), {{0, 0.5F}});
    rows.front().clear();
    mesh.weights = SkinWeights::from_rows(rows);
    auto open_deformer =
        *Deformer::create(character, {.normals = NormalOutput::None, .volume = VolumeSettings{}});
    const Findings open = inspect_character(character, open_deformer);
    EXPECT_FALSE(open.closed);
    EXPECT_EQ(open.meshes.front().empty_rows, 1U);
    EXPECT_EQ(open.meshes.front().renormalised_rows, rows.size() - 1);
}

TEST(JointLimits, hold_turned_and_pulled_joints) {
    Document document = *Document::create(*scenes::make_scene("arm"));
    document.set_clip({});
    const auto joints = document.character().skeleton.joints();
    const auto angle = [&](JointIndex joint) {
        return joints[joint].parent_from_joint.rotation.angularDistance(
            document.pose().parent_from_joint[joint].rotation);
    };
    const auto tip = static_cast<JointIndex>(joints.size() - 1);
    for (JointIndex joint = 0; joint < joints.size(); ++joint)
        document.set_limit(joint, 0.4);

    document.rotate_joint(1, {0.0, 0.0, 1.2});
    EXPECT_NEAR(angle(1), 0.4, 1e-9);
    document.pull(tip, {.position = Vec3d(0.0, 5.0, 0.0)});
    for (JointIndex joint = 0; joint < joints.size(); ++joint)
        EXPECT_LE(angle(joint), 0.4 + 1e-9) << joints[joint].name;

    document.set_limit(1, {});
    document.rotate_joint(1, {0.0, 0.0, 1.2});
    EXPECT_NEAR(angle(1), 1.2, 1e-9);
    document.undo();
    document.undo();
    EXPECT_EQ(document.limits().at(1), 0.4);
}

TEST(Base, changes_what_is_corrected_and_comes_back) {
    Document document = *Document::create(*scenes::make_scene("arm"));
    const auto before = state_hash(document);
    const auto shape = document.shape_revision();

    document.set_base(SkinMethod::DualQuaternion);

    EXPECT_NE(state_hash(document), before);
    EXPECT_GT(document.shape_revision(), shape);
    document.undo();
    EXPECT_EQ(state_hash(document), before);
}

}  // namespace
}  // namespace isoskin
