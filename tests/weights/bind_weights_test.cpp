#include "isoskin/weights/bind_weights.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "isoskin/mesh/weld.h"
#include "scenes.h"
#include "support/shared_data.h"
#include "support/solids.h"

namespace isoskin {
namespace {

// A body with `extra` welded on as a further part of its first mesh.
Character with_part(Character character, const Mesh& extra, const Vec3& place) {
    SkinnedMesh& skinned = character.meshes.at(0);
    Mesh& mesh = skinned.mesh;
    const auto first = static_cast<Index>(mesh.vertex_count());
    for (const Vec3& p : extra.positions)
        mesh.positions.push_back(p + place);
    for (Face face : extra.faces) {
        for (Index& vertex : face.vertices)
            if (vertex != kNoIndex) vertex += first;
        mesh.faces.push_back(face);
    }
    skinned.weights = SkinWeights::rigid(mesh.vertex_count(), 0);
    return character;
}

double weight_at(const SkinWeights& weights, std::size_t vertex, JointIndex joint) {
    for (const Influence& influence : weights.row(vertex))
        if (influence.slot == joint) return influence.weight;
    return 0.0;
}

class BindWeights : public testing::TestWithParam<WeightMethod> {
  protected:
    static BoundWeights bind(const Character& character, std::size_t most = 4) {
        const auto body = bind_body(character);
        EXPECT_TRUE(body);
        const auto bound =
            bind_weights(*body, character.skeleton, {.method = GetParam(), .max_influences = most});
        EXPECT_TRUE(bound) << (bound ? "" : bound.error().message);
        return *bound;
    }
    const Character arm_ = *scenes::make_scene("arm");
};

TEST_P(BindWeights, leave_no_vertex_without_weights) {
    const auto bound = bind(arm_);
    ASSERT_EQ(bound.weights.vertex_count(), bind_body(arm_)->positions.size());
    EXPECT_TRUE(bound.weights.empty_rows().empty());
    std::size_t counted = 0;
    for (const BoundParts& parts : bound.parts)
        counted += parts.vertices;
    EXPECT_EQ(counted, bound.weights.vertex_count());
}

TEST_P(BindWeights, are_equal_where_vertices_coincide) {
    // All faces apart, as a file with hard edges has them.
    Character split = *scenes::make_scene("tube");
    Mesh& mesh = split.meshes.at(0).mesh;
    const Mesh whole = mesh;
    mesh.positions.clear();
    for (Face& face : mesh.faces)
        for (Index& vertex : face.vertices)
            if (vertex != kNoIndex) {
                mesh.positions.push_back(whole.positions[vertex]);
                vertex = static_cast<Index>(mesh.positions.size() - 1);
            }
    const auto bound = bind(split);
    const Weld weld = weld_by_position(mesh.positions);
    ASSERT_LT(weld.point_count(), mesh.positions.size());
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const auto row = bound.weights.row(v);
        const auto first = bound.weights.row(weld.vertex_of_point[weld.point_of_vertex[v]]);
        ASSERT_TRUE(std::equal(row.begin(), row.end(), first.begin(), first.end()));
    }
}

TEST_P(BindWeights, keep_the_strongest_influences) {
    const auto all = bind(arm_, 64);
    const auto two = bind(arm_, 2);
    EXPECT_EQ(two.weights.max_influences(), 2U);
    for (std::size_t v = 0; v < two.weights.vertex_count(); ++v) {
        double sum = 0.0;
        for (const Influence& influence : two.weights.row(v))
            sum += influence.weight;
        ASSERT_NEAR(sum, 1.0, 1e-6);
        ASSERT_EQ(two.weights.row(v)[0].slot, all.weights.row(v)[0].slot);
    }
}

TEST_P(BindWeights, do_not_change_with_the_unit_of_length) {
    Character large = *scenes::make_scene("tube");
    const auto before = bind(large);
    for (Vec3& p : large.meshes[0].mesh.positions)
        p *= 1024.0F;
    for (Affine& joint_from_bind : large.meshes[0].skin.joint_from_bind)
        joint_from_bind.translation() *= 1024.0;
    const auto after = bind(large);
    for (std::size_t v = 0; v < before.weights.vertex_count(); ++v)
        for (const Influence& influence : before.weights.row(v))
            ASSERT_NEAR(weight_at(after.weights, v, influence.slot), influence.weight, 1e-4);
}

std::string name_of(const testing::TestParamInfo<WeightMethod>& method) {
    constexpr std::array kNames{"distance", "heat", "voxel", "auto"};
    return kNames[static_cast<std::size_t>(method.param)];
}

INSTANTIATE_TEST_SUITE_P(, BindWeights,
                         testing::Values(WeightMethod::Distance, WeightMethod::Heat,
                                         WeightMethod::Voxel, WeightMethod::Auto),
                         name_of);

TEST(AutoWeights, a_speck_follows_stiffly_and_is_reported) {
    const Character tube = *scenes::make_scene("tube");
    const auto before = bind_weights(*bind_body(tube), tube.skeleton);
    const auto box = bounding_box(tube.meshes[0].mesh.positions);
    const float size = 0.005F * box.diagonal().norm();
    const Character specked =
        with_part(tube, make_box(Vec3::Constant(size)), box.max() + Vec3::Constant(size));
    const auto bound = bind_weights(*bind_body(specked), specked.skeleton);
    ASSERT_TRUE(bound);
    const std::size_t first = tube.meshes[0].mesh.vertex_count();
    for (std::size_t v = first; v < first + 8; ++v)
        EXPECT_TRUE(std::equal(bound->weights.row(v).begin(), bound->weights.row(v).end(),
                               bound->weights.row(first).begin()));
    const auto fallback = std::find_if(bound->parts.begin(), bound->parts.end(),
                                       [](const BoundParts& parts) { return parts.fallback; });
    ASSERT_NE(fallback, bound->parts.end());
    EXPECT_EQ(fallback->vertices, 8U);
    EXPECT_EQ(fallback->method, "follow");
    // The body itself is bound as it was without: a speck empties nothing.
    for (std::size_t v = 0; v < first; ++v)
        for (const Influence& influence : before->weights.row(v))
            ASSERT_NEAR(weight_at(bound->weights, v, influence.slot), influence.weight, 0.02);
}

// Two legs side by side, nearer to each other than they are thick.
TEST(AutoWeights, do_not_jump_to_the_other_leg) {
    Character legs;
    legs.name = "legs";
    std::vector<Joint> joints(5);
    const std::array<Vec3d, 5> places{
        Vec3d(0, 3, 0), {-1.1, 2.5, 0}, {-1.1, -3, 0}, {1.1, 2.5, 0}, {1.1, -3, 0}};
    const std::array<int, 5> parents{-1, 0, 1, 0, 3};
    SkinnedMesh skinned;
    for (std::size_t j = 0; j < 5; ++j) {
        joints[j].name = "joint " + std::to_string(j);
        joints[j].parent_from_joint.translation = places[j];
        if (parents[j] >= 0) {
            joints[j].parent = static_cast<std::size_t>(parents[j]);
            joints[j].parent_from_joint.translation -= places[*joints[j].parent];
        }
        skinned.skin.joints.push_back(static_cast<JointIndex>(j));
        skinned.skin.joint_from_bind.emplace_back(Affine(Eigen::Translation3d(-places[j])));
    }
    legs.skeleton = *Skeleton::create(joints);
    skinned.mesh = make_box({2.1F, 0.6F, 1.0F});  // the hip
    for (Vec3& p : skinned.mesh.positions)
        p.y() += 2.9F;
    legs.meshes.push_back(skinned);
    legs = with_part(legs, make_box({1.0F, 3.0F, 1.0F}), {-1.1F, -0.2F, 0.0F});
    legs = with_part(legs, make_box({1.0F, 3.0F, 1.0F}), {1.1F, -0.2F, 0.0F});
    for (const auto method : {WeightMethod::Auto, WeightMethod::Voxel}) {
        const auto bound = bind_weights(*bind_body(legs), legs.skeleton, {.method = method});
        ASSERT_TRUE(bound);
        EXPECT_EQ(bound->quality.bleeding, 0U);
        // The lower inner corners of the left leg are 0.1 from the gap.
        for (std::size_t v = 8; v < 16; ++v) {
            if (legs.meshes[0].mesh.positions[v].y() > 0.0F) continue;
            EXPECT_LT(weight_at(bound->weights, v, 3) + weight_at(bound->weights, v, 4), 0.02);
        }
    }
}

TEST(AutoWeights, of_a_symmetric_body_are_symmetric) {
    const Character tube = *scenes::make_scene("tube");
    const auto bound = bind_weights(*bind_body(tube), tube.skeleton);
    ASSERT_TRUE(bound);
    ASSERT_TRUE(bound->quality.symmetry);
    EXPECT_LT(*bound->quality.symmetry, 0.02);
}

TEST(AutoWeights, refuse_in_words_what_cannot_be_bound) {
    Character away = *scenes::make_scene("tube");
    for (Affine& joint_from_bind : away.meshes[0].skin.joint_from_bind)
        joint_from_bind = joint_from_bind * Eigen::Translation3d(1e3, 0.0, 0.0);
    const auto outside = bind_weights(*bind_body(away), away.skeleton);
    ASSERT_FALSE(outside);
    EXPECT_EQ(outside.error().message,
              "no bone lies inside the mesh: skeleton and mesh are not in one place");

    Character bare = *scenes::make_scene("tube");
    bare.meshes[0].skin.hung = true;
    EXPECT_FALSE(bind_body(bare));

    Character broken = *scenes::make_scene("tube");
    broken.meshes[0].mesh.positions[3].x() = std::nanf("");
    EXPECT_FALSE(bind_body(broken));
}

// The bounds of docs/weights.md: what a change must not lose.
TEST(AutoWeights, bind_shared_characters_without_fallback_or_bleeding) {
    ISOSKIN_NEEDS_SHARED_DATA();
    for (const char* file : {"cesium-man/CesiumMan.glb", "horse-quaternius/Horse.glb"}) {
        const auto character = read_character(shared_data(file));
        ASSERT_TRUE(character);
        const auto bound = bind_weights(*bind_body(*character), character->skeleton);
        ASSERT_TRUE(bound);
        EXPECT_EQ(bound->quality.bleeding, 0U) << file;
        EXPECT_TRUE(std::none_of(bound->parts.begin(), bound->parts.end(),
                                 [](const BoundParts& parts) { return parts.fallback; }));
    }
}

TEST(BindWeightsProgress, goes_up_and_stops_when_told_so) {
    const Character character = *scenes::make_scene("arm");
    const auto body = bind_body(character);
    ASSERT_TRUE(body);
    std::vector<double> told;
    WeightSettings settings;
    settings.keep_on = [&](double part) {
        told.push_back(part);
        return true;
    };
    ASSERT_TRUE(bind_weights(*body, character.skeleton, settings));
    ASSERT_GE(told.size(), 2U);
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    for (std::size_t at = 0; at < told.size(); ++at) {
        std::size_t calls = 0;
        settings.keep_on = [&](double) { return calls++ < at; };
        EXPECT_FALSE(bind_weights(*body, character.skeleton, settings));
        EXPECT_EQ(calls, at + 1) << "nothing is done after it was stopped";
    }
}

}  // namespace
}  // namespace isoskin
