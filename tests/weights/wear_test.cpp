#include "isoskin/weights/wear.h"

#include <gtest/gtest.h>

#include "isoskin/mesh/normals.h"
#include "isoskin/rig/standing.h"
#include "scenes.h"

namespace isoskin {
namespace {

// A shell a little off the surface of a body where its file stores it, without a skeleton.
Character shell_over(const Character& body) {
    Character shell = as_it_stands(body);
    shell.name = "shell";
    Mesh& mesh = shell.meshes[0].mesh;
    const float off = 0.01F * bounding_box(mesh.positions).diagonal().norm();
    // Once per vertex, however many wedges it has.
    std::vector<Vec3> outward(mesh.vertex_count(), Vec3::Zero());
    const auto normals = compute_normals(mesh, mesh.positions);
    for (std::size_t wedge = 0; wedge < mesh.wedge_count(); ++wedge)
        outward[mesh.vertex_of_wedge(wedge)] = normals[wedge];
    for (std::size_t v = 0; v < mesh.vertex_count(); ++v)
        mesh.positions[v] += off * outward[v];
    shell.materials = {{.name = "cloth"}};
    for (Section& section : mesh.sections)
        section.material = 0;
    return shell;
}

// As linear skinning shows one mesh of a character in a pose.
std::vector<Vec3d> shown(const Character& character, std::size_t index, const Pose& pose) {
    std::vector<Affine> model_from_joint(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, pose.parent_from_joint, model_from_joint);
    const SkinnedMesh& mesh = character.meshes[index];
    std::vector<Affine> palette(mesh.skin.joints.size());
    compute_palette(mesh.skin, model_from_joint, palette);
    std::vector<Vec3d> places;
    for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v) {
        Vec3d& place = places.emplace_back(Vec3d::Zero());
        for (const auto& [slot, weight] : mesh.weights.row(v))
            place += static_cast<double>(weight) *
                     (palette[slot] * mesh.mesh.positions[v].cast<double>());
    }
    return places;
}

class Wear : public testing::Test {
  protected:
    // Stored bent by 40 degrees: neither the bind pose nor one motion for all joints.
    static Character bent_arm() {
        Character arm = *scenes::make_scene("arm");
        std::vector<Joint> joints(arm.skeleton.joints().begin(), arm.skeleton.joints().end());
        const std::size_t elbow = *arm.skeleton.find("elbow");
        joints[elbow].parent_from_joint.rotation *= Quatd(Eigen::AngleAxisd(0.7, Vec3d::UnitX()));
        arm.skeleton = *Skeleton::create(std::move(joints));
        return arm;
    }
    static double farthest(const std::vector<Vec3d>& a, std::span<const Vec3> b) {
        double most = 0.0;
        for (std::size_t v = 0; v < a.size(); ++v)
            most = std::max(most, (a[v] - b[v].cast<double>()).norm());
        return most;
    }
};

TEST_F(Wear, shows_a_garment_where_it_lay) {
    for (const Character& body : {*scenes::make_scene("arm"), bent_arm()}) {
        const Character shell = shell_over(body);
        const auto worn = wear(body, shell);
        ASSERT_TRUE(worn) << worn.error().message;
        const auto places = shown(worn->character, 1, stored_pose(worn->character));
        const double size = bounding_box(shell.meshes[0].mesh.positions).diagonal().norm();
        EXPECT_LT(farthest(places, shell.meshes[0].mesh.positions), 1e-5 * size);
    }
}

TEST_F(Wear, moves_a_garment_with_the_body_below) {
    const Character body = bent_arm();
    const auto worn = wear(body, shell_over(body));
    ASSERT_TRUE(worn);
    Pose pose = stored_pose(body);
    pose.parent_from_joint[*body.skeleton.find("elbow")].rotation *=
        Quatd(Eigen::AngleAxisd(0.8, Vec3d::UnitX()));
    const auto skin = shown(worn->character, 0, pose);
    const auto cloth = shown(worn->character, 1, pose);
    const double size = bounding_box(body.meshes[0].mesh.positions).diagonal().norm();
    for (std::size_t v = 0; v < skin.size(); ++v)
        ASSERT_LT((cloth[v] - skin[v]).norm(), 0.03 * size);
}

TEST_F(Wear, leaves_the_body_as_it_was) {
    const Character body = *scenes::make_scene("creature");
    const auto worn = wear(body, shell_over(body));
    ASSERT_TRUE(worn);
    ASSERT_EQ(worn->character.meshes.size(), 2 * body.meshes.size());
    EXPECT_EQ(worn->character.skeleton.joint_count(), body.skeleton.joint_count());
    EXPECT_EQ(worn->character.clips.size(), body.clips.size());
    EXPECT_EQ(worn->character.meshes[0].mesh.positions, body.meshes[0].mesh.positions);
    EXPECT_EQ(worn->character.meshes[0].weights, body.meshes[0].weights);
    const auto material = static_cast<std::size_t>(
        worn->character.meshes[body.meshes.size()].mesh.sections.at(0).material);
    ASSERT_LT(material, worn->character.materials.size());
    EXPECT_EQ(worn->character.materials[material].name, "cloth");
}

TEST_F(Wear, refuses_a_body_without_a_skin_and_a_garment_without_a_surface) {
    const Character body = *scenes::make_scene("arm");
    EXPECT_FALSE(wear(as_it_stands(body), shell_over(body)));
    EXPECT_FALSE(wear(body, {}));
}

}  // namespace
}  // namespace isoskin
