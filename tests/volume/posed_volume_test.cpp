#include "isoskin/volume/solve/posed_volume.h"

#include <random>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "isoskin/base/parallel.h"
#include "isoskin/volume/build/part_model.h"
#include "scenes.h"

namespace isoskin {
namespace {

struct Shape {
    std::vector<Vec3> vertices;
    std::vector<Vec3> field;
};

Shape random_shape(std::size_t vertex_count) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> unit(-1.0F, 1.0F);
    Shape shape;
    for (std::size_t i = 0; i < vertex_count; ++i) {
        shape.vertices.emplace_back(unit(random), unit(random), unit(random));
        shape.field.emplace_back(unit(random), unit(random), unit(random));
    }
    return shape;
}

TEST(PosedVolumeKernel, every_kind_of_processor_gives_the_bits_of_the_scalar_loop) {
    constexpr std::uint32_t kVertices = 100;
    const Shape shape = random_shape(kVertices);
    std::mt19937 random(5);
    std::uniform_int_distribution<std::uint32_t> pick(0, kVertices - 2);
    constexpr std::size_t kLength = 5;
    std::vector<StripRow> rows(33 * (kLength + 2));
    for (StripRow& row : rows)
        for (std::uint32_t& start : row)
            start = 3 * pick(random);
    for (const float* field : {shape.field[0].data(), static_cast<const float*>(nullptr)}) {
        const PosedShape posed{shape.vertices[0].data(), field, {0.1F, 0.2F, 0.3F}};
        const Cubic scalar = sum_strips_scalar(posed, {kLength, rows});
        for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
            hwy::SetSupportedTargetsForTest(target);
            EXPECT_EQ(sum_strips(posed, {kLength, rows}), scalar) << hwy::TargetName(target);
        }
        hwy::SetSupportedTargetsForTest(0);
    }
}

// The arm, and the arm with its hand cut off, so that it has caps.
class PosedVolumeOf : public testing::TestWithParam<bool> {
  protected:
    PosedVolumeOf() : character_(scenes::make_scene("arm").value()) {
        SkinnedMesh& mesh = character_.meshes[0];
        if (GetParam()) mesh.mesh.faces.resize(mesh.mesh.faces.size() - 40);
        mesh.mesh.sections = {Section{}};
        mesh.mesh.sections[0].face_count = mesh.mesh.faces.size();
        surface_ = make_volume_surface(mesh);
        part_ = make_part_model(mesh, character_.skeleton, surface_, surface_.parts[0]);
        for (const Index point : part_.surface_point)
            vertex_of_point_.push_back(surface_.weld.vertex_of_point[point]);
    }

    std::vector<Vec3d> to_points(std::span<const Vec3> vertices) const {
        std::vector<Vec3d> points(part_.bind.size());
        for (std::size_t i = 0; i < vertex_of_point_.size(); ++i)
            points[i] = vertices[vertex_of_point_[i]].cast<double>();
        place_apexes(part_, points);
        return points;
    }

    Character character_;
    VolumeSurface surface_;
    PartModel part_;
    std::vector<Index> vertex_of_point_;
};

TEST_P(PosedVolumeOf, an_arm_is_that_of_plain_loops_in_double) {
    const auto& bind = character_.meshes[0].mesh.positions;
    Shape shape = random_shape(bind.size());
    std::vector<char> can_move(part_.point_count(), 0);
    for (std::size_t i = 0; i < can_move.size(); ++i)
        can_move[i] = part_.bind[i].x() > part_.bind[0].x() ? 1 : 0;
    std::vector<Vec3> field(bind.size(), Vec3::Zero());
    for (std::size_t v = 0; v < bind.size(); ++v)
        shape.vertices[v] = bind[v] + 0.01F * shape.vertices[v];
    for (std::size_t i = 0; i < can_move.size(); ++i)
        if (can_move[i] != 0) field[vertex_of_point_[i]] = 0.05F * shape.field[i];

    PosedVolume posed(part_, vertex_of_point_, can_move, bind.size());
    const Vec3 centre = posed.any_vertex(shape.vertices);
    Cubic volume = posed.moving_along(shape.vertices, field, centre);
    volume[0] += posed.still_volume(shape.vertices, centre);
    const Cubic exact = volume_along(part_, to_points(shape.vertices), to_points(field));
    for (std::size_t power = 0; power < 4; ++power)
        EXPECT_NEAR(volume[power], exact[power], 1e-7 * std::abs(part_.volume)) << power;
    EXPECT_GT(posed.still_count(), 0U);
    EXPECT_EQ(!part_.caps.empty(), GetParam());

    const ThreadLimit two(2);
    Cubic again = posed.moving_along(shape.vertices, field, centre);
    again[0] += posed.still_volume(shape.vertices, centre);
    EXPECT_EQ(again, volume);
}

INSTANTIATE_TEST_SUITE_P(closed_and_open, PosedVolumeOf, testing::Bool());

}  // namespace
}  // namespace isoskin
