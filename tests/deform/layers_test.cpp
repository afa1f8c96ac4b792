// Clothes: parts that lie on a body move with it, by its weights.
#include <algorithm>

#include <gtest/gtest.h>

#include "isoskin/bake/morph_bake.h"
#include "isoskin/bake/runtime_check.h"
#include "isoskin/bake/runtime_export.h"
#include "isoskin/mesh/normals.h"
#include "support/volume_case.h"

namespace isoskin::testing {
namespace {

constexpr float kGap = 0.02F;  // between skin and sleeve, in mesh units

enum class Tailoring { SameMesh, OtherMesh };

// The arm in a sleeve: the faces round its elbow once more, farther out. `body_vertex` is below
// each vertex of the sleeve, which come last in their mesh.
struct DressedArm {
    explicit DressedArm(Tailoring tailoring) : character(make_scene("arm")) {
        const SkinnedMesh& arm = character.meshes[0];
        const auto normals = compute_normals(arm.mesh, arm.mesh.positions);
        std::vector<Index> sleeve_vertex(arm.mesh.vertex_count(), kNoIndex);
        SkinnedMesh sleeve;
        sleeve.skin = arm.skin;
        sleeve.mesh.name = "sleeve";
        std::vector<std::vector<Influence>> rows;
        for (Face face : arm.mesh.faces) {
            const auto blends = [&](int corner) {
                return arm.weights.row(face.vertices[std::size_t(corner)]).front().weight < 0.97F;
            };
            bool all = true;
            for (int corner = 0; corner < face.size(); ++corner)
                all = all && blends(corner);
            if (!all) continue;
            for (int corner = 0; corner < face.size(); ++corner) {
                Index& vertex = face.vertices[std::size_t(corner)];
                const Index below = vertex;
                if (sleeve_vertex[below] == kNoIndex) {
                    sleeve_vertex[below] = Index(body_vertex.size());
                    body_vertex.push_back(below);
                    sleeve.mesh.positions.push_back(arm.mesh.positions[below] +
                                                    kGap * normals[below]);
                    const auto row = arm.weights.row(below);
                    rows.emplace_back(row.begin(), row.end());
                }
                vertex = sleeve_vertex[below];
            }
            sleeve.mesh.faces.push_back(face);
        }
        sleeve.weights = SkinWeights::from_rows(rows);
        Section& section = sleeve.mesh.sections.emplace_back();
        section.face_count = sleeve.mesh.faces.size();
        section.vertex_count = body_vertex.size();
        if (tailoring == Tailoring::OtherMesh)
            character.meshes.insert(character.meshes.begin(), std::move(sleeve));
        else
            sew_on(sleeve);
        mesh = tailoring == Tailoring::OtherMesh ? 0 : character.meshes.size() - 1;
        body = character.meshes.size() - 1;
    }

    void sew_on(const SkinnedMesh& sleeve) {
        SkinnedMesh& arm = character.meshes[0];
        first = Index(arm.mesh.vertex_count());
        std::vector<std::vector<Influence>> rows;
        for (const SkinnedMesh* source : {&std::as_const(arm), &sleeve})
            for (std::size_t v = 0; v < source->mesh.vertex_count(); ++v)
                rows.emplace_back(source->weights.row(v).begin(), source->weights.row(v).end());
        Mesh& all = arm.mesh;
        all.positions.insert(all.positions.end(), sleeve.mesh.positions.begin(),
                             sleeve.mesh.positions.end());
        for (Face face : sleeve.mesh.faces) {
            for (int corner = 0; corner < face.size(); ++corner)
                face.vertices[std::size_t(corner)] += first;
            all.faces.push_back(face);
        }
        Mesh plain;
        plain.name = all.name;
        plain.positions = all.positions;
        plain.faces = all.faces;
        Section& section = plain.sections.emplace_back();
        section.face_count = all.faces.size();
        section.vertex_count = all.positions.size();
        all = std::move(plain);
        arm.weights = SkinWeights::from_rows(rows);
    }

    Character character;
    std::size_t mesh = 0;  // that has the sleeve
    std::size_t body = 0;  // and the arm
    Index first = 0;       // vertex of the sleeve
    std::vector<Index> body_vertex;
};

class Clothes : public ::testing::TestWithParam<Tailoring> {
  protected:
    static Pose bent(const Character& character, double degrees) {
        return turned(character, *character.skeleton.find("elbow"), degrees, Vec3d::UnitZ());
    }
};

TEST_P(Clothes, move_as_the_skin_below_them) {
    const DressedArm dressed(GetParam());
    Deformer deformer = make_deformer(dressed.character, VolumeCase{}.settings());
    const Pose pose = bent(dressed.character, 100);
    const auto kept = deform(deformer, pose);
    const auto plain = skin_only(dressed.character, pose, SkinMethod::Linear);
    double largest = 0.0;
    double farthest_apart = 0.0;
    for (std::size_t k = 0; k < dressed.body_vertex.size(); ++k) {
        const Index vertex = dressed.first + Index(k);
        const Vec3 below = kept[dressed.body].positions[dressed.body_vertex[k]] -
                           plain[dressed.body].positions[dressed.body_vertex[k]];
        const Vec3 above =
            kept[dressed.mesh].positions[vertex] - plain[dressed.mesh].positions[vertex];
        largest = std::max(largest, double(below.norm()));
        farthest_apart = std::max(farthest_apart, double((above - below).norm()));
    }
    EXPECT_GT(largest, 0.01);
    EXPECT_LT(farthest_apart, 0.15 * largest);  // a vertex lies above a place, not above a vertex
}

TEST_P(Clothes, are_no_refusals_and_have_no_part_of_their_own) {
    const DressedArm dressed(GetParam());
    Deformer deformer = make_deformer(dressed.character, {.volume = VolumeSettings{}});
    EXPECT_TRUE(deformer.refusals().empty());
    ASSERT_FALSE(deformer.following_parts().empty());
    EXPECT_NE(deformer.following_parts()[0].part, deformer.following_parts()[0].host);
    auto out = deformer.make_output();
    const DeformReport report = deformer.deform(bent(dressed.character, 70), out);
    EXPECT_EQ(report.parts.size(), 1U);
    EXPECT_TRUE(keeps_volume(report, 1e-6));
}

TEST_P(Clothes, are_where_plain_loops_put_them) {
    const DressedArm dressed(GetParam());
    Deformer deformer = make_deformer(dressed.character, VolumeCase{}.settings());
    const Pose pose = bent(dressed.character, 80);
    const auto out = deform(deformer, pose);
    for (std::size_t m = 0; m < out.size(); ++m)
        EXPECT_LT(
            largest_distance(deform_exact(deformer, dressed.character, pose, m), out[m].positions),
            1e-5 * size_of(dressed.character.meshes[m]));
}

TEST_P(Clothes, follow_a_profile_that_is_drawn_anew) {
    const DressedArm dressed(GetParam());
    VolumeSettings drawn;
    drawn.joints.push_back({.joint = "elbow", .effect = VolumeEffect::Muscle});
    DeformSettings settings = VolumeCase{}.settings();
    Deformer reshaped = make_deformer(dressed.character, settings);
    ASSERT_TRUE(reshaped.reshape(drawn, Reshaping::Draft));
    ASSERT_TRUE(reshaped.reshape(drawn, Reshaping::Complete));
    settings.volume = drawn;
    Deformer fresh = make_deformer(dressed.character, settings);
    const Pose pose = bent(dressed.character, 80);
    const auto a = deform(reshaped, pose);
    const auto b = deform(fresh, pose);
    for (std::size_t m = 0; m < a.size(); ++m)
        EXPECT_EQ(a[m].positions, b[m].positions);
}

TEST_P(Clothes, follow_in_baked_files_and_in_the_run_time) {
    const DressedArm dressed(GetParam());
    BakeSettings settings;
    settings.keep = KeepTargets::All;
    const auto baked = bake_morphs(dressed.character, settings);
    ASSERT_TRUE(baked);
    EXPECT_FALSE(baked->sides[dressed.mesh].empty());
    const auto bytes = write_runtime(make_runtime(dressed.character, settings, *baked));
    const auto check = check_runtime(dressed.character, baked->character, bytes, settings, 8);
    ASSERT_TRUE(check);
    EXPECT_EQ(check->refused, 0U);
    EXPECT_GT(std::abs(check->plain.worst), 1e-3);
    EXPECT_LE(check->distance.worst, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(, Clothes, ::testing::Values(Tailoring::SameMesh, Tailoring::OtherMesh),
                         [](const auto& test) {
                             return test.param == Tailoring::SameMesh ? "same_mesh" : "other_mesh";
                         });

// Files that quantise give each mesh a bind space of its own.
TEST(ClothesInAnotherSpace, move_as_the_skin_below_them) {
    const DressedArm tailored(Tailoring::OtherMesh);
    DressedArm dressed(Tailoring::OtherMesh);
    SkinnedMesh& sleeve = dressed.character.meshes[0];
    const Affine bind_from_packed = Eigen::Translation3d(0.3, -2.0, 1.0) * Eigen::Scaling(4.0);
    for (Vec3& position : sleeve.mesh.positions)
        position = (bind_from_packed.inverse() * position.cast<double>()).cast<float>();
    for (Affine& joint_from_bind : sleeve.skin.joint_from_bind)
        joint_from_bind = joint_from_bind * bind_from_packed;
    Deformer a = make_deformer(tailored.character, VolumeCase{}.settings());
    Deformer b = make_deformer(dressed.character, VolumeCase{}.settings());
    ASSERT_EQ(b.following_parts().size(), a.following_parts().size());
    const Pose pose =
        turned(dressed.character, *dressed.character.skeleton.find("elbow"), 90, Vec3d::UnitZ());
    EXPECT_LT(largest_distance(deform(a, pose)[0].positions, deform(b, pose)[0].positions),
              1e-4 * size_of(tailored.character.meshes[0]));
}

TEST(ClothesFarAway, are_left_as_skinned) {
    DressedArm dressed(Tailoring::OtherMesh);
    for (Vec3& position : dressed.character.meshes[0].mesh.positions)
        position.z() += 5.0F;
    Deformer deformer = make_deformer(dressed.character, VolumeCase{}.settings());
    EXPECT_TRUE(deformer.following_parts().empty());
}

}  // namespace
}  // namespace isoskin::testing
