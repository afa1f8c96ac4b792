#include "isoskin/deform/lattice_play.h"

#include <gtest/gtest.h>

#include "isoskin/lattice/deform_bind.h"
#include "isoskin/lattice/octree_build.h"
#include "scenes.h"

namespace isoskin {
namespace {

Lattice lattice_round(const Character& character) {
    const auto points = lattice_points(character);
    return Lattice(*octree_from_points(points, {.max_depth = 3, .max_points = 40}));
}

double lowest(std::span<const PosedMesh> posed) {
    return bounding_box(posed[0].positions).min().y();
}

TEST(LatticePlay, what_is_dropped_falls_and_stops_at_the_ground) {
    const Character tube = *scenes::make_scene("tube");
    const double size = bounding_box(lattice_points(tube)).sizes().maxCoeff();
    const DropSettings drop{.dynamics = {.damping = 0.05, .gravity = Vec3d(0, -3.0 * size, 0)},
                            .height = 0.3 * size};
    std::vector<double> heights;
    const auto played = play_drop(tube, lattice_round(tube), drop, {}, {.seconds = 1.5},
                                  [&](std::span<const PosedMesh> posed) {
                                      heights.push_back(lowest(posed));
                                      return Status(Done{});
                                  });
    ASSERT_TRUE(played) << played.error().message;
    ASSERT_EQ(heights.size(), 46U);
    const double ground = heights[0] - drop.height;
    EXPECT_LT(heights[5], heights[0] - 0.01 * size);
    EXPECT_NEAR(heights.back(), ground, 0.03 * size);
    for (const double height : heights)
        EXPECT_GT(height, ground - 0.03 * size);
}

TEST(LatticePlay, flesh_lags_behind_the_clip_and_a_sink_may_end_it) {
    const Character chain = *scenes::make_scene("chain");
    const Clip& wave =
        chain.clips[1];  // ends as it begins: a jump would leave flesh behind by itself
    const Lattice lattice = lattice_round(chain);
    auto deformer = Deformer::create(chain);
    auto stiff = deformer->make_output();
    double largest = 0.0;
    std::size_t frame = 0;
    const auto played = play_swing(
        chain, lattice, wave, {.return_rate = 12.0}, {}, {.seconds = 1.0},
        [&](std::span<const PosedMesh> posed) -> Status {
            deformer->deform(
                clip_pose(chain, wave, static_cast<double>(frame) / 30.0, PlayMode::Loop), stiff);
            for (std::size_t i = 0; i < stiff[0].positions.size(); ++i)
                largest = std::max<double>(largest,
                                           (posed[0].positions[i] - stiff[0].positions[i]).norm());
            if (++frame == 20) return invalid("enough");
            return Done{};
        });
    EXPECT_FALSE(played);
    EXPECT_EQ(frame, 20U);
    const double size = bounding_box(lattice_points(chain)).sizes().maxCoeff();
    EXPECT_GT(largest, 0.005 * size);
    EXPECT_LT(largest, 0.5 * size);
}

}  // namespace
}  // namespace isoskin
