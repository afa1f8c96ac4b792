#include "isoskin/volume/refine.h"

#include <gtest/gtest.h>

#include "isoskin/deform/deformer.h"
#include "isoskin/volume/measure/surface.h"
#include "support/volume_case.h"

namespace isoskin {
namespace {

double volume_of(const SkinnedMesh& mesh) {
    const VolumeSurface surface = make_volume_surface(mesh);
    std::vector<Vec3d> points(surface.total_point_count());
    gather_points(surface, mesh.mesh.positions, points);
    double volume = 0.0;
    for (const VolumePart& part : surface.parts) {
        EXPECT_FALSE(part.refusal) << part.label;
        volume += enclosed_volume(part, points);
    }
    return volume;
}

class RefineLaws : public ::testing::TestWithParam<const char*> {};

TEST_P(RefineLaws, volume_and_shape_at_bind_stay_and_closed_stays_closed) {
    const Character coarse = testing::make_scene(GetParam());
    Character fine = coarse;
    const std::size_t added = refine_for_volume(fine, {}, {.longest_edge = 0.1});
    EXPECT_GT(added, 0U);
    for (std::size_t m = 0; m < coarse.meshes.size(); ++m) {
        const SkinnedMesh& before = coarse.meshes[m];
        const SkinnedMesh& after = fine.meshes[m];
        EXPECT_NEAR(volume_of(after) / volume_of(before), 1.0, 1e-6);
        for (std::size_t v = 0; v < before.mesh.vertex_count(); ++v)
            ASSERT_EQ(after.mesh.positions[v], before.mesh.positions[v]);
        const auto box = bounding_box(before.mesh.positions);
        EXPECT_EQ(bounding_box(after.mesh.positions).min(), box.min());
        EXPECT_EQ(bounding_box(after.mesh.positions).max(), box.max());
    }
}

TEST_P(RefineLaws, weights_of_new_vertices_sum_to_one) {
    Character fine = testing::make_scene(GetParam());
    refine_for_volume(fine, {}, {.longest_edge = 0.1});
    for (const SkinnedMesh& mesh : fine.meshes)
        for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v) {
            float sum = 0.0F;
            for (const Influence& influence : mesh.weights.row(v))
                sum += influence.weight;
            ASSERT_NEAR(sum, 1.0F, 1e-6F);
        }
}

TEST_P(RefineLaws, poses_of_the_finer_mesh_keep_its_volume) {
    Character fine = testing::make_scene(GetParam());
    refine_for_volume(fine, {}, {.longest_edge = 0.1});
    auto deformer =
        Deformer::create(fine, {.normals = NormalOutput::None, .volume = VolumeSettings{}});
    ASSERT_TRUE(deformer);
    auto posed = deformer->make_output();
    const Clip& clip = fine.clips.at(0);
    const DeformReport report =
        deformer->deform(clip_pose(fine, clip, 0.5 * clip.duration()), posed);
    for (const PartReport& part : report.parts)
        EXPECT_NEAR(part.corrected / part.target, 1.0, 1e-6) << part.label;
}

INSTANTIATE_TEST_SUITE_P(Scenes, RefineLaws, ::testing::Values("tube", "arm"));

TEST(Refine, cuts_nothing_where_edges_are_short_enough) {
    Character tube = testing::make_scene("tube");
    EXPECT_EQ(refine_for_volume(tube, {}, {.longest_edge = 1e6}), 0U);
}

TEST(Refine, cuts_as_deep_as_it_may_and_no_deeper) {
    const auto added = [](int depth) {
        Character tube = testing::make_scene("tube");
        return refine_for_volume(tube, {}, {.longest_edge = 1e-3, .depth = depth});
    };
    EXPECT_EQ(added(0), 0U);
    EXPECT_LT(added(1), added(2));
}

}  // namespace
}  // namespace isoskin
