#include <random>

#include <gtest/gtest.h>

#include "isoskin/deform/deformer.h"
#include "isoskin/document/document_text.h"
#include "isoskin/document/lattice_commands.h"
#include "isoskin/document/painting.h"
#include "scenes.h"

namespace isoskin {
namespace {

/// A visitor who tries everything.
class Visitor {
  public:
    explicit Visitor(std::uint32_t seed) : random_(seed) {
        auto deformer = *Deformer::create(document.character());
        posed_ = deformer.make_output();
        deformer.deform(document.pose(), posed_);
    }

    void act() {
        switch (random_() % 13) {
            case 0:
                return document.set_time(number() * document.duration());
            case 1:
                return document.rotate_joint(joint(), {number(), number(), number()});
            case 2:
                document.pull(joint(), {.position = {number(), number(), number()}});
                return;
            case 3:
                return document.key_pose();
            case 4:
                return document.set_settings(
                    {.effect = random_() % 2 == 0 ? VolumeEffect::Folds : VolumeEffect::Rubber,
                     .smoothing = number()},
                    "Effect");
            case 5:
                return paint();
            case 6:
                return document.set_lock(joint(),
                                         random_() % 2 == 0 ? LockState::Locked : LockState::Free);
            case 7:
                return shape();
            case 8:
                return document.remove_key(document.playhead().time);
            case 9:
                return document.set_clip(document.add_clip({.name = "new", .channels = {}}));
            case 10:
                return document.set_clip({});
            case 11:
                return shape_lattice();
            default:
                return document.reset_pose();
        }
    }

    Document document = *Document::create(*scenes::make_scene("chain"));

  private:
    double number() { return static_cast<double>(random_() % 1000) / 1000.0; }
    JointIndex joint() { return document.skin_joints()[random_() % document.skin_joints().size()]; }
    void paint() {
        document.begin_gesture("Paint");
        Stroke stroke(document,
                      {.target = random_() % 2 == 0 ? PaintTarget::Weights : PaintTarget::Map,
                       .joint = joint(),
                       .mode = static_cast<BrushMode>(random_() % 4),
                       .value = 0.3F});
        const auto& at = posed_.front().positions;
        for (int dab = 0; dab < 3; ++dab)
            stroke.dab(posed_, at[random_() % at.size()], 0.8F);
        document.end_gesture();
    }
    void shape() {
        auto settings = document.joint_settings(joint());
        settings.profile = {{-0.5, number()}, {0.1, number()}, {0.4, number()}};
        document.set_joint_settings(std::move(settings), "Shape");
    }

    void shape_lattice() {
        if (!document.lattice()) {
            EXPECT_TRUE(make_lattice(document, {.settings = {.max_depth = 2}}));
            return;
        }
        const Octree& tree = document.lattice()->lattice.tree();
        const auto free = tree.free_vertices();
        const GridKey vertex = tree.vertex(free[random_() % free.size()]).key;
        // What cannot be divided or taken back any further is refused, which is an action too.
        switch (random_() % 6) {
            case 0:
                return remove_lattice(document);
            case 1:
                (void)subdivide_lattice(document, {.level = vertex.level, .vertex = vertex.at});
                return;
            case 2:
                (void)simplify_lattice(document, {.level = vertex.level, .vertex = vertex.at});
                return;
            case 3:
                EXPECT_TRUE(set_swing(document, {.swings = true, .stiffness = 1.0 + number()}));
                return;
            default:
                EXPECT_TRUE(set_vertex_offset(document, vertex, {number(), number(), number()}));
        }
    }

    std::mt19937 random_;
    std::vector<PosedMesh> posed_;
};

TEST(RandomActions, undone_bring_back_the_first_state_and_redone_the_last) {
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        Visitor visitor(seed);
        const auto first = state_hash(visitor.document);
        for (int i = 0; i < 150; ++i)
            visitor.act();
        const auto last = state_hash(visitor.document);
        EXPECT_NE(first, last);

        while (visitor.document.undo()) {
        }
        EXPECT_EQ(state_hash(visitor.document), first) << "seed " << seed;
        while (visitor.document.redo()) {
        }
        EXPECT_EQ(state_hash(visitor.document), last) << "seed " << seed;
    }
}

TEST(RandomActions, mixed_with_undo_and_redo_still_lead_back) {
    Visitor visitor(42);
    std::mt19937 random(1);
    const auto first = state_hash(visitor.document);
    for (int i = 0; i < 600; ++i) {
        const auto dice = random() % 10;
        if (dice < 2)
            visitor.document.undo();
        else if (dice < 4)
            visitor.document.redo();
        else
            visitor.act();
    }
    while (visitor.document.undo()) {
    }
    EXPECT_EQ(state_hash(visitor.document), first);
}

}  // namespace
}  // namespace isoskin
