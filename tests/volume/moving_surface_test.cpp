#include "isoskin/volume/compare/moving_surface.h"

#include <random>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "scenes.h"

namespace isoskin {
namespace {

std::vector<Vec3d> random_vectors(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    std::vector<Vec3d> vectors;
    for (std::size_t i = 0; i < count; ++i)
        vectors.emplace_back(unit(random), unit(random), unit(random));
    return vectors;
}

TEST(MovingKernel, every_kind_of_processor_gives_the_bits_of_the_scalar_loop) {
    constexpr std::uint32_t kPoints = 100;
    const auto points = random_vectors(kPoints, 3);
    const auto field = random_vectors(kPoints, 4);
    std::mt19937 random(5);
    std::uniform_int_distribution<std::uint32_t> pick(0, kPoints - 2);
    std::vector<TriangleBlock> blocks(33);
    for (TriangleBlock& block : blocks)
        for (auto& corner : block.corners)
            for (std::uint32_t& start : corner)
                start = 3 * pick(random);
    const MovingShape shape{points[0].data(), field[0].data(), {0.1, 0.2, 0.3}};
    std::vector<double> plain(blocks.size() * kBlockTriangles * 4);
    std::vector<double> products(plain.size());
    const Cubic sum = sum_along_scalar(shape, blocks);
    const double volume = edge_products_scalar(shape, blocks, 0.7, plain.data());
    const std::vector<std::uint32_t> starts{0, 3}, offsets{0, 3, 4}, rings{8, 40, 4, 12};
    std::vector<double> plain_sums(6);
    sum_rings_scalar({starts, offsets, rings}, plain.data(), plain_sums.data());
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        EXPECT_EQ(sum_along(shape, blocks), sum) << hwy::TargetName(target);
        EXPECT_EQ(edge_products(shape, blocks, 0.7, products.data()), volume)
            << hwy::TargetName(target);
        for (std::size_t k = 0; k < plain.size(); ++k)
            if (k % 4 != 3) {
                EXPECT_EQ(products[k], plain[k]) << hwy::TargetName(target);
            }
        std::vector<double> sums(6);
        sum_rings({starts, offsets, rings}, plain.data(), sums.data());
        EXPECT_EQ(sums, plain_sums) << hwy::TargetName(target);
    }
    hwy::SetSupportedTargetsForTest(0);
}

// The arm, and the arm with its hand cut off, so that it has caps.
class MovingSurfaceOf : public testing::TestWithParam<bool> {
  protected:
    MovingSurfaceOf() {
        Character character = scenes::make_scene("arm").value();
        SkinnedMesh& mesh = character.meshes[0];
        if (GetParam()) mesh.mesh.faces.resize(mesh.mesh.faces.size() - 40);
        mesh.mesh.sections = {Section{}};
        mesh.mesh.sections[0].face_count = mesh.mesh.faces.size();
        const VolumeSurface surface = make_volume_surface(mesh);
        whole_ = make_part_model(mesh, character.skeleton, surface, surface.parts[0]);
        // All that lies beyond the middle moves, the cut included.
        CorrectionTarget target;
        target.role = CorrectionTarget::Role::Bend;
        for (std::size_t i = 0; i < whole_.point_count(); ++i)
            if (whole_.bind[i].x() > whole_.bind[0].x() + 0.3 * whole_.size || GetParam())
                target.map.push_back({static_cast<Index>(i), 1.0});
        CorrectionTable table;
        table.targets.push_back(target);
        table.radius.assign(whole_.point_count(), 1.0);
        moving_ = make_moving_part(whole_, table, {});
    }

    // A shape of the whole part shaken a little, and the same of what moves.
    void shake() {
        shaken_ = whole_.bind;
        const auto noise = random_vectors(shaken_.size(), 9);
        for (std::size_t i = 0; i < whole_.point_count(); ++i)
            shaken_[i] += 0.01 * whole_.size * noise[i];
        place_apexes(whole_, shaken_);
        points_.assign(moving_.bind.size(), Vec3d::Zero());
        points_[0] = shaken_[0];
        for (std::size_t k = 0; k < moving_.whole_point.size(); ++k)
            points_[k + 1] = shaken_[moving_.whole_point[k]];
    }

    PartModel whole_;
    MovingPart moving_;
    std::vector<Vec3d> shaken_;
    std::vector<Vec3d> points_;
};

TEST_P(MovingSurfaceOf, gradient_is_that_of_the_whole_part_where_maps_reach) {
    shake();
    MovingSurface surface(moving_);
    std::vector<Vec3d> gradient(points_.size(), Vec3d::Zero());
    surface.gradient(moving_, points_, gradient);
    std::vector<Vec3d> expected(shaken_.size());
    volume_gradient(whole_, shaken_, expected);
    double largest = 0.0;
    for (const Vec3d& g : expected)
        largest = std::max(largest, g.norm());
    ASSERT_FALSE(moving_.maps[0].empty());
    for (const PointValue& entry : moving_.maps[0]) {
        const Index whole = moving_.whole_point[entry.point - 1];
        EXPECT_LT((gradient[entry.point] - expected[whole]).norm(), 1e-13 * largest) << whole;
    }
}

TEST_P(MovingSurfaceOf, volume_with_what_stands_still_is_that_of_the_whole_part) {
    shake();
    MovingSurface surface(moving_);
    std::vector<Vec3d> gradient(points_.size(), Vec3d::Zero());
    const double still = still_volume(moving_, shaken_, points_[0]);
    const double whole = enclosed_volume(whole_, shaken_);
    EXPECT_NEAR(still + surface.gradient(moving_, points_, gradient), whole, 1e-13 * whole);
}

TEST_P(MovingSurfaceOf, cubic_is_that_of_the_plain_loop) {
    shake();
    const MovingSurface surface(moving_);
    auto field = random_vectors(points_.size(), 11);
    field[0].setZero();
    place_apexes(moving_, field);
    const Cubic fast = surface.along(points_, field);
    const Cubic plain = volume_along(moving_, points_, field);
    for (std::size_t power = 0; power < 4; ++power)
        EXPECT_NEAR(fast[power], plain[power], 1e-12 * (1.0 + std::abs(plain[power]))) << power;
}

INSTANTIATE_TEST_SUITE_P(ClosedAndCapped, MovingSurfaceOf, testing::Bool());

}  // namespace
}  // namespace isoskin
