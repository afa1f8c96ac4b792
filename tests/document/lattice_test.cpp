#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "isoskin/document/carried_character.h"
#include "isoskin/document/document_text.h"
#include "isoskin/document/error_graph.h"
#include "isoskin/document/lattice_commands.h"
#include "isoskin/document/lattice_drawing.h"
#include "isoskin/document/lattice_grip.h"
#include "isoskin/document/lattice_motion.h"
#include "isoskin/document/panes.h"
#include "isoskin/document/saved_work.h"
#include "isoskin/io/character_file.h"
#include "isoskin/lattice/deform_bind.h"
#include "scenes.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

Document open_scene(const char* name) {
    return *Document::create(*scenes::make_scene(name));
}

Document with_lattice(const char* scene, int depth = 3) {
    Document document = open_scene(scene);
    EXPECT_TRUE(make_lattice(document, {.settings = {.max_depth = depth}}));
    return document;
}

double size_of(const Document& document) {
    return bounding_box(lattice_points(document.character())).sizes().cast<double>().maxCoeff();
}

std::vector<Vec3> shape_of(const Document& document, Panes& panes, const Lattice* moving = {}) {
    panes.show({PaneMethod::Isoskin, PaneMethod::Linear});
    panes.update(document, Freshness::All, moving);
    std::vector<Vec3> points;
    for (const PosedMesh& mesh : panes.posed(0))
        points.insert(points.end(), mesh.positions.begin(), mesh.positions.end());
    return points;
}

double largest_move(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    float largest = 0.0F;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, (a[i] - b[i]).norm());
    return static_cast<double>(largest);
}

// The free vertex that is nearest to the shape, by its key.
GridKey some_vertex(const Document& document, int level) {
    const Octree& tree = document.lattice()->lattice.tree();
    const auto points = lattice_points(document.character());
    GridKey nearest;
    float least = std::numeric_limits<float>::max();
    for (const Index vertex : tree.free_vertices_of_level(level))
        for (const Vec3& point : points) {
            const float distance = (tree.rest_position(vertex).cast<float>() - point).norm();
            if (distance >= least) continue;
            least = distance;
            nearest = tree.vertex(vertex).key;
        }
    return nearest;
}

void move_some_vertex(Document& document, int level, double share) {
    const double far = share * size_of(document);
    ASSERT_TRUE(set_vertex_offset(document, some_vertex(document, level), {far, far, -far}));
}

TEST(DocumentLattice, at_rest_leaves_every_bit_where_it_is) {
    Document document = open_scene("creature");
    document.set_time(0.4);
    Panes panes;
    const auto before = shape_of(document, panes);
    ASSERT_TRUE(make_lattice(document, {}));

    EXPECT_EQ(shape_of(document, panes), before);
    EXPECT_EQ(document.undo(), "Make a lattice");
    EXPECT_FALSE(document.lattice());
}

TEST(DocumentLattice, a_moved_vertex_moves_the_surface_and_keeps_its_volume) {
    for (const char* scene : {"chain", "creature"}) {
        Document document = with_lattice(scene);
        document.set_time(0.4);
        Panes panes;
        const auto before = shape_of(document, panes);
        const double target = panes.volumes()[0].target;
        move_some_vertex(document, 2, 0.05);

        const auto after = shape_of(document, panes);

        EXPECT_GT(largest_move(before, after), 0.005 * size_of(document)) << scene;
        EXPECT_NEAR(panes.volumes()[0].error(), 0.0, 1e-6) << scene;
        EXPECT_NEAR(panes.volumes()[0].target / target, 1.0, 1e-6)
            << scene << ": a lattice adds no flesh";
        EXPECT_EQ(document.undo(), "Move a vertex");
        EXPECT_EQ(shape_of(document, panes), before) << scene;
        EXPECT_EQ(document.redo(), "Move a vertex");
        EXPECT_EQ(shape_of(document, panes), after) << scene;
    }
}

TEST(DocumentLattice, a_free_edit_defines_the_volume_that_poses_keep) {
    Character still = *scenes::make_scene("chain");
    still.clips.clear();
    Document document = *Document::create(std::move(still));
    ASSERT_TRUE(make_lattice(document, {.settings = {.max_depth = 3}}));
    EXPECT_EQ(document.lattice()->volume, LatticeVolume::Free) << "nothing is animated";
    Panes panes;
    shape_of(document, panes);
    const double target = panes.volumes()[0].target;
    move_some_vertex(document, 1, 0.1);
    document.rotate_joint(1, {0.4, 0.0, 0.0});

    shape_of(document, panes);
    const double sculpted = panes.volumes()[0].target;
    EXPECT_GT(std::abs(sculpted / target - 1.0), 1e-3);
    EXPECT_NEAR(panes.volumes()[0].error(), 0.0, 1e-6);
    EXPECT_NE(lattice_text(*document.lattice()).find("free"), std::string::npos);

    ASSERT_TRUE(set_lattice_volume(document, LatticeVolume::Keep));
    shape_of(document, panes);
    EXPECT_NEAR(panes.volumes()[0].target / target, 1.0, 1e-6);
    EXPECT_NEAR(panes.volumes()[0].error(), 0.0, 1e-6);
    document.undo();
    shape_of(document, panes);
    EXPECT_NEAR(panes.volumes()[0].target / sculpted, 1.0, 1e-9);
    EXPECT_EQ(with_lattice("chain").lattice()->volume, LatticeVolume::Keep) << "it is animated";
}

TEST(DocumentLattice, subdividing_does_not_pop) {
    Document document = with_lattice("creature", 2);
    move_some_vertex(document, 1, 0.04);
    const GridKey round = some_vertex(document, 2);
    Panes panes;
    const auto before = shape_of(document, panes);

    ASSERT_TRUE(subdivide_lattice(document, {.level = 2, .vertex = round.at}));
    EXPECT_LE(largest_move(before, shape_of(document, panes)), 1e-6 * size_of(document));
    EXPECT_EQ(document.lattice()->lattice.tree().depth(), 3);

    ASSERT_TRUE(subdivide_lattice(document, {.level = 2}));
    EXPECT_LE(largest_move(before, shape_of(document, panes)), 1e-6 * size_of(document));

    ASSERT_TRUE(simplify_lattice(document, {.level = 3}));
    EXPECT_EQ(document.lattice()->lattice.tree().depth(), 2);
    EXPECT_LE(largest_move(before, shape_of(document, panes)), 1e-6 * size_of(document));
}

TEST(DocumentLattice, a_divided_place_can_be_moved_on_the_finer_level_and_taken_back) {
    Document document = with_lattice("creature", 2);
    const GridKey coarse = some_vertex(document, 2);
    Panes panes;
    const auto before = shape_of(document, panes);
    ASSERT_TRUE(subdivide_lattice(document, {.level = 2, .vertex = coarse.at}));
    GridKey fine{3, coarse.at};
    for (std::int32_t& at : fine.at)
        at *= 2;
    ASSERT_TRUE(set_vertex_offset(document, fine, {0.0, 0.03 * size_of(document), 0.0}));
    EXPECT_GT(largest_move(before, shape_of(document, panes)), 1e-3 * size_of(document));

    ASSERT_TRUE(simplify_lattice(document, {.level = 3, .vertex = fine.at}));

    EXPECT_EQ(shape_of(document, panes), before);
}

TEST(DocumentLattice, what_cannot_be_done_is_refused_in_words_and_changes_nothing) {
    Document document = open_scene("chain");
    EXPECT_FALSE(subdivide_lattice(document, {}));
    EXPECT_FALSE(reset_lattice(document));
    EXPECT_FALSE(set_swing(document, {.swings = true}));
    EXPECT_FALSE(make_lattice(document, {.settings = {.max_depth = 40}}));
    EXPECT_FALSE(make_lattice(document, {.from = TreeSource::Box, .settings = {.max_depth = 5}}));
    ASSERT_TRUE(make_lattice(document, {.settings = {.max_depth = 2}}));
    const auto hash = state_hash(document);
    const std::size_t steps = document.history().undo_names().size();
    const auto refused = [](const Status& status, const char* word) {
        ASSERT_FALSE(status);
        EXPECT_NE(status.error().message.find(word), std::string::npos) << status.error().message;
    };

    refused(simplify_lattice(document, {.level = 0}), "remove");
    refused(subdivide_lattice(document, {.level = 1}), "divided already");
    refused(subdivide_lattice(document, {.level = 7}), "no level 7");
    refused(set_vertex_offset(document, {2, {99, 0, 0}}, Vec3d::Zero()), "(99, 0, 0)");
    refused(set_vertex_offset(document, {0, {0, 0, 0}}, Vec3d(NAN, 0.0, 0.0)), "finite");
    refused(set_swing(document, {.stiffness = -1.0}), "stiffness");
    refused(set_swing(document, {.damping = NAN}), "damping");

    EXPECT_EQ(state_hash(document), hash);
    EXPECT_EQ(document.history().undo_names().size(), steps);
}

TEST(DocumentLattice, saved_work_brings_it_back_bit_for_bit) {
    for (const char* scene : {"chain", "creature"}) {
        Document document = with_lattice(scene, 2);
        move_some_vertex(document, 1, 0.03);
        // In an order that slots remember.
        ASSERT_TRUE(subdivide_lattice(document, {.level = 2}));
        move_some_vertex(document, 3, 0.01);
        ASSERT_TRUE(set_swing(document, {.swings = true, .stiffness = 33.3, .damping = 0.1}));

        const auto again = document_from_edits(*scenes::make_scene(scene), edits_of(document));

        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(state_hash(*again), state_hash(document)) << scene;
        EXPECT_EQ(again->lattice()->swing, document.lattice()->swing);
        Panes panes;
        Panes others;
        EXPECT_EQ(shape_of(*again, others), shape_of(document, panes)) << scene;
    }
}

TEST(DocumentLattice, a_stored_character_opens_with_it) {
    Document document = with_lattice("creature", 2);
    move_some_vertex(document, 1, 0.03);
    const TemporaryFolder folder;
    const auto file = folder / "stored.glb";

    ASSERT_TRUE(write_character(file, character_to_store(document)));
    const auto again = Document::create(*read_character(file));

    ASSERT_TRUE(again) << again.error().message;
    ASSERT_TRUE(again->lattice());
    EXPECT_EQ(lattice_text(*again->lattice()), lattice_text(*document.lattice()));
}

TEST(DocumentLattice, one_that_cannot_be_read_is_refused_by_a_sentence) {
    for (const char* text :
         {R"({"isoskin_volume": 1, "lattice": 7})",
          R"({"isoskin_volume": 1, "lattice": {"edits": {"isoskin_lattice": 99}}})"}) {
        Character character = *scenes::make_scene("chain");
        character.settings_json = text;
        const auto document = Document::create(character);
        ASSERT_FALSE(document);
        EXPECT_NE(document.error().message.find("lattice"), std::string::npos)
            << document.error().message;
    }
}

TEST(DocumentLattice, errors_measured_without_it_are_stale) {
    Document document = with_lattice("chain");
    const auto graph = *ErrorGraph::begin(document, 10.0);
    EXPECT_TRUE(graph.is_fresh(document));
    move_some_vertex(document, 2, 0.02);
    EXPECT_FALSE(graph.is_fresh(document));

    auto anew = *ErrorGraph::begin(document, 10.0);
    Panes panes;
    anew.step(document, panes.keeping(document), 3);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(anew.corrected()[i], 0.0, 1e-6);
}

TEST(DocumentLattice, a_vertex_follows_the_hand_in_any_pose) {
    Document document = with_lattice("creature");
    document.set_time(0.4);
    LatticeDrawing drawing;
    drawing.show_level(2);
    drawing.update(document, nullptr);
    const std::size_t some = drawing.handles().size() / 3;
    const LatticeHandle before = drawing.handles()[some];
    const Vec3d by = Vec3d(0.03, -0.02, 0.04) * size_of(document);

    document.begin_gesture("Move a vertex");
    const auto grip = LatticeGrip::on_vertex(document, before.vertex);
    ASSERT_TRUE(grip) << grip.error().message;
    ASSERT_TRUE(grip->drag(document, 3.0 * by));
    ASSERT_TRUE(grip->drag(document, by));
    document.end_gesture();
    const auto structure = drawing.structure();
    drawing.update(document, nullptr);

    const LatticeHandle& after = drawing.handles()[some];
    EXPECT_EQ(drawing.structure(), structure) << "moving makes no other lines";
    EXPECT_TRUE(after.is_edited);
    EXPECT_LE((after.place - before.place - by.cast<float>()).norm(), 1e-5 * size_of(document));
    EXPECT_EQ(document.history().undo_names().size(), 2U) << "one drag, one step";
}

TEST(DocumentLattice, the_surface_follows_the_hand) {
    Document document = with_lattice("creature");
    document.set_time(0.4);
    Panes panes;
    const auto before = shape_of(document, panes);
    const Vec3 vertex = before[before.size() / 2];
    const auto box = bounding_box(before);
    const Vec3d eye = vertex.cast<double>() + Vec3d(0.0, 0.0, 3.0) * size_of(document);
    const auto hit =
        pick_surface(document.character(), panes.posed(0), eye, vertex.cast<double>() - eye);
    ASSERT_TRUE(hit && !box.isEmpty());
    const Vec3d by = Vec3d(0.0, 0.01, 0.02) * size_of(document);

    const auto grip = LatticeGrip::on_surface(document, *hit, 2);
    ASSERT_TRUE(grip) << grip.error().message;
    ASSERT_TRUE(grip->drag(document, by));

    Vec3d now = Vec3d::Zero();
    const auto after = shape_of(document, panes);
    for (std::size_t corner = 0; corner < 3; ++corner)
        now += hit->corner_shares[corner] * after[hit->triangle[corner]].cast<double>();
    // Volume is put back after the drag, so that the point is near the hand and not on it.
    EXPECT_LE((now - hit->point - by).norm(), 0.5 * by.norm());
    EXPECT_NEAR(panes.volumes()[0].error(), 0.0, 1e-6);
}

TEST(DocumentLattice, flesh_swings_while_time_goes_by_and_keeps_its_volume) {
    Document document = with_lattice("creature");
    ASSERT_TRUE(set_swing(document, {.swings = true}));
    LatticeMotion motion;
    Panes panes;
    double furthest = 0.0;
    for (int frame = 0; frame < 30; ++frame) {
        document.set_time(frame / 30.0);
        motion.advance(document, 1.0 / 30.0);
        const auto still = shape_of(document, panes);
        const auto swinging = shape_of(document, panes, motion.lattice(document));
        furthest = std::max(furthest, largest_move(still, swinging));
        EXPECT_NEAR(panes.volumes()[0].error(), 0.0, 1e-6) << "frame " << frame;
    }
    EXPECT_GT(furthest, 0.005 * size_of(document));
    EXPECT_LT(furthest, 0.5 * size_of(document));

    bool moves = true;
    for (int frame = 0; moves && frame < 1200; ++frame)
        moves = motion.advance(document, 1.0 / 30.0);
    EXPECT_FALSE(moves) << "a pose that is held comes to rest";
}

TEST(DocumentLattice, the_same_time_gives_the_same_swing) {
    Document document = with_lattice("chain");
    move_some_vertex(document, 2, 0.02);
    ASSERT_TRUE(set_swing(document, {.swings = true, .stiffness = 5.0}));
    std::vector<Vec3> last;
    for (int run = 0; run < 2; ++run) {
        LatticeMotion motion;
        Panes panes;
        for (int frame = 0; frame < 20; ++frame) {
            document.set_time(frame / 40.0);
            motion.advance(document, 1.0 / 40.0);
        }
        const auto shape = shape_of(document, panes, motion.lattice(document));
        EXPECT_EQ(shape, run == 0 ? shape : last);
        last = shape;
    }
    ASSERT_TRUE(set_swing(document, {.swings = false}));
    LatticeMotion motion;
    EXPECT_FALSE(motion.advance(document, 0.1));
    EXPECT_EQ(motion.lattice(document), nullptr);
}

TEST(DocumentLattice, a_carried_character_has_its_shape_without_it) {
    for (const char* scene : {"chain", "creature"}) {
        Document document = with_lattice(scene);
        move_some_vertex(document, 2, 0.05);
        Document carried = *Document::create(carried_character(document));
        EXPECT_FALSE(carried.lattice()) << "it would act twice";
        Panes panes;
        Panes others;
        const auto off = [&] {
            return largest_move(shape_of(document, panes), shape_of(carried, others));
        };

        document.set_time(0.4);
        carried.set_time(0.4);
        EXPECT_LE(off(), 0.005 * size_of(document)) << scene << ": maps are those of the new shape";
        EXPECT_NEAR(others.volumes()[0].target / panes.volumes()[0].target, 1.0, 1e-6);
    }
}

TEST(DocumentLattice, is_drawn_down_to_a_level) {
    Document document = with_lattice("creature", 3);
    LatticeDrawing drawing;
    for (int level = 0; level <= 3; ++level) {
        drawing.show_level(level);
        drawing.update(document, nullptr);
        ASSERT_FALSE(drawing.lines().empty());
        for (const CellLine& line : drawing.lines())
            EXPECT_LE(line.level, level);
        for (const LatticeHandle& handle : drawing.handles())
            EXPECT_EQ(handle.vertex.level, level);
    }
    drawing.show_level(99);
    EXPECT_EQ(drawing.shown_level(document), 3);
}

}  // namespace
}  // namespace isoskin
