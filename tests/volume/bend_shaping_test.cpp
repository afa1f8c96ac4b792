#include "isoskin/volume/build/bend_shaping.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>

#include "isoskin/volume/build/bend_trials.h"
#include "isoskin/volume/build/correction_maps.h"
#include "scenes.h"

namespace isoskin {
namespace {

// The map of the joint that reaches most points, as it is before it is shaped.
class ShapedMapOf : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        character_ = scenes::make_scene(GetParam()).value();
        const VolumeSurface surface = make_volume_surface(character_.meshes[0]);
        part_ =
            make_part_model(character_.meshes[0], character_.skeleton, surface, surface.parts[0]);
        std::vector<std::string> names(character_.meshes[0].skin.joints.size());
        // As another method has it: `normal` would shape it.
        const VolumeSettings unshaped{.method = VolumeMethod::Free};
        CorrectionTarget most;
        for (auto& target : make_correction_targets(part_, surface, names, unshaped))
            if (target.role == CorrectionTarget::Role::Bend && target.map.size() > most.map.size())
                most = std::move(target);
        node_ = most.node;
        map_.assign(part_.point_count(), 0.0);
        for (const auto& [point, value] : most.map)
            map_[point] = value;
        ground_.emplace(part_);
    }

    BendPatch patch() const { return make_bend_patch(part_, ground_->gradient, node_, map_); }

    Character character_;
    PartModel part_;
    std::size_t node_ = 0;
    std::vector<double> map_;
    std::optional<TargetGround> ground_;
};

TEST_P(ShapedMapOf, derivative_is_that_of_the_roughness) {
    const BendPatch patch = this->patch();
    BendTrials trials(patch, part_.limbs[node_]);
    ASSERT_FALSE(trials.is_empty());
    std::vector<double> map = patch.map;
    std::vector<double> slope(map.size());
    std::vector<double> unused(map.size());
    trials.roughness(map, slope);
    const double steepest = std::abs(*std::max_element(
        slope.begin(), slope.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
    ASSERT_GT(steepest, 0.0);
    constexpr double kStep = 1e-6;
    for (std::size_t k = 0; k < map.size(); k += 1 + map.size() / 40) {
        const double value = map[k];
        map[k] = value + kStep;
        const double above = trials.roughness(map, unused);
        map[k] = value - kStep;
        const double below = trials.roughness(map, unused);
        map[k] = value;
        EXPECT_NEAR((above - below) / (2.0 * kStep), slope[k], 1e-3 * steepest) << "point " << k;
    }
}

TEST_P(ShapedMapOf, is_smoother_and_reaches_no_farther) {
    const BendPatch before = patch();
    const std::vector<double> unshaped = map_;
    shape_bend_map(part_, ground_->diffusion, ground_->gradient, node_, map_);
    EXPECT_DOUBLE_EQ(*std::max_element(map_.begin(), map_.end()), 1.0);
    for (std::size_t point = 0; point < map_.size(); ++point) {
        EXPECT_GE(map_[point], 0.0);
        EXPECT_TRUE(unshaped[point] > 0.0 || map_[point] == 0.0) << "point " << point;
    }
    BendTrials trials(before, part_.limbs[node_]);
    std::vector<double> unused(before.size());
    std::vector<double> now;
    for (const Index point : before.points)
        now.push_back(map_[point]);
    EXPECT_LT(trials.roughness(now, unused), 0.99 * trials.roughness(before.map, unused));
}

INSTANTIATE_TEST_SUITE_P(Scenes, ShapedMapOf, testing::Values("tube", "arm", "finger"),
                         [](const auto& scene) { return scene.param; });

}  // namespace
}  // namespace isoskin
