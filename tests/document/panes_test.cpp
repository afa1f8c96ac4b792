#include "isoskin/document/panes.h"

#include <gtest/gtest.h>

#include "isoskin/document/error_graph.h"
#include "scenes.h"

namespace isoskin {
namespace {

Document bent_arm() {
    Document document = *Document::create(*scenes::make_scene("arm"));
    document.set_time(0.5 * document.duration());
    return document;
}

// By plain sums over the triangles, as the parts of this scene are closed.
double enclosed(const Document& document, std::span<const PosedMesh> posed) {
    double sum = 0.0;
    for (std::size_t m = 0; m < posed.size(); ++m)
        for (const auto& [a, b, c] : triangulate(document.character().meshes[m].mesh.faces)) {
            const auto at = [&](Index v) -> Vec3d { return posed[m].positions[v].cast<double>(); };
            sum += at(a).dot(at(b).cross(at(c))) / 6.0;
        }
    return sum;
}

TEST(Panes, measure_the_very_positions_they_show) {
    const Document document = bent_arm();
    Panes panes;
    panes.show({PaneMethod::Linear, PaneMethod::DualQuaternion, PaneMethod::Isoskin,
                PaneMethod::LinearNormal});
    panes.update(document);

    ASSERT_EQ(panes.volumes().size(), 4U);
    for (std::size_t pane = 0; pane < 4; ++pane) {
        const double independent = enclosed(document, panes.posed(pane));
        EXPECT_NEAR(panes.volumes()[pane].volume / independent, 1.0, 1e-9);
    }
    EXPECT_LT(std::abs(panes.volumes()[2].error()), 1e-6);
    EXPECT_LT(panes.volumes()[0].error(), -1e-3);
}

TEST(Panes, equal_a_deformer_by_itself) {
    const Document document = bent_arm();
    Panes panes;
    panes.update(document);

    auto deformer = *Deformer::create(document.character(), {.volume = document.settings()});
    auto posed = deformer.make_output();
    deformer.deform(document.pose(), posed);

    EXPECT_EQ(panes.posed(0).front().positions, posed.front().positions);
    EXPECT_EQ(panes.normals(0, 0).size(), posed.front().normals.size());
}

TEST(Panes, heat_is_zero_on_isoskin_itself_and_not_on_linear_skinning) {
    const Document document = bent_arm();
    Panes panes;
    panes.show({PaneMethod::Linear, PaneMethod::Isoskin});
    panes.colour({.kind = ScalarField::Kind::Heat});
    panes.update(document);

    float most = 0.0F;
    for (const float value : panes.scalars(0, 0))
        most = std::max(most, std::abs(value));
    EXPECT_GT(most, 1e-3F);
    for (const float value : panes.scalars(1, 0))
        EXPECT_NEAR(value, 0.0F, 1e-6F);
}

TEST(Panes, follow_edits_of_weights_and_settings) {
    Document document = bent_arm();
    Panes panes;
    panes.show({PaneMethod::Isoskin, PaneMethod::Linear});
    panes.update(document);
    const auto isoskin = panes.posed(0).front().positions;
    const auto linear = panes.posed(1).front().positions;

    document.set_weights(0, prune_weights(document.character().meshes[0].weights, 0.3F), "Prune");
    panes.update(document, Freshness::SkinningOnly);
    EXPECT_EQ(panes.posed(0).front().positions, isoskin);
    EXPECT_NE(panes.posed(1).front().positions, linear);

    panes.update(document);
    EXPECT_NE(panes.posed(0).front().positions, isoskin);
    document.undo();
    panes.update(document);
    EXPECT_EQ(panes.posed(0).front().positions, isoskin);
    EXPECT_EQ(panes.posed(1).front().positions, linear);
}

TEST(Panes, show_weights_and_maps_of_a_joint) {
    const Document document = bent_arm();
    const JointIndex joint = document.skin_joints()[1];
    Panes panes;
    for (const auto kind : {ScalarField::Kind::Weight, ScalarField::Kind::Map}) {
        panes.colour({.kind = kind, .joint = joint});
        panes.update(document);
        float most = 0.0F;
        for (const float value : panes.scalars(0, 0)) {
            EXPECT_GE(value, 0.0F);
            EXPECT_LE(value, 1.0F + 1e-5F);
            most = std::max(most, value);
        }
        EXPECT_GT(most, 0.5F);
    }
}

TEST(Panes, say_beforehand_what_an_update_builds) {
    Document document = bent_arm();
    Panes panes;
    panes.show({PaneMethod::Linear, PaneMethod::Axes, PaneMethod::Isoskin});
    EXPECT_EQ(panes.builds_wanted(document), 2U) << "skinning alone is quick";
    EXPECT_FALSE(panes.is_made(0));
    panes.update(document);
    EXPECT_EQ(panes.builds_wanted(document), 0U);
    EXPECT_TRUE(panes.is_made(2));
    document.set_time(0.3);
    EXPECT_EQ(panes.builds_wanted(document), 0U) << "a pose builds nothing";

    VolumeSettings settings = document.settings();
    settings.sharpness *= 1.5;
    document.set_settings(settings, "sharper");
    EXPECT_EQ(panes.builds_wanted(document), 2U);
    panes.show({PaneMethod::Linear});
    EXPECT_EQ(panes.builds_wanted(document), 1U) << "isoskin is always measured by";
    panes.update(document);
    EXPECT_EQ(panes.builds_wanted(document), 0U);
    panes.show({PaneMethod::Linear, PaneMethod::Axes});
    EXPECT_FALSE(panes.is_made(1)) << "until the next update";
}

TEST(ErrorGraph, in_pieces_is_what_panes_show) {
    Document document = bent_arm();
    auto graph = ErrorGraph::begin(document, 10.0);
    ASSERT_TRUE(graph);
    Panes panes;
    panes.show({PaneMethod::Linear, PaneMethod::Isoskin});
    while (graph->done() < graph->total())
        graph->step(document, panes.keeping(document), 3);

    for (std::size_t i = 0; i < graph->total(); i += 3) {
        document.set_time(graph->times()[i]);
        panes.update(document);
        EXPECT_NEAR(graph->skinned()[i], panes.volumes()[0].error(), 1e-9);
        EXPECT_LT(std::abs(graph->corrected()[i]), 1e-6);
    }
    EXPECT_TRUE(graph->is_fresh(document));
    document.set_settings({.effect = VolumeEffect::Rubber}, "Rubber");
    EXPECT_FALSE(graph->is_fresh(document));
    document.set_clip({});
    EXPECT_FALSE(ErrorGraph::begin(document, 10.0));
}

TEST(Panes, follow_a_curve_that_is_being_drawn_and_end_as_if_built_anew) {
    for (const char* scene : {"arm", "creature"}) {
        Document document = *Document::create(*scenes::make_scene(scene));
        document.set_time(0.4);
        Panes followed;
        followed.show({PaneMethod::Isoskin, PaneMethod::Axes, PaneMethod::Linear});
        followed.update(document);
        const auto start = followed.posed(0)[0].positions;
        JointVolumeSettings shape = document.joint_settings(document.skin_joints()[2]);
        document.begin_gesture("draw");
        for (const double amount : {0.2, 0.4, 0.6}) {
            shape.profile = {{-0.6, amount}, {-0.1, 1.0}, {0.5, 0.3}};
            document.set_joint_settings(shape, "draw");
            followed.update(document);
            EXPECT_NE(followed.posed(0)[0].positions, start) << scene;
            EXPECT_NEAR(followed.volumes()[0].error(), 0.0, 1e-6) << scene;
        }
        document.end_gesture();
        followed.update(document);

        Panes fresh;
        fresh.show({PaneMethod::Isoskin, PaneMethod::Axes, PaneMethod::Linear});
        fresh.update(document);
        for (const std::size_t pane : {std::size_t{0}, std::size_t{1}, std::size_t{2}})
            EXPECT_EQ(followed.posed(pane)[0].positions, fresh.posed(pane)[0].positions) << scene;
    }
}

}  // namespace
}  // namespace isoskin
