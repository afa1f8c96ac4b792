#include "isoskin/autorig/rig_body.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "isoskin/autorig/rigged_character.h"
#include "isoskin/mesh/solid_voxels.h"
#include "scenes.h"

namespace isoskin {
namespace {

const RigTemplate& named_template(std::string_view name) {
    const auto known = known_templates();
    return *std::find_if(known.begin(), known.end(),
                         [&](const RigTemplate& rig) { return rig.name == name; });
}

std::vector<Vec3d> joint_places(const Skeleton& skeleton) {
    std::vector<Affine> model_from_joint(skeleton.joint_count());
    compute_model_pose(skeleton, stored_pose(skeleton).parent_from_joint, model_from_joint);
    std::vector<Vec3d> places;
    for (const Affine& place : model_from_joint)
        places.push_back(place.translation());
    return places;
}

class RigBody : public testing::Test {
  protected:
    static RiggedBody rig(const WholeBody& body, std::string_view name,
                          const RigSettings& settings = {}) {
        auto rigged =
            rig_body(body.positions, body.faces, std::span(&named_template(name), 1), settings);
        EXPECT_TRUE(rigged) << (rigged ? "" : rigged.error().message);
        return *std::move(rigged);
    }
    static double box(const WholeBody& body) {
        return static_cast<double>(bounding_box(body.positions).diagonal().norm());
    }
    // Each joint of `moved` lies where `motion` takes that of `rigged`, within two cells of a grid
    // of a hundred.
    template <typename Motion>
    static void expect_moved(const RiggedBody& rigged, const RiggedBody& moved, double size,
                             const Motion& motion) {
        ASSERT_EQ(rigged.skeleton.joint_count(), moved.skeleton.joint_count());
        const auto before = joint_places(rigged.skeleton);
        const auto after = joint_places(moved.skeleton);
        for (std::size_t j = 0; j < before.size(); ++j)
            EXPECT_LT((after[j] - motion(before[j])).norm(), 0.02 * size)
                << rigged.skeleton.joints()[j].name;
    }
    const WholeBody creature_ = whole_body(as_it_stands(*scenes::make_scene("creature")));
};

TEST_F(RigBody, puts_every_joint_into_the_flesh) {
    const RiggedBody rigged = rig(creature_, "quadruped");
    const SolidVoxels solid(creature_.positions, triangulate(creature_.faces), 128);
    const auto places = joint_places(rigged.skeleton);
    for (std::size_t j = 0; j < places.size(); ++j)
        EXPECT_TRUE(solid.is_solid(places[j])) << rigged.skeleton.joints()[j].name;
    EXPECT_TRUE(rigged.missing.empty());
    EXPECT_GT(rigged.confidence, 0.6);
}

TEST_F(RigBody, is_symmetric_in_a_symmetric_body) {
    const RiggedBody rigged = rig(creature_, "quadruped");
    ASSERT_TRUE(rigged.symmetric);
    const auto places = joint_places(rigged.skeleton);
    for (std::size_t j = 0; j < places.size(); ++j) {
        const std::string& name = rigged.skeleton.joints()[j].name;
        if (name.rfind("Left", 0) != 0) continue;
        const auto other = rigged.skeleton.find("Right" + name.substr(4));
        ASSERT_TRUE(other);
        EXPECT_GT(places[j].x(), 0.0) << name;
        const Vec3d image(-places[*other].x(), places[*other].y(), places[*other].z());
        EXPECT_LT((places[j] - image).norm(), 2e-3 * box(creature_)) << name;
    }
}

TEST_F(RigBody, goes_along_when_the_body_is_enlarged_and_moved) {
    const RiggedBody rigged = rig(creature_, "quadruped");
    WholeBody large = creature_;
    for (Vec3& p : large.positions)
        p = 1000.0F * p + Vec3(500.0F, -200.0F, 3000.0F);
    expect_moved(rigged, rig(large, "quadruped"), box(large),
                 [](const Vec3d& p) { return Vec3d(1000.0 * p + Vec3d(500.0, -200.0, 3000.0)); });
}

TEST_F(RigBody, goes_along_when_the_body_is_turned_and_it_is_told_so) {
    const RigSettings upright{Vec3d::UnitY(), Vec3d::UnitZ()};
    const RiggedBody rigged = rig(creature_, "quadruped", upright);
    const Quatd turn(Eigen::AngleAxisd(1.1, Vec3d(0.3, 0.8, -0.5).normalized()));
    WholeBody turned = creature_;
    for (Vec3& p : turned.positions)
        p = (turn * p.cast<double>()).cast<float>();
    expect_moved(rigged, rig(turned, "quadruped", {turn * Vec3d::UnitY(), turn * Vec3d::UnitZ()}),
                 box(creature_), [&](const Vec3d& p) { return Vec3d(turn * p); });
}

TEST_F(RigBody, finds_out_that_z_is_up) {
    WholeBody lying = creature_;
    for (Vec3& p : lying.positions)
        p = Vec3(p.x(), -p.z(), p.y());
    const RiggedBody rigged = rig(lying, "quadruped");
    EXPECT_GT(rigged.up.z(), 0.99);
    EXPECT_LT(rigged.facing.y(), -0.99);
}

TEST_F(RigBody, mirrors_when_the_body_is_mirrored) {
    // One leg set aside, so that the sides differ.
    WholeBody uneven = creature_;
    for (Vec3& p : uneven.positions)
        if (p.x() > 0.0F && p.y() < 0.4F && p.z() > 0.0F) p.x() += 0.3F * (0.4F - p.y());
    WholeBody mirrored = uneven;
    for (Vec3& p : mirrored.positions)
        p.x() = -p.x();
    for (Face& face : mirrored.faces)
        std::swap(face.vertices[0], face.vertices[2]);
    const RiggedBody one = rig(uneven, "quadruped");
    const RiggedBody other = rig(mirrored, "quadruped");
    const auto places = joint_places(one.skeleton);
    const auto images = joint_places(other.skeleton);
    for (std::size_t j = 0; j < places.size(); ++j) {
        std::string name = one.skeleton.joints()[j].name;
        if (name.rfind("Left", 0) == 0)
            name = "Right" + name.substr(4);
        else if (name.rfind("Right", 0) == 0)
            name = "Left" + name.substr(5);
        const auto image = other.skeleton.find(name);
        ASSERT_TRUE(image) << name;
        const Vec3d expected(-places[j].x(), places[j].y(), places[j].z());
        // What counts as the same place of a body (docs/autorig.md): the root of the tail is found
        // 4.4 % away, all other joints within 3 %.
        EXPECT_LT((images[*image] - expected).norm(), 0.08 * box(creature_)) << name;
    }
}

TEST_F(RigBody, lays_a_snake_along_a_tube) {
    const WholeBody tube = whole_body(as_it_stands(*scenes::make_scene("tube")));
    const RiggedBody rigged = rig(tube, "snake");
    const Eigen::AlignedBox3d bounds = bounding_box(tube.positions).cast<double>();
    Eigen::Index axis = 0;
    const double length = bounds.sizes().maxCoeff(&axis);
    double least = length;
    double most = -length;
    for (const Vec3d& place : joint_places(rigged.skeleton)) {
        Vec3d aside = place - bounds.center();
        least = std::min(least, aside[axis]);
        most = std::max(most, aside[axis]);
        aside[axis] = 0.0;
        EXPECT_LT(aside.norm(), 0.05 * length);
    }
    EXPECT_GT(most - least, 0.7 * length);
}

TEST_F(RigBody, takes_the_template_that_fits_and_says_why) {
    const auto rigged = rig_body(creature_.positions, creature_.faces, known_templates());
    ASSERT_TRUE(rigged);
    EXPECT_EQ(rigged->template_name, "quadruped");
    EXPECT_NE(rigged->reason.find("least for quadruped"), std::string::npos);
}

TEST_F(RigBody, says_which_limbs_it_did_not_find) {
    const WholeBody tube = whole_body(as_it_stands(*scenes::make_scene("tube")));
    const RiggedBody rigged = rig(tube, "biped");
    EXPECT_FALSE(rigged.missing.empty());
    EXPECT_LT(rigged.confidence, 0.3);
    EXPECT_TRUE(std::any_of(rigged.joints.begin(), rigged.joints.end(), [](const RiggedJoint& j) {
        return !j.reasons.empty() && j.reasons.back().find("not found") != std::string::npos;
    }));
}

TEST_F(RigBody, takes_a_skeleton_of_the_users_at_any_size) {
    const Character scene = *scenes::make_scene("creature");
    auto own = template_of(scene);
    ASSERT_TRUE(own);
    for (TemplateJoint& joint : own->joints)
        joint.place *= 40.0;
    for (TemplateTip& tip : own->tips)
        tip.place *= 40.0;
    const auto rigged = rig_body(creature_.positions, creature_.faces, std::span(&*own, 1));
    ASSERT_TRUE(rigged);
    EXPECT_EQ(rigged->skeleton.joint_count(), scene.skeleton.joint_count());
    EXPECT_TRUE(rigged->skeleton.find("leg_fl_upper"));
}

TEST_F(RigBody, refuses_what_has_no_inside) {
    const auto refusal = [](const WholeBody& body) {
        const auto rigged = rig_body(body.positions, body.faces, known_templates());
        return rigged ? std::string("taken") : rigged.error().message;
    };
    WholeBody body{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {make_triangle(0, 1, 2)}};
    EXPECT_EQ(refusal(body), "the surface is flat: it has no inside to put a skeleton into");
    body.positions[2].y() = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(refusal(body), "vertex 2 lies at no finite place");
    EXPECT_EQ(refusal({}), "there is no surface to put a skeleton into");
    body.positions.assign(3, Vec3::Zero());
    EXPECT_EQ(refusal(body), "the surface is a single point");
}

TEST(RigBodyProgress, goes_up_to_the_end_and_stops_when_told_so) {
    const WholeBody body = whole_body(as_it_stands(*scenes::make_scene("tube")));
    std::vector<double> told;
    RigSettings settings;
    settings.keep_on = [&](double part) {
        told.push_back(part);
        return true;
    };
    const auto one = known_templates().first(1);
    ASSERT_TRUE(rig_body(body.positions, body.faces, one, settings));
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_GE(told.size(), 5U);
    EXPECT_LE(told.back(), 1.0);
    for (std::size_t at = 0; at < told.size(); ++at) {
        std::size_t calls = 0;
        settings.keep_on = [&](double) { return calls++ < at; };
        EXPECT_FALSE(rig_body(body.positions, body.faces, one, settings));
        EXPECT_EQ(calls, at + 1) << "nothing is done after it was stopped";
    }
}

TEST(RiggedCharacter, stands_as_its_file_stores_it) {
    const Character scene = *scenes::make_scene("creature");
    const Character standing = as_it_stands(scene);
    ASSERT_EQ(standing.meshes.size(), scene.meshes.size());
    EXPECT_TRUE(standing.clips.empty());
    for (std::size_t v = 0; v < scene.meshes[0].mesh.vertex_count(); ++v)
        EXPECT_LT((standing.meshes[0].mesh.positions[v] - scene.meshes[0].mesh.positions[v]).norm(),
                  1e-5F);
}

std::vector<Vec3d> places_of(const Skeleton& skeleton) {
    std::vector<Affine> model_from_joint(skeleton.joint_count());
    compute_model_pose(skeleton, stored_pose(skeleton).parent_from_joint, model_from_joint);
    std::vector<Vec3d> places;
    for (const Affine& joint : model_from_joint)
        places.emplace_back(joint.translation());
    return places;
}

TEST(RiggedCharacter, keeps_a_skeleton_whose_joints_stay) {
    const Skeleton skeleton = scenes::make_scene("creature")->skeleton;
    const auto same = with_places(skeleton, places_of(skeleton));
    ASSERT_TRUE(same);
    for (std::size_t j = 0; j < skeleton.joint_count(); ++j) {
        const Transform& before = skeleton.joints()[j].parent_from_joint;
        const Transform& after = same->joints()[j].parent_from_joint;
        EXPECT_LT((before.translation - after.translation).norm(), 1e-9);
        EXPECT_LT(before.rotation.angularDistance(after.rotation), 1e-6);
    }
}

TEST(RiggedCharacter, turns_axes_with_the_bones_of_joints_that_were_moved) {
    // Given a joint with one child, which is put to another side of it …
    const Skeleton skeleton = scenes::make_scene("chain")->skeleton;
    auto places = places_of(skeleton);
    const std::size_t last = skeleton.joint_count() - 1;
    const std::size_t parent = *skeleton.joints()[last].parent;
    const Vec3d bone = places[last] - places[parent];
    const Vec3d aside = bone.unitOrthogonal() * bone.norm();
    places[last] = places[parent] + aside;

    // … every joint is where it was put, and the child lies in its parent's frame as before.
    const auto moved = with_places(skeleton, places);
    ASSERT_TRUE(moved);
    const auto found = places_of(*moved);
    for (std::size_t j = 0; j <= last; ++j)
        EXPECT_LT((found[j] - places[j]).norm(), 1e-9);
    EXPECT_LT((moved->joints()[last].parent_from_joint.translation -
               skeleton.joints()[last].parent_from_joint.translation)
                  .norm(),
              1e-9);
}

}  // namespace
}  // namespace isoskin
