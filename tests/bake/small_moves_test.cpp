#include "isoskin/bake/small_moves.h"

#include <gtest/gtest.h>

#include "isoskin/volume/measure/surface.h"
#include "support/volume_case.h"

namespace isoskin {
namespace {

double volume_of(const SkinnedMesh& mesh, const Offsets& offsets) {
    const VolumeSurface surface = make_volume_surface(mesh);
    std::vector<Vec3> positions = mesh.mesh.positions;
    offsets.add_to(positions);
    std::vector<Vec3d> points(surface.total_point_count());
    gather_points(surface, positions, points);
    double volume = 0.0;
    for (const VolumePart& part : surface.parts)
        volume += enclosed_volume(part, points);
    return volume;
}

// Outward, ever less along the tube.
Offsets swelling(const Mesh& mesh, double most) {
    std::vector<Vec3> moves;
    for (const Vec3& p : mesh.positions)
        moves.emplace_back(static_cast<float>(most) * std::exp(-4.0F * std::abs(p.z())) *
                           Vec3(p.x(), p.y(), 0.0F));
    return moves;
}

TEST(SmallMoves, no_vertex_goes_elsewhere_by_more_than_is_left_out) {
    const Character tube = testing::make_scene("tube");
    const SkinnedMesh& mesh = tube.meshes[0];
    const Offsets before = swelling(mesh.mesh, 1e-2);
    const double shortest = 1e-3;
    const Offsets after = SmallMoves(mesh, shortest).leave_out(before);
    EXPECT_LT(after.places().size(), before.places().size());
    EXPECT_GT(after.places().size(), 0U);
    for (std::size_t v = 0; v < before.size(); ++v)
        EXPECT_LE((after[v] - before[v]).norm(), 1.25 * shortest);  // and a step of rounding
}

TEST(SmallMoves, the_volume_they_made_is_made_by_others) {
    const Character tube = testing::make_scene("tube");
    const SkinnedMesh& mesh = tube.meshes[0];
    const Offsets before = swelling(mesh.mesh, 1e-2);
    const double shortest = 2e-4;
    const Offsets after = SmallMoves(mesh, shortest).leave_out(before);
    std::vector<Vec3> cut = before.all();
    for (Vec3& move : cut)
        if (static_cast<double>(move.norm()) < shortest) move.setZero();
    const double gained = volume_of(mesh, before) - volume_of(mesh, {});
    const auto missing = [&](const Offsets& offsets) {
        return std::abs(volume_of(mesh, offsets) - volume_of(mesh, before)) / gained;
    };
    ASSERT_NE(Offsets(cut), before);
    EXPECT_LT(missing(after), 0.2 * missing(cut));
}

TEST(SmallMoves, nothing_changes_where_nothing_is_too_small) {
    const Character tube = testing::make_scene("tube");
    const Offsets before = swelling(tube.meshes[0].mesh, 1e-2);
    EXPECT_EQ(SmallMoves(tube.meshes[0], 0.0).leave_out(before), before);
}

}  // namespace
}  // namespace isoskin
