// What artists and other files ask of flesh that was simulated.
#include <gtest/gtest.h>

#include "isoskin/deform/deformer.h"
#include "isoskin/volume/carried_flesh.h"
#include "scenes.h"

namespace isoskin {
namespace {

// Flesh that nobody simulated: the skin round the elbow goes out as it bends.
FleshJoint swelling(const Character& arm) {
    const SkinnedMesh& mesh = arm.meshes[0];
    FleshJoint joint{.joint = "elbow",
                     .parent = "shoulder",
                     .mesh = 0,
                     .vertex_count = mesh.mesh.vertex_count(),
                     .function = {},
                     .vertices = {},
                     .targets = {{}}};
    joint.function.limb = Vec3d::UnitX();
    joint.function.across = {Vec3d::UnitZ(), Vec3d::UnitY()};
    joint.function.range = {1.5, 1.5, 0.1, 0.1};
    joint.function.samples = {Eigen::Vector2d(-1.5, 0.0), Eigen::Vector2d(1.5, 0.0)};
    joint.function.count = 1;
    joint.function.coefficients = {0.0, 0.0, 0.0, 1.0, 0.0};
    for (Index v = 0; v < mesh.mesh.vertex_count(); ++v)
        if (mesh.weights.row(v).size() > 1) {
            joint.vertices.push_back(v);
            joint.targets[0].push_back(Vec3(0.0F, 0.01F, 0.0F));
        }
    return joint;
}

VolumeSettings with_flesh(const Character& arm) {
    VolumeSettings settings;
    settings.method = VolumeMethod::Flesh;
    settings.flesh = {swelling(arm)};
    return settings;
}

std::size_t flesh_vertices(const Deformer& deformer) {
    std::size_t count = 0;
    for (const VertexTarget& target : deformer.targets(0))
        if (target.role == TargetRole::Flesh)
            for (const float value : target.map.values)
                count += value > 0.0F ? 1U : 0U;
    return count;
}

TEST(FleshControl, paint_multiplies_flesh_and_is_followed_while_it_is_drawn) {
    const Character arm = *scenes::make_scene("arm");
    const VolumeSettings plain = with_flesh(arm);
    VolumeSettings painted = plain;
    std::vector<float> values(arm.meshes[0].mesh.vertex_count(), 1.0F);
    for (std::size_t v = 0; v < values.size(); v += 2)
        values[v] = 0.0F;
    painted.joints.push_back({.joint = "elbow", .painted = {{.mesh = 0, .values = values}}});

    auto drawn = *Deformer::create(arm, {.volume = plain});
    const std::size_t all = flesh_vertices(drawn);
    ASSERT_GT(all, 0U);
    ASSERT_TRUE(drawn.reshape(painted));
    const auto fresh = *Deformer::create(arm, {.volume = painted});
    EXPECT_LT(flesh_vertices(fresh), all);
    EXPECT_EQ(flesh_vertices(drawn), flesh_vertices(fresh));
}

TEST(FleshControl, flesh_of_another_mesh_or_joint_is_refused_in_words) {
    const Character arm = *scenes::make_scene("arm");
    VolumeSettings settings = with_flesh(arm);
    settings.flesh[0].vertex_count += 7;
    const auto other_mesh = Deformer::create(arm, {.volume = settings});
    ASSERT_FALSE(other_mesh);
    EXPECT_NE(other_mesh.error().message.find("elbow"), std::string::npos);
    EXPECT_NE(other_mesh.error().message.find("vertices"), std::string::npos);

    settings = with_flesh(arm);
    settings.flesh[0].joint = "antenna";
    EXPECT_FALSE(Deformer::create(arm, {.volume = settings}));
    settings = with_flesh(arm);
    settings.flesh[0].mesh = 9;
    EXPECT_FALSE(Deformer::create(arm, {.volume = settings}));
}

TEST(CarriedFlesh, is_replaced_and_dropped_joint_by_joint) {
    const Character arm = *scenes::make_scene("arm");
    FleshJoint wrist = swelling(arm);
    wrist.joint = "wrist";
    VolumeSettings settings;
    settings.method = VolumeMethod::Axes;
    settings.scope = VolumeScope::Global;
    merge_flesh({swelling(arm)}, settings);
    merge_flesh({wrist}, settings);
    EXPECT_EQ(settings.method, VolumeMethod::Flesh);
    EXPECT_EQ(settings.scope, VolumeScope::Joints);
    ASSERT_EQ(settings.flesh.size(), 2U);

    FleshJoint other = swelling(arm);
    other.targets[0][0] *= 2.0F;
    merge_flesh({other}, settings);
    ASSERT_EQ(settings.flesh.size(), 2U);
    EXPECT_EQ(settings.flesh[1], other);

    drop_flesh("wrist", settings);
    EXPECT_EQ(settings.flesh, std::vector<FleshJoint>{other});
    EXPECT_EQ(settings.method, VolumeMethod::Flesh);
    drop_flesh("elbow", settings);
    EXPECT_TRUE(settings.flesh.empty());
    EXPECT_EQ(settings.method, VolumeMethod::Normal);
}

}  // namespace
}  // namespace isoskin
